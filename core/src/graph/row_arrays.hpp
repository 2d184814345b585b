// The arrays that rows of a graph are made in.
#pragma once

#include <cstdint>

#include "base/big_array.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// Three arrays of one graph side; uninitialised, because whoever makes them writes every entry.
template <class W, class O>
struct RowArrays {
  RowArrays(Vertex vertices, std::uint64_t edges)
      : offsets(make_big_array<O>(std::uint64_t{vertices} + 2)),
        ends(make_big_array<Vertex>(edges)),
        weights(make_big_array<W>(edges)) {}
  BigArray<O> offsets;  // one entry more than in a view: see sort_small in row_sort.hpp
  BigArray<Vertex> ends;
  BigArray<W> weights;
};

}  // namespace wayfront::host
