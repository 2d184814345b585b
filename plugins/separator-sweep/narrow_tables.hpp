// The tables of the way down once more, in 16 bits: one source reads all of them once, so that their size is its time.
//
// The entries of a row, distances from one vertex to vertices that are close together, differ little. Each row has its
// smallest entry apart, and what the others exceed it by. Nine nodes of ten can be written so; the others, and all
// tables of floats, stay as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "structure.hpp"

namespace wayfront::separators {

template <WeightType W>
struct NarrowTables {
  using Entry = Magnitude<W>;

  std::vector<std::uint16_t> entries;  // at the places of Numbers::down
  std::vector<Entry> bases;            // of rows, by entry of Structure::boundaries
  std::vector<std::uint8_t> has;       // by node

  NarrowTables(const Structure& structure, const Numbers<W>& numbers) : has(structure.nodes.size()) {
    if constexpr (std::is_integral_v<Entry>) {
      entries.resize(structure.table_entries);
      bases.resize(structure.boundaries.size());
      for (std::size_t x = 0; x < structure.nodes.size(); ++x)
        has[x] = narrow(structure.nodes[x], numbers.down.data()) ? 1 : 0;
    }
  }

 private:
  bool narrow(const Node& node, const Entry* tables) {
    constexpr Entry widest = std::numeric_limits<std::uint16_t>::max();
    for (std::uint32_t b = 0; b < node.boundary_size; ++b) {
      const std::size_t start = node.table_start + std::size_t{b} * node.stride;
      const auto [min, max] = std::minmax_element(tables + start, tables + start + node.size);
      if (*max - *min > widest) return false;
      const Entry base = *min;
      bases[node.boundary_start + b] = base;
      for (std::uint32_t j = 0; j < node.size; ++j)
        entries[start + j] = static_cast<std::uint16_t>(tables[start + j] - base);
    }
    return true;
  }
};

}  // namespace wayfront::separators
