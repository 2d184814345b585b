#include "text/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <type_traits>

#include "text/fields.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/loader.hpp"
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
  const bool infinite = !field.starts_with('-') && (field.ends_with("inf") || field.ends_with("Inf") ||
                                                    field.ends_with("INF") || field.ends_with("nfinity"));
  throw BadInput("weight '" + shown(field) + "' is not a finite number" +
                 (decimal_comma && field.size() > 1 ? "; use a point as the decimal separator"
                  : infinite                        ? "; leave out arcs that nobody can take"
                                                    : ""));
}

/// "weights = "int64" reads it, ...": how to read a weight with another type.
std::string reads(std::string_view type, std::string_view how = "") {
  return "weights = \"" + std::string(type) + "\" reads it" + std::string(how) + ", on the command line --weights " +
         std::string(type);
}

[[noreturn]] void beyond_float64(std::string_view field) {
  throw BadInput("weight " + shown(field) +
                 " does not fit float64: it is too large, or too close to 0, for every type");
}

[[noreturn]] void beyond_int32(std::string_view field) {
  throw BadInput(
      "weight " + shown(field) + " does not fit int32, which takes -2147483646 to 2147483646; " + reads("int64"),
      StatusCode::needs_int64);
}

/// Every whole number below this is a double, and no other number is rounded to it.
constexpr double max_exact = 0x1p53;

/// A number that is not written as an integer.
template <WeightType W>
W read_whole_real(std::string_view field, std::string_view number, Reals reals) {
  double real = 0;
  const auto result = parse(number, real);
  if (!is_whole(number, result) || !std::isfinite(real)) no_number(field);
  if (result.ec != std::errc()) beyond_float64(field);
  if (reals == Reals::refused || std::trunc(real) != real)
    throw BadInput("weight " + shown(field) + " is not an integer; " + reads("float64"), StatusCode::needs_float64);
  if (std::abs(real) >= max_exact)
    throw BadInput("weight " + shown(field) + " has 2^53 or more and is not written as an integer; " + reads("float64"),
                   StatusCode::needs_float64);
  if (std::abs(real) >= static_cast<double>(unreached<W>)) beyond_int32(field);
  return static_cast<W>(real);
}

template <WeightType W>
W read_integer(std::string_view field, std::string_view number, WeightForm form) {
  std::int64_t value = 0;
  const auto result = parse(number, value);
  if (!is_whole(number, result)) return read_whole_real<W>(field, number, form.reals);
  constexpr std::int64_t max = unreached<std::int64_t> - 1;
  if (result.ec != std::errc() || value > max || value < -max)
    throw BadInput("weight " + shown(field) +
                   (std::is_same_v<W, std::int32_t> ? " does not fit int32 or int64" : " does not fit int64") +
                   ", which takes -9223372036854775806 to 9223372036854775806; " + reads("float64", ", rounded"));
  if (value >= unreached<W> || value <= -unreached<W>) beyond_int32(field);
  return static_cast<W>(value);
}

/// Whether a number that is written as an integer is exactly this float.
bool is_exactly(std::string_view number, double value) {
  std::int64_t integer = 0;
  const auto result = parse(number, integer);
  if (!is_whole(number, result)) return true;  // not written as an integer
  return result.ec == std::errc() && std::abs(value) < 0x1p63 && static_cast<std::int64_t>(value) == integer;
}

template <WeightType W>
W read_float(std::string_view field, std::string_view number, WeightForm form) {
  W value = 0;
  const auto result = parse(number, value);
  if (!is_whole(number, result)) no_number(field);
  if (result.ec != std::errc()) {
    double wide = 0;
    if (std::is_same_v<W, double> || parse(number, wide).ec != std::errc()) beyond_float64(field);
    throw BadInput("weight " + shown(field) + " does not fit float32; " + reads("float64"), StatusCode::needs_float64);
  }
  if (!std::isfinite(value)) no_number(field);
  if (form.exact && std::abs(static_cast<double>(value)) >= max_exact &&
      !is_exactly(number, static_cast<double>(value)))
    throw BadInput("no weight type holds all weights exactly: others have fractions, and " + shown(field) +
                   " is not exact in float64; " + reads("float64", ", rounded"));
  return value + W{0};  // no -0
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
  if (count > max_vertices) throw BadInput(too_many_vertices(count));
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

namespace {

[[noreturn]] void no_vertex_of(std::string_view field, bool whole, std::uint64_t id, std::uint64_t first,
                               Vertex vertices, std::string_view end) {
  const std::string arc = "arc " + std::string(end) + " vertex ";
  if (field.empty()) throw BadInput("an arc needs two vertices");
  if (!whole) throw BadInput(arc + "'" + shown(field) + "': ids are numbers from " + std::to_string(first));
  if (id < first) throw BadInput(arc + std::to_string(id) + ": ids start at " + std::to_string(first));
  throw BadInput(arc + shown(field) + ", but the header says " + std::to_string(vertices) + " vertices");
}

}  // namespace

Vertex read_vertex(std::string_view field, std::uint64_t first, Vertex vertices, std::string_view end) {
  std::uint64_t id = 0;
  const auto result = parse(field, id);
  const bool whole = is_whole(field, result) && !field.empty();
  if (result.ec == std::errc::result_out_of_range) id = ~std::uint64_t{0};
  if (!whole || id - first >= vertices) no_vertex_of(field, whole, id, first, vertices, end);
  return static_cast<Vertex>(id - first);
}

template <WeightType W>
W read_weight(std::string_view field, WeightForm form) {
  if (field.empty()) no_number(field);
  const std::string_view number = without_plus(field);
  if constexpr (std::is_floating_point_v<W>)
    return read_float<W>(field, number, form);
  else
    return read_integer<W>(field, number, form);
}

template std::int32_t read_weight(std::string_view, WeightForm);
template std::int64_t read_weight(std::string_view, WeightForm);
template float read_weight(std::string_view, WeightForm);
template double read_weight(std::string_view, WeightForm);

}  // namespace wayfront::textfile
