#include "share.hpp"

#include <algorithm>
#include <cstring>

namespace wayfront::separator_sweep_cuda {
namespace {

using separators::no_node;
using separators::Node;
using separators::Structure;

constexpr std::uint32_t piece_side = 32;
constexpr std::uint32_t strip_columns = 8;

/// The block that publishes each node: a depth-first walk, cut into pieces of about the same cost. A piece costs what
/// its nodes and the ancestors of its first one cost, the root excepted, which is shared out by columns.
std::vector<std::uint32_t> publishers(const Structure& structure, std::uint32_t blocks) {
  const auto nodes = static_cast<std::uint32_t>(structure.nodes.size());
  std::vector<std::uint64_t> cost(nodes), above(nodes);
  std::vector<std::uint32_t> walk, waiting = {0};
  std::uint64_t all = 0;
  std::uint64_t max = 0;  // of a node with its ancestors
  while (!waiting.empty()) {
    const std::uint32_t x = waiting.back();
    waiting.pop_back();
    walk.push_back(x);
    const Node& node = structure.nodes[x];
    if (x != 0) {
      constexpr std::uint64_t of_node = 64;  // in entries of tables, like those of a position
      constexpr std::uint64_t of_position = 4;
      cost[x] = std::uint64_t{node.boundary_size} * node.stride + of_position * node.size + of_node;
      above[x] = above[node.parent] + cost[node.parent];
    }
    all += cost[x];
    max = std::max(max, above[x] + cost[x]);
    for (std::uint32_t child = structure.children[x + 1]; child-- > structure.children[x];) waiting.push_back(child);
  }
  std::vector<std::uint32_t> result(nodes);
  const auto fits = [&](std::uint64_t limit) {
    std::uint32_t block = 0;
    std::uint64_t sum = 0;
    for (const std::uint32_t x : walk) {
      if (sum != 0 && sum + cost[x] > limit) {
        if (++block == blocks) return false;
        sum = above[x];
      }
      sum += cost[x];
      result[x] = block;
    }
    return true;
  };
  std::uint64_t low = std::max(max, all / blocks);  // the smallest limit lies from here
  std::uint64_t high = max + all;                   // to here, where one block is enough
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (fits(middle))
      high = middle;
    else
      low = middle + 1;
  }
  fits(high);
  return result;
}

struct Range {
  std::uint32_t begin, end;
};

class MapMaker {
 public:
  MapMaker(const Structure& structure, std::uint32_t blocks, Shares& result)
      : structure_(structure),
        result_(result),
        blocks_(blocks),
        steps_(structure.nodes.empty() ? 0 : static_cast<std::uint32_t>(structure.steps.size()) - 1),
        place_of_root_(structure.nodes.empty() ? 0 : structure.nodes[0].size) {
    if (steps_ == 0) return;
    const auto publisher = publishers(structure, blocks);
    for (std::uint32_t step = 1; step < steps_; ++step) {
      const auto begin = publisher.begin() + structure.steps[step];
      const auto end = publisher.begin() + structure.steps[step + 1];
      auto& starts = own_.emplace_back();
      for (std::uint32_t block = 0; block <= blocks; ++block)
        starts.push_back(static_cast<std::uint32_t>(std::lower_bound(begin, end, block) - publisher.begin()));
    }
  }

