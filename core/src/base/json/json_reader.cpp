#include "base/json/json_reader.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/characters.hpp"
#include "base/refusal.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

/// Reports have about ten levels; this leaves room for options, and prevents a stack overflow of recursive functions.
constexpr int max_depth = 64;

/// nlohmann's message without its number and its own place.
std::string_view reason_of(std::string_view message) {
  const std::size_t column = message.find("column ");
  const std::string_view end = column == message.npos ? "] " : ": ";
  const std::size_t at = message.find(end, column == message.npos ? 0 : column);
  return at == message.npos ? message : message.substr(at + end.size());
}

}  // namespace

json parse_json(std::string_view text, std::string_view file, std::size_t first_line) {
  try {
    std::array<std::size_t, max_depth + 2> keys{};  // of the objects that are open
    return json::parse(text, [&](int depth, json::parse_event_t event, json& value) {
      if (depth > max_depth) fail(ExitCode::input, "{}: its values are nested too deeply", file);
      std::size_t& count = keys[static_cast<std::size_t>(depth) + (event == json::parse_event_t::key ? 0 : 1)];
      if (event == json::parse_event_t::object_start) count = 0;
      if (event == json::parse_event_t::key) ++count;
      if (event == json::parse_event_t::object_end && value.size() != count)
        fail(ExitCode::input, "{}: an object has the same key twice", file);
      return true;
    });
  } catch (const json::parse_error& error) {
    const std::string_view before = text.substr(0, std::min(text.size(), error.byte == 0 ? 0 : error.byte - 1));
    const auto line = first_line + static_cast<std::size_t>(std::ranges::count(before, '\n'));
    const std::size_t start = before.rfind('\n');
    const std::size_t column = start == before.npos ? before.size() + 1 : before.size() - start;
    fail(ExitCode::input, "{}:{}:{}: is not JSON: {}", file, line, column, on_one_line(reason_of(error.what())));
  } catch (const json::exception& error) {
    fail(ExitCode::input, "{}: is not JSON: {}", file, on_one_line(reason_of(error.what())));
  }
}

void JsonReader::fail(std::string_view what) const {
  host::fail(ExitCode::input, "{}: {}{}{}", where_, path_, path_.empty() ? "" : ": ", what);
}

void JsonReader::expected(std::string_view what) const {
  std::string found = value_.is_structured()
                          ? fmt::format("an {}", value_.type_name())
                          : value_.dump(-1, ' ', false, json::error_handler_t::replace);
  constexpr std::size_t max = 40;
  if (found.size() > max) found = found.substr(0, max) + "...";
  fail(fmt::format("must be {}, but is {}", what, on_one_line(found)));
}

JsonReader JsonReader::at(const char* key) const {
  const auto found = object().find(key);
  if (found == value_.end()) fail(fmt::format("'{}' is missing", key));
  return {*found, where_, path_.empty() ? key : fmt::format("{}.{}", path_, key)};
}

JsonReader JsonReader::at(std::size_t index) const {
  return {array()[index], where_, fmt::format("{}[{}]", path_, index)};
}

const json& JsonReader::object() const {
  if (!value_.is_object()) expected("an object");
  return value_;
}

const json& JsonReader::array() const {
  if (!value_.is_array()) expected("an array");
  return value_;
}

std::string JsonReader::text() const {
  if (!value_.is_string()) expected("a text");
  return value_.get<std::string>();
}

bool JsonReader::boolean() const {
  if (!value_.is_boolean()) expected("true or false");
  return value_.get<bool>();
}

std::uint64_t JsonReader::whole() const {
  if (!value_.is_number_integer() || (!value_.is_number_unsigned() && value_.get<std::int64_t>() < 0))
    expected("an integer >= 0");
  return value_.get<std::uint64_t>();
}

unsigned JsonReader::small() const {
  const std::uint64_t number = whole();
  if (number > std::numeric_limits<unsigned>::max()) expected("an integer below 2^32");
  return static_cast<unsigned>(number);
}

double JsonReader::real(double instead) const {
  if (value_.is_null()) return instead;
  if (!value_.is_number()) expected("a number or null");
  return value_.get<double>();
}

double JsonReader::seconds() const {
  if (!value_.is_number() || !(value_.get<double>() >= 0)) expected("a number >= 0");
  return value_.get<double>();
}

}  // namespace wayfront::host
