// The loops of separator-sweep for every size of vectors: a processor runs only one of them.
#include "../test.hpp"
#include "sweep.hpp"

namespace wayfront::separators {
namespace separator_sweep_vectors_test {

template <class Entry>
constexpr Entry unreached = std::numeric_limits<Entry>::max() / 4;

/// The distances of a node with so many positions, of the two positions of its boundary behind it, and of other nodes.
template <class Entry>
struct OneNode {
  explicit OneNode(std::uint32_t size)
      : node{.first = 0,
             .size = size,
             .stride = (size + row_alignment - 1) / row_alignment * row_alignment,
             .boundary_size = 2,
             .parent = no_node,
             .step = 0,
             .boundary_start = 0,
             .table_start = 0,
             .inner_start = 0},
        boundary{node.stride + row_alignment, node.stride + row_alignment + 1},
        table(std::size_t{2} * node.stride, unreached<Entry>),
        distances(boundary[1] + 1) {
    for (std::uint32_t j = 0; j < size; ++j) {
      table[j] = static_cast<Entry>(5 + 3 * j);
      table[node.stride + j] = static_cast<Entry>(40 + j);
    }
    for (std::uint32_t i = 0; i < distances.size(); ++i) distances[i] = static_cast<Entry>(1000 + i);
    distances[boundary[0]] = 7;
    distances[boundary[1]] = 2;
  }

  /// `is_ready`: whether the node's own distances count.
  std::vector<Entry> expected(bool is_ready) const {
    std::vector<Entry> d = distances;
    for (std::uint32_t j = 0; j < node.size; ++j) {
      const Entry lower = std::min<Entry>(7 + table[j], 2 + table[node.stride + j]);
      d[j] = is_ready ? std::min(d[j], lower) : lower;
    }
    return d;
  }

  template <std::size_t bytes>
  std::vector<Entry> swept(bool is_ready) const {
    std::vector<Entry> d = distances, ways(2);
    const std::uint8_t has_narrow = 0, ready = is_ready ? 1 : 0;
    const SweepDown::Tables<Entry> tables{.nodes = &node,
                                          .count = 1,
                                          .boundaries = boundary.data(),
                                          .wide = table.data(),
                                          .narrow = nullptr,
                                          .bases = nullptr,
                                          .has_narrow = &has_narrow};
    SweepDown::run<bytes>(&tables, &ready, unreached<Entry>, d.data(), ways.data());
    return d;
  }

  Node node;
  std::vector<std::uint32_t> boundary;
  std::vector<Entry> table, distances;
};

TEST_CASE_TEMPLATE("a node's distances are lowered, and no others, whatever the size of vectors", Entry, std::uint32_t,
                   std::uint64_t, float, double) {
  for (std::uint32_t size = 1; size <= 70; ++size) {
    CAPTURE(size);
    const OneNode<Entry> one(size);
    for (const bool is_ready : {false, true}) {
      CAPTURE(is_ready);
      const std::vector<Entry> expected = one.expected(is_ready);
      CHECK(one.template swept<16>(is_ready) == expected);
      CHECK(one.template swept<32>(is_ready) == expected);
      CHECK(one.template swept<64>(is_ready) == expected);
    }
  }
}

}  // namespace separator_sweep_vectors_test
}  // namespace wayfront::separators
