#include "fields.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "wayfront/distance.hpp"
#include "wayfront/status.hpp"

namespace wayfront::dimacs {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";

template <class T>
std::from_chars_result parse(std::string_view field, T& value) {
  return std::from_chars(field.data(), field.data() + field.size(), value);
}

bool is_whole(std::string_view field, const std::from_chars_result& result) {
  return result.ptr == field.data() + field.size();
}

/// A number as from_chars takes it: without the plus sign that some programs write.
std::string_view without_plus(std::string_view field) {
  if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
  return field;
}

[[noreturn]] void no_number(std::string_view field) {
  throw BadInput("weight '" + shown(field) + "' is not a finite number");
}

}  // namespace

std::string_view next_field(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view field = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(field.size());
  return field;
}

std::string shown(std::string_view field) {
  constexpr std::size_t most = 40;
  constexpr char hex[] = "0123456789abcdef";
  std::string text;
  for (const char c : field.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f)
      text += c;
    else
      text.append({'\\', 'x', hex[byte >> 4], hex[byte & 15]});
  }
  return field.size() > most ? text + "..." : text;
}

std::uint64_t read_count(std::string_view field, std::string_view what) {
  std::uint64_t value = 0;
  const auto result = parse(field, value);
  if (field.empty()) throw BadInput("the p line has no number of " + std::string(what));
  if (!is_whole(field, result)) throw BadInput("'" + shown(field) + "' is not a number of " + std::string(what));
  if (result.ec != std::errc())
    throw BadInput(shown(field) + " " + std::string(what) + " are more than any machine holds");
  return value;
}

Vertex read_vertex(std::string_view field, Vertex vertices, std::string_view end) {
  std::uint64_t id = 0;
  const auto result = parse(field, id);
  const std::string arc = "arc " + std::string(end) + " vertex ";
  if (field.empty()) throw BadInput("an arc needs two vertices");
  if (!is_whole(field, result)) throw BadInput(arc + "'" + shown(field) + "': ids are numbers from 1");
  if (result.ec == std::errc() && id == 0) throw BadInput(arc + "0: ids start at 1");
  if (result.ec != std::errc() || id > vertices)
    throw BadInput(arc + shown(field) + ", but the header says " + std::to_string(vertices) + " vertices");
  return static_cast<Vertex>(id - 1);
}

template <>
std::int32_t read_weight<std::int32_t>(std::string_view field) {
  if (field.empty()) throw BadInput("the arc has no weight; its line is: a FROM TO WEIGHT");
  const std::string_view number = without_plus(field);
  std::int64_t value = 0;
  const auto result = parse(number, value);
  if (!is_whole(number, result)) {
    double real = 0;
    const auto as_real = parse(number, real);
    if (!is_whole(number, as_real) || !std::isfinite(real)) no_number(field);
    throw BadInput("weight " + shown(field) + " is no integer; weights = \"float32\" reads it");
  }
  constexpr std::int64_t most = unreached<std::int32_t> - 1;
  if (result.ec != std::errc() || value > most || value < -most)
    throw BadInput("weight " + shown(field) + " does not fit int32, which takes -2147483646 to 2147483646; " +
                   "weights = \"float32\" reads it, rounded");
  return static_cast<std::int32_t>(value);
}

template <>
float read_weight<float>(std::string_view field) {
  if (field.empty()) throw BadInput("the arc has no weight; its line is: a FROM TO WEIGHT");
  const std::string_view number = without_plus(field);
  float value = 0;
  const auto result = parse(number, value);
  if (!is_whole(number, result)) no_number(field);
  if (result.ec != std::errc()) throw BadInput("weight " + shown(field) + " does not fit float32");
  if (!std::isfinite(value)) no_number(field);
  return value + 0.0F;  // no -0
}

}  // namespace wayfront::dimacs
