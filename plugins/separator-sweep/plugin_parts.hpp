// What plugins over the prepared structure take alike: their options, and graphs with either kind of offsets.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "preparation.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::separators {

inline constexpr OptionRow preparation_rows[] = {
    integer<&PreparationOptions::leaf_size>("leaf_size", 32, {8, 256},
                                            "Parts of at most this many vertices are not cut.")
        .tried("16, 64, 128"),
    integer<&PreparationOptions::max_memory>("max_memory", 0, {0, 1 << 30},
                                             "MiB of host memory that the tables may take; 0: what is available.")};

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
