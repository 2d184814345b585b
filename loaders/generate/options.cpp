#include "options.hpp"

#include <cmath>
#include <iterator>
#include <string>
#include <string_view>

#include "wayfront/loader.hpp"
#include "wayfront/status.hpp"

namespace wayfront::generate {
namespace {

/// The options that a kind takes beside the usual ones, with a blank around each; in the order of Kind.
constexpr std::string_view taken[] = {
    " vertices spacing coordinates order ",
    " edges edge_factor self_loops symmetric scale a b c ",
    " edges edge_factor self_loops symmetric vertices ",
    " rows columns coordinates reach ",
    " rows columns coordinates ",
    " rows columns coordinates freedoms self_loops ",
    " vertices coordinates ",
    " vertices ",
    " vertices degree degree_of self_loops ",
    " vertices symmetric ",
    " vertices symmetric ",
    " vertices symmetric hubs ",
    " vertices symmetric degree ",
    " vertices case ",
};
static_assert(std::size(taken) == std::size(kinds));

bool takes(Kind kind, const std::string& option) {
  const auto is_among = [word = ' ' + option + ' '](std::string_view options) {
    return options.find(word) != options.npos;
  };
  const bool usual = kind != Kind::road && kind != Kind::hard;
  return is_among(" kind seed ") || is_among(taken[static_cast<std::size_t>(kind)]) ||
         (usual && is_among(" order min_weight max_weight distribution "));
}

/// "path, cycle or star": the kinds that take an option.
std::string takers(const std::string& option) {
  std::string text;
  std::size_t left = 0;
  for (const auto& word : kinds) left += takes(word.value, option) ? 1 : 0;
  for (const auto& word : kinds) {
    if (!takes(word.value, option)) continue;
    text += word.name;
    --left;
    if (left != 0) text += left == 1 ? " or " : ", ";
  }
  return text;
}

std::string number(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

void check_weights(const Options& options, WeightKind weights) {
  const double min = options.min_weight;
  const double max = options.max_weight;
  if (!(min <= max))
    throw BadInput("generate: min_weight is " + number(min) + " and max_weight " + number(max) +
                   "; the first must not be above the second");
  const std::string ends = "generate: min_weight " + number(min) + " and max_weight " + number(max);
  if (!is_floating(weights) && (min != std::floor(min) || max != std::floor(max)))
    throw BadInput(ends +
                       " must be whole numbers for integer weights; for fractions use weights = \"float64\", on the " +
                       "command line --weights float64",
                   StatusCode::needs_float64);
  constexpr double max_int32 = 2147483646;
  if (weights == WeightKind::int32 && (min < -max_int32 || max > max_int32))
    throw BadInput(ends + " do not fit int32, which takes -2147483646 to 2147483646; use weights = \"int64\", on the " +
                       "command line --weights int64",
                   StatusCode::needs_int64);
  if (options.distribution == Distribution::log_uniform && !(min > 0))
    throw BadInput("generate: distribution \"log_uniform\" needs a min_weight above 0, not " + number(min));
}

}  // namespace

std::string_view name_of(Kind kind) { return kinds[static_cast<std::size_t>(kind)].name; }

std::string_view name_of(Case hard_case) { return cases[static_cast<std::size_t>(hard_case)].name; }

void Options::check_vertices(std::uint64_t count) const {
  if (count > max_vertices) throw BadInput("generate: " + std::string(name_of(kind)) + ": " + too_many_vertices(count));
}

void check(const Options& options, std::span<const OptionRow> rows, WeightKind weights) {
  bool edge_factor = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if ((options.given >> i & 1) == 0) continue;
    const std::string name = rows[i].name;
    edge_factor |= name == "edge_factor";
    if (!takes(options.kind, name))
      throw BadInput("generate: option " + name + " does not apply to kind \"" + std::string(name_of(options.kind)) +
                     "\", only to " + takers(name) + "; remove it");
  }
  if (options.vertices != unset) options.check_vertices(static_cast<std::uint64_t>(options.vertices));
  if (options.kind == Kind::rmat) options.check_vertices(std::uint64_t{1} << options.scale);
  if (options.edges != unset && edge_factor)
    throw BadInput("generate: edges and edge_factor both say how many arcs to make; remove one of them");
  if (takes(options.kind, "min_weight")) check_weights(options, weights);
}

}  // namespace wayfront::generate
