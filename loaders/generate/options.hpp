// The options of all kinds of graphs, the options of each kind, and what a user wrote.
#pragma once

#include <cstdint>
#include <string_view>

#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"
#include "wayfront/vertex_limit.hpp"

namespace wayfront::generate {

enum class Kind : std::uint8_t {
  road,
  rmat,
  uniform,
  grid,
  honeycomb,
  shell,
  triangulation,
  complete,
  regular,
  path,
  cycle,
  star,
  tree,
  hard
};

enum class Case : std::uint8_t {
  shortcuts,
  staircase,
  doubling,
  zero_cycles,
  hub,
  parallel,
  disconnected,
  largest,
  overflow,
  negative,
  negative_cycle,
};

enum class Distribution : std::uint8_t { uniform, exponential, log_uniform };
enum class Order : std::uint8_t { usual, natural, random };
enum class End : std::uint8_t { out, in };

/// The options that not every kind takes, as bits.
enum Option : std::uint32_t {
  opt_vertices = 1U << 0,
  opt_edges = 1U << 1,
  opt_edge_factor = 1U << 2,
  opt_scale = 1U << 3,
  opt_a = 1U << 4,
  opt_b = 1U << 5,
  opt_c = 1U << 6,
  opt_rows = 1U << 7,
  opt_columns = 1U << 8,
  opt_degree = 1U << 9,
  opt_degree_of = 1U << 10,
  opt_hubs = 1U << 11,
  opt_case = 1U << 12,
  opt_spacing = 1U << 13,
  opt_self_loops = 1U << 14,
  opt_symmetric = 1U << 15,
  opt_order = 1U << 16,
  opt_min_weight = 1U << 17,
  opt_max_weight = 1U << 18,
  opt_distribution = 1U << 19,
  opt_reach = 1U << 20,
  opt_coordinates = 1U << 21,
  opt_freedoms = 1U << 22,
};

/// An option left at `unset` takes the value of its kind.
inline constexpr std::int64_t unset = -1;

struct Options {
  std::uint32_t given = 0;  // option bits that the user set
  Kind kind = Kind::road;
  std::int64_t vertices = unset;
  std::int64_t edges = unset;
  std::int64_t edge_factor = 0;
  std::int64_t scale = 0;
  double a = 0, b = 0, c = 0;
  std::int64_t rows = 0, columns = 0;
  std::int64_t reach = 0;
  std::int64_t freedoms = 3;
  std::int64_t degree = unset;
  End degree_of = End::out;
  std::int64_t hubs = 1;
  Case hard_case = Case::shortcuts;
  double spacing = 0;
  bool self_loops = false;
  bool symmetric = false;
  bool coordinates = true;
  Order order = Order::usual;
  double min_weight = 0, max_weight = 0;
  Distribution distribution = Distribution::uniform;
  std::int64_t seed = 0;

  Vertex vertices_or(Vertex default_value) const {
    return vertices == unset ? default_value : static_cast<Vertex>(vertices);
  }
  /// For kinds that take edges or edge_factor.
  std::uint64_t arcs(std::uint64_t of_vertices) const {
    if (edges != unset) return static_cast<std::uint64_t>(edges);
    return of_vertices * static_cast<std::uint64_t>(edge_factor);
  }
  /// Refuses more vertices than ids can number, by the sentence that says what more would need. Throws BadInput.
  void check_vertices(std::uint64_t count) const;
  std::uint64_t random_seed() const { return static_cast<std::uint64_t>(seed); }
};

inline constexpr NamedValue<Kind> kinds[] = {{"road", Kind::road},
                                             {"rmat", Kind::rmat},
                                             {"uniform", Kind::uniform},
                                             {"grid", Kind::grid},
                                             {"honeycomb", Kind::honeycomb},
                                             {"shell", Kind::shell},
                                             {"triangulation", Kind::triangulation},
                                             {"complete", Kind::complete},
                                             {"regular", Kind::regular},
                                             {"path", Kind::path},
                                             {"cycle", Kind::cycle},
                                             {"star", Kind::star},
                                             {"tree", Kind::tree},
                                             {"hard", Kind::hard}};

inline constexpr NamedValue<Case> cases[] = {{"shortcuts", Case::shortcuts},
                                             {"staircase", Case::staircase},
                                             {"doubling", Case::doubling},
                                             {"zero_cycles", Case::zero_cycles},
                                             {"hub", Case::hub},
                                             {"parallel", Case::parallel},
                                             {"disconnected", Case::disconnected},
                                             {"largest", Case::largest},
                                             {"overflow", Case::overflow},
                                             {"negative", Case::negative},
                                             {"negative_cycle", Case::negative_cycle}};

/// Throws BadInput for an option that the kind does not take and for values that contradict each other for every kind.
void check(const Options& options, WeightKind weights);

/// The word in the option rows.
std::string_view name_of(Kind kind);
std::string_view name_of(Case hard_case);

}  // namespace wayfront::generate
