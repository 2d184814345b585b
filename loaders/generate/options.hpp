// The options of all kinds of graphs, the options of each kind, and what a user wrote.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"

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

/// An option left at `unset` takes the value of its kind.
inline constexpr std::int64_t unset = -1;

struct Options {
  std::uint32_t given = 0;  // the rows that the user set, as bits
  Kind kind = Kind::road;
  std::int64_t vertices = unset;
  std::int64_t edges = unset;
  std::uint64_t edge_factor = 0;
  std::uint64_t scale = 0;
  double a = 0, b = 0, c = 0;
  std::uint64_t rows = 0, columns = 0;
  std::uint64_t reach = 0;
  std::uint64_t freedoms = 3;
  std::int64_t degree = unset;
  End degree_of = End::out;
  std::uint64_t hubs = 1;
  Case hard_case = Case::shortcuts;
  double spacing = 0;
  bool self_loops = false;
  bool symmetric = false;
  bool coordinates = true;
  Order order = Order::usual;
  double min_weight = 0, max_weight = 0;
  Distribution distribution = Distribution::uniform;
  std::uint64_t seed = 0;

  Vertex vertices_or(Vertex default_value) const {
    return vertices == unset ? default_value : static_cast<Vertex>(vertices);
  }
  /// For kinds that take edges or edge_factor.
  std::uint64_t arcs(std::uint64_t of_vertices) const {
    return edges == unset ? of_vertices * edge_factor : static_cast<std::uint64_t>(edges);
  }
  /// Refuses more vertices than ids can number, by the sentence that says what more would need. Throws BadInput.
  void check_vertices(std::uint64_t count) const;
};

/// In the order of Kind, and the next list in that of Case.
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
/// `rows` are those of the loader.
void check(const Options& options, std::span<const OptionRow> rows, WeightKind weights);

/// The word in the option rows.
std::string_view name_of(Kind kind);
std::string_view name_of(Case hard_case);

}  // namespace wayfront::generate