  /// The words of a block's map. Adds its strips to the result, and raises what is a maximum there.
  std::vector<std::uint32_t> map_of(std::uint32_t block) {
    result_.strip_starts.push_back(static_cast<std::uint32_t>(result_.strips.size()));
    std::vector<Range> nodes(std::max(steps_, 1U));  // that the block works out, by step
    for (std::uint32_t step = steps_; step-- > 1;) {
      Range& range = nodes[step];
      range = {own_[step - 1][block], own_[step - 1][block + 1]};
      if (step + 1 == steps_ || nodes[step + 1].begin == nodes[step + 1].end) continue;
      const Range parents{structure_.nodes[nodes[step + 1].begin].parent,
                          structure_.nodes[nodes[step + 1].end - 1].parent + 1};
      range = range.begin == range.end ? parents
                                       : Range{std::min(range.begin, parents.begin), std::max(range.end, parents.end)};
    }
    words_.assign((sizeof(ShareHead) + (nodes.size() - 1) * sizeof(StepShare)) / sizeof(std::uint32_t), 0);
    ShareHead head{};
    head.steps = static_cast<std::uint32_t>(nodes.size()) - 1;
    add_columns(block, nodes, head);
    std::uint32_t local = (head.column_count + 3) / 4 * 4;
    std::vector<StepShare> steps(nodes.size());
    for (std::uint32_t step = 1; step < nodes.size(); ++step) {
      result_.max_upper = std::max(result_.max_upper, local);
      add_step(block, step, nodes[step], local, steps);
      local += (steps[step].end - steps[step].first + 3) / 4 * 4;
      result_.max_tables[step] = std::max<std::uint64_t>(result_.max_tables[step], steps[step].table_entries);
    }
    result_.max_distances = std::max(result_.max_distances, local);
    std::memcpy(words_.data(), &head, sizeof head);
    if (nodes.size() > 1)
      std::memcpy(words_.data() + sizeof head / sizeof(std::uint32_t), steps.data() + 1,
                  (nodes.size() - 1) * sizeof(StepShare));
    pad();
    return words_;
  }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(words_.size()); }
  void add(const Piece& piece) {
    words_.resize(words_.size() + sizeof piece / sizeof(std::uint32_t));
    std::memcpy(words_.data() + words_.size() - sizeof piece / sizeof(std::uint32_t), &piece, sizeof piece);
  }
  void pad() { words_.resize((words_.size() + 3) / 4 * 4); }

  /// Of the root: those that the block publishes, then those that its nodes touch.
  void add_columns(std::uint32_t block, const std::vector<Range>& nodes, ShareHead& head) {
    head.columns = here();
    if (steps_ == 0) return;
    const std::uint32_t size = structure_.nodes[0].size;
    const std::uint32_t width = (size + blocks_ - 1) / blocks_;
    std::ranges::fill(place_of_root_, no_node);
    const auto add = [&](std::uint32_t position) {
      if (place_of_root_[position] != no_node) return;
      place_of_root_[position] = head.column_count++;
      words_.push_back(position);
    };
    for (std::uint32_t i = std::min(block * width, size); i < std::min((block + 1) * width, size); ++i) add(i);
    head.own_columns = head.column_count;
    for (std::uint32_t step = 1; step < nodes.size(); ++step)
      for (std::uint32_t x = nodes[step].begin; x < nodes[step].end; ++x)
        for (std::uint32_t b = 0; b < structure_.nodes[x].boundary_size; ++b)
          if (const std::uint32_t p = structure_.boundaries[structure_.nodes[x].boundary_start + b]; p < size) add(p);
    pad();
  }

  void add_step(std::uint32_t block, std::uint32_t step, const Range& nodes, std::uint32_t local,
                std::vector<StepShare>& steps) {
    StepShare& share = steps[step];
    if (nodes.begin == nodes.end) return;
    const Node& front = structure_.nodes[nodes.begin];
    const Node& back = structure_.nodes[nodes.end - 1];
    share.first_node = nodes.begin;
    share.end_node = nodes.end;
    share.first = front.first;
    share.end = back.first + back.size;
    share.local = local;
    share.table_start = front.table_start;
    share.table_entries = static_cast<std::uint32_t>(
        back.table_start + std::uint64_t{back.boundary_size} * back.stride - front.table_start);
    const Range own{own_[step - 1][block], own_[step - 1][block + 1]};
    if (own.begin != own.end) {
      share.own_first = structure_.nodes[own.begin].first;
      share.own_end = structure_.nodes[own.end - 1].first + structure_.nodes[own.end - 1].size;
    }
    share.ways = here();
    for (std::uint64_t b = front.boundary_start; b < back.boundary_start + back.boundary_size; ++b)
      words_.push_back(local_of(structure_.boundaries[b], step, steps));
    pad();
    share.pieces = here();
    for (std::uint32_t x = nodes.begin; x < nodes.end; ++x) {
      const Node& node = structure_.nodes[x];
      for (std::uint32_t row = 0; row < node.boundary_size; row += piece_side)
        for (std::uint32_t column = 0; column < node.size; column += piece_side) {
          add(Piece{
              .table = static_cast<std::uint32_t>(node.table_start - front.table_start) + row * node.stride + column,
              .ways = static_cast<std::uint32_t>(node.boundary_start - front.boundary_start) + row,
              .own = local + node.first - front.first + column,
              .stride = static_cast<std::uint16_t>(node.stride),
              .rows = static_cast<std::uint8_t>(std::min(piece_side, node.boundary_size - row)),
              .columns = static_cast<std::uint8_t>(std::min(piece_side, node.size - column))});
          ++share.piece_count;
        }
    }
    share.strips = static_cast<std::uint32_t>(result_.strips.size()) - result_.strip_starts[block];
    for (std::uint32_t x = nodes.begin; x < nodes.end; ++x) {
      const Node& node = structure_.nodes[x];
      for (std::uint32_t column = 0; column < node.size; column += strip_columns) {
        result_.strips.push_back({.table = static_cast<std::uint32_t>(node.table_start - front.table_start) + column,
                                  .ways = static_cast<std::uint32_t>(node.boundary_start - front.boundary_start),
                                  .own = local + node.first - front.first + column,
                                  .position = node.first + column,
                                  .node = x,
                                  .rows = node.boundary_size,
                                  .stride = node.stride,
                                  .columns = std::min(strip_columns, node.size - column)});
        ++share.strip_count;
      }
    }
  }

