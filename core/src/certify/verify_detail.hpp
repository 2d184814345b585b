// The parts of certify(), each in verify_<part>.cpp. Only verify.cpp and these include this.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "certify/certificate.hpp"
#include "graph/vertex_ids.hpp"
#include "graph/wide_sum.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host::detail {

// distances: the walk over tight arcs, for answers with Outcome::solved.

/// Checks output.distances and, if given, output.predecessors. `tree` and `ids` as in certify().
template <WeightType W, OffsetType O>
Certificate certify_distances(const CsrView<W, O>& csr, Vertex source, const Output& output, Vertex* tree,
                              const VertexIds& ids);

// cycle: checks a claimed negative cycle by walking it.

/// Checks output.cycle: vertices in range and each once, arcs exist (the lightest of parallel ones counts), sum below
/// 0, the source reaches it. `heaviest` is the graph's largest |weight|, for the error bound of floats; `ids` as
/// in certify().
template <WeightType W, OffsetType O>
Certificate certify_cycle(const CsrView<W, O>& csr, Vertex source, const Output& output, double heaviest,
                          const VertexIds& ids);

// entries: checks every entry of a distance array: written, a number, finite.

struct Entries {
  std::uint32_t finite = 0;
  std::uint32_t unwritten = 0;
  std::uint32_t no_number = 0;  // NaN or -inf, the unwritten ones among them
  std::uint32_t minus_zero = 0;
  double sum = 0;  // of the finite distances; exact up to 2^53 for integers
  double max = 0;

  bool sound() const { return unwritten == 0 && no_number == 0; }
};

template <WeightType W>
Entries look_at(std::span<const W> distances);

/// The message for the first invalid entry; "" if all are valid. Names vertices by their ids.
template <WeightType W>
std::string entry_fault(std::span<const W> distances, const VertexIds& ids);

/// -0.0 counts as 0.0, so that equal answers have equal digests.
template <WeightType W>
std::string digest_of(std::span<const W> distances, const Entries& entries);

// pass: the fast path of the certificate. One pass over the arcs in memory order accepts nearly every correct answer
// and no wrong one.
//
// If no arc shortens a distance, and each reached vertex except the source has a tight arc from a smaller distance, the
// answer is correct: following such arcs backwards, distances decrease until they reach the source. Vertices that have
// only tight arcs from their own distance (weight zero, or a weight that rounding swallows) count as soon as such an
// arc leads to them from one that counts.

template <class W>
using Sum = WideSum<W>;

struct PassResult {
  bool sure = false;                // the answer is correct; false means undecided
  std::uint64_t reached_edges = 0;  // where sure
};

/// The entries must be valid and that of the source must be 0; `finite` of them are finite. `given` and `tree` may be
/// null. The content of `tree` is valid only if the pass is sure.
template <WeightType W, OffsetType O>
PassResult pass_over_arcs(const CsrView<W, O>& csr, std::span<const W> distances, Vertex source, std::uint32_t finite,
                          const Vertex* given, Vertex* tree);

}  // namespace wayfront::host::detail
