#include "options.hpp"

#include <cmath>
#include <iterator>
#include <string>

#include "wayfront/status.hpp"

namespace wayfront::generate {
namespace {

struct Named {
  Option bit;
  const char* name;
};
constexpr Named names[] = {{opt_vertices, "vertices"},
                           {opt_edges, "edges"},
                           {opt_edge_factor, "edge_factor"},
                           {opt_scale, "scale"},
                           {opt_a, "a"},
                           {opt_b, "b"},
                           {opt_c, "c"},
                           {opt_rows, "rows"},
                           {opt_columns, "columns"},
                           {opt_reach, "reach"},
                           {opt_freedoms, "freedoms"},
                           {opt_degree, "degree"},
                           {opt_degree_of, "degree_of"},
                           {opt_hubs, "hubs"},
                           {opt_case, "case"},
                           {opt_spacing, "spacing"},
                           {opt_self_loops, "self_loops"},
                           {opt_symmetric, "symmetric"},
                           {opt_coordinates, "coordinates"},
                           {opt_order, "order"},
                           {opt_min_weight, "min_weight"},
                           {opt_max_weight, "max_weight"},
                           {opt_distribution, "distribution"}};

constexpr std::uint32_t weight_options = opt_min_weight | opt_max_weight | opt_distribution;
constexpr std::uint32_t edge_options = opt_edges | opt_edge_factor | opt_self_loops | opt_symmetric;

constexpr std::uint32_t taken_by(Kind kind) {
  constexpr std::uint32_t usual = weight_options | opt_order;
  switch (kind) {
    case Kind::road:
      return opt_vertices | opt_spacing | opt_coordinates | opt_order;
    case Kind::rmat:
      return usual | edge_options | opt_scale | opt_a | opt_b | opt_c;
    case Kind::uniform:
      return usual | edge_options | opt_vertices;
    case Kind::grid:
      return usual | opt_rows | opt_columns | opt_reach | opt_coordinates;
    case Kind::honeycomb:
      return usual | opt_rows | opt_columns | opt_coordinates;
    case Kind::shell:
      return usual | opt_rows | opt_columns | opt_freedoms | opt_self_loops | opt_coordinates;
    case Kind::triangulation:
      return usual | opt_vertices | opt_coordinates;
    case Kind::complete:
      return usual | opt_vertices;
    case Kind::regular:
      return usual | opt_vertices | opt_degree | opt_degree_of | opt_self_loops;
    case Kind::path:
    case Kind::cycle:
      return usual | opt_vertices | opt_symmetric;
    case Kind::star:
      return usual | opt_vertices | opt_symmetric | opt_hubs;
    case Kind::tree:
      return usual | opt_vertices | opt_symmetric | opt_degree;
    case Kind::hard:
      return opt_vertices | opt_case;
  }
  return 0;
}

/// "path, cycle or star": the kinds that take an option.
std::string takers(Option bit) {
  std::string text;
  std::size_t left = 0;
  for (const auto& word : kinds) left += (taken_by(word.value) & bit) != 0 ? 1 : 0;
  for (const auto& word : kinds) {
    if ((taken_by(word.value) & bit) == 0) continue;
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

std::string_view name_of(Kind kind) {
  for (const auto& word : kinds)
    if (word.value == kind) return word.name;
  return "";
}

std::string_view name_of(Case hard_case) {
  for (const auto& word : cases)
    if (word.value == hard_case) return word.name;
  return "";
}

void Options::check_vertices(std::uint64_t count) const {
  if (count > max_vertices) throw BadInput("generate: " + std::string(name_of(kind)) + ": " + too_many_vertices(count));
}

void check(const Options& options, WeightKind weights) {
  const std::uint32_t astray = options.given & ~taken_by(options.kind);
  for (const Named& named : names)
    if ((astray & named.bit) != 0)
      throw BadInput("generate: option " + std::string(named.name) + " does not apply to kind \"" +
                     std::string(name_of(options.kind)) + "\", only to " + takers(named.bit) + "; remove it");
  if (options.vertices != unset) options.check_vertices(static_cast<std::uint64_t>(options.vertices));
  if (options.kind == Kind::rmat) options.check_vertices(std::uint64_t{1} << options.scale);
  if (options.edges != unset && (options.given & opt_edge_factor) != 0)
    throw BadInput("generate: edges and edge_factor both say how many arcs to make; remove one of them");
  if ((taken_by(options.kind) & weight_options) != 0) check_weights(options, weights);
}

}  // namespace wayfront::generate
