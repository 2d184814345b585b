// The parts of certify(), each in verify_<part>.cpp. Only verify.cpp and these include this.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

#include "certify/asked.hpp"
#include "certify/certificate.hpp"
#include "certify/crew.hpp"
#include "graph/rows_view.hpp"
#include "graph/vertex_ids.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host::detail {

/// Which distances of a row are judged: those up to `last`, which is finite. If `limited`, only arcs whose sum is in the
/// range count, and entries above it mean nothing; otherwise each of these must be unreached<W>.
template <WeightType W>
struct Range {
  W last;
  bool limited;

  static Range up_to(W exact_to) {
    constexpr W largest = std::is_floating_point_v<W> ? std::numeric_limits<W>::max() : unreached<W> - 1;
    return {std::min(exact_to, largest), exact_to != unreached<W>};
  }
  bool has(W distance) const { return distance <= last; }
};

// distances: the walk over tight arcs, for answers with Outcome::solved.

template <WeightType W>
struct Row {
  std::span<const W> distances;
  W exact_to;
  const Vertex* predecessors;  // may be null
  bool positive = false;       // whether all weights are known to be above 0
};

/// Checks a row. `tree`, full of no_vertex, and `ids` as in certify(). Without negative weights if the row is exact up
/// to less than unreached<W>.
template <WeightType W>
Certificate certify_distances(const RowsView<W>& csr, const Problem& question, const Row<W>& row, Vertex* tree,
                              Crew crew, const VertexIds& ids);

// cycle: checks a claimed negative cycle by walking it.

/// Checks output.cycle: vertices in range and each once, arcs exist (the lightest of parallel ones counts), sum below
/// 0, the source reaches it. `heaviest` is the graph's largest |weight|, for the error bound of floats; `ids` as
/// in certify().
template <WeightType W>
Certificate certify_cycle(const RowsView<W>& csr, Vertex source, const Output& output, double heaviest, Crew crew,
                          const VertexIds& ids);

// entries: checks every entry of a distance array: written, a number.

/// Figures of the entries in a range, except where they say "all".
struct Entries {
  std::uint32_t inside = 0;
  std::uint32_t unwritten = 0;   // of all entries
  std::uint32_t no_number = 0;   // of all: NaN or -inf, the unwritten ones among them
  std::uint32_t minus_zero = 0;  // of all
  double sum = 0;                // of integers exact, then rounded
  double max = 0;                // 0 where no entry is inside

  bool sound() const { return unwritten == 0 && no_number == 0; }
};

template <WeightType W>
Entries look_at(std::span<const W> distances, const Range<W>& range, Crew crew);

/// The message for the first invalid entry; "" if all are valid. Names vertices by their ids.
template <WeightType W>
std::string entry_fault(std::span<const W> distances, const VertexIds& ids);

/// Entries above the range count as unreached<W> and -0.0 as 0.0, so that equal answers have equal digests.
template <WeightType W>
std::string digest_of(std::span<const W> distances, const Range<W>& range, const Entries& entries);

// pass: the fast path of the certificate, on all threads. One pass over the arcs in memory order accepts nearly every
// correct answer, with a search after it all others, and no wrong one.
//
// If no arc shortens a distance, and each reached vertex except the source has a tight arc from a smaller distance, the
// answer is correct: following such arcs backwards, distances decrease until they reach the source. Vertices that have
// only tight arcs from their own distance (weight zero, or a weight that rounding swallows) count as soon as such an
// arc leads to them from one that counts. Where tight arcs lead to smaller distances, which takes negative weights, all
// tight arcs are followed from the source. In a limited range, "reached" means in the range, and arcs whose sum is
// above it are left out.

template <class W>
using Sum = WideSum<W>;

struct PassResult {
  bool sure = false;                // the answer is correct; otherwise the walk finds out what is wrong
  std::uint64_t reached_edges = 0;  // where sure
};

/// The entries must be valid, that of the source must be 0 and in the range; `inside` of them are in the range. `tree`
/// may be null, and is full of no_vertex; what it receives is valid only if the pass is sure: for each vertex the
/// smallest predecessor among those that count it first, so it does not depend on the threads.
template <WeightType W>
PassResult pass_over_arcs(const RowsView<W>& csr, const Row<W>& row, const Range<W>& range, Vertex source,
                          std::uint32_t inside, Vertex* tree, Crew crew);

}  // namespace wayfront::host::detail

/// Explicit instantiations for all types of weights: calls `instantiate` with each.
#define WAYFRONT_FOR_ALL_WEIGHTS(instantiate) \
  instantiate(std::int32_t) instantiate(float) instantiate(std::int64_t) instantiate(double)
