#include "text/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "text/fields.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/status.hpp"

namespace wayfront::textfile {
namespace {

template <class T>
std::from_chars_result parse(std::string_view field, T& value) {
  return std::from_chars(field.data(), field.data() + field.size(), value);
}

bool is_whole(std::string_view field, const std::from_chars_result& result) {
  return result.ptr == field.data() + field.size();
}

/// A number in the form that from_chars takes: without the plus sign that some programs write.
std::string_view without_plus(std::string_view field) {
  if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
  return field;
}

[[noreturn]] void no_number(std::string_view field) {
  const bool decimal_comma =
      std::ranges::count(field, ',') == 1 && field.find_first_not_of("+-0123456789,eE") == field.npos;
  throw BadInput("weight '" + shown(field) + "' is not a finite number" +
                 (decimal_comma && field.size() > 1 ? "; use a point as the decimal separator" : ""));
}

}  // namespace

bool is_whole_number(std::string_view field, std::uint64_t& value) {
  const auto result = parse(field, value);
  return result.ec == std::errc() && is_whole(field, result);
}

std::uint64_t read_count(std::string_view field, std::string_view what, std::string_view where) {
  std::uint64_t value = 0;
  const auto result = parse(field, value);
  if (field.empty()) throw BadInput(std::string(where) + " has no number of " + std::string(what));
  if (!is_whole(field, result)) throw BadInput("'" + shown(field) + "' is not a number of " + std::string(what));
  if (result.ec != std::errc())
    throw BadInput(shown(field) + " " + std::string(what) + " are more than any machine can hold");
  return value;
}

Vertex check_vertices(std::uint64_t count) {
  constexpr std::uint64_t max = no_vertex - 1;
  if (count > max)
    throw BadInput(std::to_string(count) + " vertices, but ids have 32 bits: at most " + std::to_string(max));
  return static_cast<Vertex>(count);
}

void check_count(std::uint64_t count, std::string_view what, std::uint64_t shortest, std::uint64_t size) {
  if (size == 0) return;
  const std::uint64_t max = (size + 1) / shortest;
  if (count > max)
    throw BadInput("the header says " + std::to_string(count) + " " + std::string(what) + ", but the file's " +
                   std::to_string(size) + " bytes hold at most " + std::to_string(max) +
                   "; it is truncated, or the header is wrong");
}

Vertex read_vertex(std::string_view field, std::uint64_t first, Vertex vertices, std::string_view end) {
  std::uint64_t id = 0;
  const auto result = parse(field, id);
  const std::string arc = "arc " + std::string(end) + " vertex ";
  if (field.empty()) throw BadInput("an arc needs two vertices");
  if (!is_whole(field, result))
    throw BadInput(arc + "'" + shown(field) + "': ids are numbers from " + std::to_string(first));
  if (result.ec == std::errc() && id < first)
    throw BadInput(arc + std::to_string(id) + ": ids start at " + std::to_string(first));
  if (result.ec != std::errc() || id - first >= vertices)
    throw BadInput(arc + shown(field) + ", but the header says " + std::to_string(vertices) + " vertices");
  return static_cast<Vertex>(id - first);
}

template <>
std::int32_t read_weight<std::int32_t>(std::string_view field, Reals reals) {
  if (field.empty()) no_number(field);
  const std::string_view number = without_plus(field);
  constexpr std::int64_t max = unreached<std::int32_t> - 1;
  std::int64_t value = 0;
  auto result = parse(number, value);
  if (!is_whole(number, result)) {
    double real = 0;
    result = parse(number, real);
    if (!is_whole(number, result) || !std::isfinite(real)) no_number(field);
    if (reals == Reals::refused || std::trunc(real) != real)
      throw BadInput("weight " + shown(field) +
                     " is not an integer; weights = \"float32\" reads it, on the command line --weights "
                     "float32");
    value = std::abs(real) <= static_cast<double>(max) ? static_cast<std::int64_t>(real) : max + 1;
  }
  if (result.ec != std::errc() || value > max || value < -max)
    throw BadInput("weight " + shown(field) + " does not fit int32, which takes -2147483646 to 2147483646; " +
                   "weights = \"float32\" reads it, rounded; on the command line --weights float32");
  return static_cast<std::int32_t>(value);
}

template <>
float read_weight<float>(std::string_view field, Reals) {
  if (field.empty()) no_number(field);
  const std::string_view number = without_plus(field);
  float value = 0;
  const auto result = parse(number, value);
  if (!is_whole(number, result)) no_number(field);
  if (result.ec != std::errc()) throw BadInput("weight " + shown(field) + " does not fit float32");
  if (!std::isfinite(value)) no_number(field);
  return value + 0.0F;  // no -0
}

}  // namespace wayfront::textfile