  /// Where the block has the distance of a position that lies in a step above.
  std::uint32_t local_of(std::uint32_t position, std::uint32_t step, const std::vector<StepShare>& steps) const {
    if (position < structure_.nodes[0].size) return place_of_root_[position];
    for (std::uint32_t above = step; above-- > 1;)
      if (position >= steps[above].first && position < steps[above].end)
        return steps[above].local + position - steps[above].first;
    return no_node;  // not reached: all ancestors are worked out
  }

  const Structure& structure_;
  Shares& result_;
  std::uint32_t blocks_;
  std::uint32_t steps_;
  std::vector<std::vector<std::uint32_t>> own_;  // by step - 1, then block: the first node that it publishes
  std::vector<std::uint32_t> place_of_root_;     // in a block's distances, by position
  std::vector<std::uint32_t> words_;
};

}  // namespace

Shares shares_of(const Structure& structure, std::uint32_t blocks) {
  Shares result;
  result.blocks = blocks;
  result.max_tables.assign(std::max<std::size_t>(structure.steps.size(), 1), 0);
  MapMaker maker(structure, blocks, result);
  std::vector<std::vector<std::uint32_t>> maps;
  for (std::uint32_t block = 0; block < blocks; ++block) {
    maps.push_back(maker.map_of(block));
    result.pitch = std::max(result.pitch, static_cast<std::uint32_t>(maps.back().size()));
    result.max_strips =
        std::max(result.max_strips, static_cast<std::uint32_t>(result.strips.size()) - result.strip_starts.back());
  }
  result.strip_starts.push_back(static_cast<std::uint32_t>(result.strips.size()));
  for (auto& map : maps) {
    map.resize(result.pitch);
    result.maps.insert(result.maps.end(), map.begin(), map.end());
  }
  return result;
}

Paths paths_of(const Structure& structure) {
  const std::size_t nodes = structure.nodes.size();
  Paths result;
  result.places.resize(nodes);
  result.up_places.resize(structure.boundaries.size());
  std::vector<std::uint64_t> rows(nodes);
  std::vector<std::uint64_t> entries(nodes);
  for (std::size_t x = 0; x < nodes; ++x) {
    const Node& node = structure.nodes[x];
    std::uint64_t above = 0;
    rows[x] = node.boundary_size;
    if (node.parent != no_node) {
      result.places[x] = result.places[node.parent] + structure.nodes[node.parent].stride;
      rows[x] += rows[node.parent];
      above = entries[node.parent];
    }
    entries[x] = above + std::uint64_t{node.boundary_size} * node.stride;
    result.max_places = std::max(result.max_places, result.places[x] + node.stride);
    result.max_rows = std::max(result.max_rows, static_cast<std::uint32_t>(rows[x]));
    result.max_table_entries = std::max(result.max_table_entries, above);
    for (std::uint64_t b = node.boundary_start; b < node.boundary_start + node.boundary_size; ++b) {
      const std::uint32_t position = structure.boundaries[b];
      const std::uint32_t ancestor = structure.node_of[position];
      result.up_places[b] = result.places[ancestor] + position - structure.nodes[ancestor].first;
    }
  }
  return result;
}

}  // namespace wayfront::separator_sweep_cuda
