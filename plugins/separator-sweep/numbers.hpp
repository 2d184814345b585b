// The numeric half: weights worked into a structure, from the leaves of the separator tree to its root.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "admission.hpp"
#include "front.hpp"
#include "preparation.hpp"
#include "removed_weights.hpp"
#include "skeleton.hpp"
#include "structure.hpp"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

template <WeightType W>
class NumbersBuilder {
 public:
  using Entry = Magnitude<W>;

  NumbersBuilder(const Skeleton& skeleton, const Structure& structure, const CoreWeights<W>& weights,
                 Numbers<W>& numbers, RunContext& context)
      : skeleton_(skeleton),
        structure_(structure),
        weights_(weights),
        is_symmetric_(weights.is_symmetric()),
        numbers_(numbers),
        context_(context),
        passed_up_(structure.nodes.size()) {}

  /// All but Numbers::offsets.
  void build() {
    numbers_.down.resize(structure_.table_entries);
    numbers_.inner.resize(structure_.inner_entries);
    numbers_.up.resize(is_symmetric_ ? 0 : structure_.table_entries);
    for (std::size_t step = structure_.steps.size() - 1; step-- > 0;) {
      const std::uint32_t first = structure_.steps[step];
      context_.parallel_for(structure_.steps[step + 1] - first, 1, [&](std::uint64_t begin, std::uint64_t end) {
        workspaces_.with([&](Workspace& work) {
          for (std::uint64_t i = begin; i < end; ++i) {
            context_.throw_if_cancelled();
            build_node(first + static_cast<std::uint32_t>(i), work);
          }
        });
      });
    }
  }

 private:
  struct Workspace {
    Front<Entry> front;
    std::vector<std::uint32_t> places;  // rows of the front that a child's boundary has
  };

  std::span<const std::uint32_t> boundary(const Node& node) const {
    return {structure_.boundaries.data() + node.boundary_start, node.boundary_size};
  }
  /// The row of a position of the node's separator or boundary.
  std::uint32_t row_of(const Node& node, std::uint32_t position) const {
    if (position >= node.first) return position - node.first;
    const auto all = boundary(node);
    return node.size + static_cast<std::uint32_t>(std::ranges::lower_bound(all, position) - all.begin());
  }

  void build_node(std::uint32_t x, Workspace& work) {
    const Node& node = structure_.nodes[x];
    Front<Entry>& front = work.front;
    front.start(node.size + node.boundary_size, Numbers<W>::none);
    add_edges(node, front);
    for (std::uint32_t child = structure_.children[x]; child < structure_.children[x + 1]; ++child)
      add_child(node, child, work);
    front.open(node.size, context_);
    store_tables(node, front);
    auto& up = passed_up_[x];
    up.reserve(std::size_t{node.boundary_size} * node.boundary_size);
    for (std::uint32_t i = 0; i < node.boundary_size; ++i) {
      const Entry* const row = front.row(node.size + i) + node.size;
      up.insert(up.end(), row, row + node.boundary_size);
    }
  }

  /// Edges that have an end in the separator. Those to other nodes of the subtree came with the children.
  void add_edges(const Node& node, Front<Entry>& front) const {
    for (std::uint32_t i = 0; i < node.size; ++i) {
      const std::uint32_t u = skeleton_.core_id[structure_.vertex_at[node.first + i]];
      for (std::uint32_t edge = skeleton_.graph.offsets[u]; edge < skeleton_.graph.offsets[u + 1]; ++edge) {
        const std::uint32_t p = structure_.position[skeleton_.core[skeleton_.graph.neighbours[edge]]];
        if (p >= node.first + node.size) continue;
        const std::uint32_t j = row_of(node, p);
        front.lower(i, j, weights_.out[edge]);
        front.lower(j, i, weights_.in[edge]);
      }
    }
  }

  void add_child(const Node& node, std::uint32_t child, Workspace& work) {
    const auto all = boundary(structure_.nodes[child]);
    work.places.clear();
    for (const std::uint32_t position : all) work.places.push_back(row_of(node, position));
    const Entry* entry = passed_up_[child].data();
    for (const std::uint32_t i : work.places) {
      Entry* const row = work.front.row(i);
      for (const std::uint32_t j : work.places) {
        row[j] = std::min(row[j], *entry);
        ++entry;
      }
    }
    std::vector<Entry>().swap(passed_up_[child]);
  }

  void store_tables(const Node& node, Front<Entry>& front) {
    const auto pad = [&](Entry* row) { std::fill(row + node.size, row + node.stride, Numbers<W>::none); };
    for (std::uint32_t i = 0; i < node.size; ++i) {
      Entry* const row = numbers_.inner.data() + node.inner_start + std::size_t{i} * node.stride;
      std::copy_n(front.row(i), node.size, row);
      pad(row);
    }
    for (std::uint32_t b = 0; b < node.boundary_size; ++b) {
      const std::size_t start = node.table_start + std::size_t{b} * node.stride;
      std::copy_n(front.row(node.size + b), node.size, numbers_.down.data() + start);
      pad(numbers_.down.data() + start);
      if (is_symmetric_) continue;
      for (std::uint32_t j = 0; j < node.size; ++j) numbers_.up[start + j] = front.row(j)[node.size + b];
      pad(numbers_.up.data() + start);
    }
  }

  const Skeleton& skeleton_;
  const Structure& structure_;
  const CoreWeights<W>& weights_;
  bool is_symmetric_;
  Numbers<W>& numbers_;
  RunContext& context_;
  std::vector<std::vector<Entry>> passed_up_;  // by node: between its boundary's vertices, until its parent is built
  Workspaces<Workspace> workspaces_;
};

/// In the memory of `numbers`, those of a graph before. Throws Unsupported where memory would not do.
template <WeightType W>
Numbers<W> numbers_of(const Preparation& preparation, const CsrView<W, std::uint32_t>& graph, std::int64_t max_memory,
                      RunContext& context, Numbers<W> numbers = {}) {
  const Skeleton& skeleton = preparation.skeleton;
  const Structure& structure = preparation.structure;
  CoreWeights<W> weights;
  {
    const RemovedWeights<W> removed(skeleton, graph, context);
    numbers.offsets = removed.offsets();
    weights = removed.core();
  }
  admit_memory(bytes_of_numbers(structure, preparation.prediction, weights.is_symmetric(), sizeof(Magnitude<W>),
                                context.threads()),
               (numbers.down.size() + numbers.up.size() + numbers.inner.size()) * sizeof(Magnitude<W>), max_memory);
  NumbersBuilder<W>(skeleton, structure, weights, numbers, context).build();
  return numbers;
}

}  // namespace wayfront::separators
