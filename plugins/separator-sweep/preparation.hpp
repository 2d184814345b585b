// The symbolic half: from a graph to a structure, without a look at a weight. And what plugins over it take alike: their
// options, and graphs with either kind of offsets.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "layout.hpp"
#include "skeleton.hpp"
#include "structure.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/plugin.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

struct PreparationOptions {
  std::int64_t seed = 1;  // where searches for separators start; no option, because no seed is better on all graphs
  std::int64_t leaf_size;
  std::int64_t max_memory;
};

inline constexpr OptionRow preparation_rows[] = {
    integer<&PreparationOptions::leaf_size>("leaf_size", 32, {8, 256},
                                            "Parts of at most this many vertices are not cut.")
        .tried("16, 64, 128"),
    integer<&PreparationOptions::max_memory>("max_memory", 0, {0, 1 << 30},
                                             "MiB of host memory that the tables may take; 0: what is available.")};

struct Preparation {
  Skeleton skeleton;
  Structure structure;
  Prediction prediction;
  bool is_complete = false;
};

/// Fills `result`, with the same options each time; false where nothing was computed, because it has the structure of
/// such a graph already, from an earlier call (it joined the same vertices, or more, whatever the weights and
/// directions), or because an earlier run kept that of the same rows. A note for the reports says which. Throws Unsupported for a
/// graph that is not like a road network, with the figures by which that was decided, and Cancelled.
bool prepare_structure(const Graph& graph, const PreparationOptions& options, Preparation& result, RunContext& context);

/// Calls f with a view of offsets of 32 bits. Graphs that are admitted have so few arcs that those of 64 bits fit:
/// `offsets` holds them then.
template <class F>
auto with_narrow_offsets(const AnyCsr& graph, std::vector<std::uint32_t>& offsets, F&& f) {
  return visit(graph, [&]<class W, class O>(const CsrView<W, O>& csr) {
    if constexpr (std::is_same_v<O, std::uint32_t>) {
      return f(csr);
    } else {
      offsets.assign(csr.offsets, csr.offsets + csr.vertices + 1);
      return f(CsrView<W, std::uint32_t>{csr.vertices, static_cast<std::uint32_t>(csr.edges), offsets.data(),
                                         csr.targets, csr.weights});
    }
  });
}

}  // namespace wayfront::separators
