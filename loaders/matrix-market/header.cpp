#include "header.hpp"

#include <algorithm>
#include <string>

#include "text/fields.hpp"
#include "wayfront/status.hpp"

namespace wayfront::matrix_market {
namespace {

using textfile::next_field;
using textfile::shown;

constexpr std::string_view banner = "%%matrixmarket";

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

/// The next word in lower case, which must be there.
std::string next_word(std::string_view& line, std::string_view expected) {
  const std::string word = lower(next_field(line));
  if (word.empty())
    throw BadInput("the first line ends before its " + std::string(expected) +
                   "; it reads: %%MatrixMarket matrix coordinate VALUES SYMMETRY");
  return word;
}

[[noreturn]] void unknown(std::string_view word, std::string_view what, std::string_view known) {
  throw BadInput("'" + shown(word) + "' is not a valid " + std::string(what) + "; known are " + std::string(known));
}

Values read_values(std::string_view word) {
  if (word == "real" || word == "double") return Values::real;
  if (word == "integer") return Values::integer;
  if (word == "pattern") return Values::pattern;
  if (word == "complex")
    throw BadInput("complex entries cannot be weights; supported are real, integer and pattern matrices");
  unknown(word, "kind of values", "real, double, integer and pattern");
}

Symmetry read_symmetry(std::string_view word) {
  if (word == "general") return Symmetry::general;
  if (word == "symmetric") return Symmetry::symmetric;
  if (word == "skew-symmetric") return Symmetry::skew;
  if (word == "hermitian")
    throw BadInput(
        "hermitian matrices have complex entries, which cannot be weights; supported are general, symmetric and "
        "skew-symmetric matrices");
  unknown(word, "symmetry", "general, symmetric and skew-symmetric");
}

}  // namespace

bool starts_with_banner(std::string_view line) { return lower(line.substr(0, banner.size())) == banner; }

Banner read_banner(std::string_view line) {
  if (lower(next_field(line)) != banner)
    throw BadInput("the first line must be: %%MatrixMarket matrix coordinate VALUES SYMMETRY");
  const std::string object = next_word(line, "object");
  if (object != "matrix") unknown(object, "object", "matrix");
  const std::string format = next_word(line, "format");
  if (format == "array")
    throw BadInput("an array is a dense matrix, which has no list of arcs; write it in the coordinate format");
  if (format != "coordinate") unknown(format, "format", "coordinate");
  Banner result;
  const std::string values = next_word(line, "kind of values");
  const std::string symmetry = next_word(line, "symmetry");
  result.values = read_values(values);
  result.symmetry = read_symmetry(symmetry);
  textfile::check_end(line, "first line");
  if (result.values == Values::pattern && result.symmetry == Symmetry::skew)
    throw BadInput("a pattern has no signs, so it cannot be skew-symmetric");
  return result;
}

}  // namespace wayfront::matrix_market
