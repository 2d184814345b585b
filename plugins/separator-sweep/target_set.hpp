// The targets of a call: which nodes lead to them, so that a sweep can leave out all others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "structure.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::separators {

/// Knows nothing of weights. Targets may be repeated; each has one *place*, 0 .. places() - 1.
class TargetSet {
 public:
  /// `has_narrow`, by node: see NarrowTables.
  TargetSet(const Structure& structure, std::span<const std::uint8_t> has_narrow, std::span<const Vertex> targets)
      : targets_(targets.begin(), targets.end()), distinct_(targets_), is_selected_(structure.nodes.size()) {
    std::ranges::sort(distinct_);
    const auto repeated = std::ranges::unique(distinct_);
    distinct_.erase(repeated.begin(), repeated.end());
    for (const Vertex target : targets_) places_.push_back(place_of(target));
    for (const Vertex target : distinct_)
      for (const std::uint32_t side : {0U, 1U}) {
        const std::uint32_t position = structure.anchors[2 * std::size_t{target} + side];
        if (position == structure.core) continue;
        for (std::uint32_t x = structure.node_of[position]; x != no_node && is_selected_[x] == 0;
             x = structure.nodes[x].parent)
          is_selected_[x] = 1;
      }
    for (std::uint32_t x = 0; x < structure.nodes.size(); ++x) {
      if (is_selected_[x] == 0) continue;
      numbers_.push_back(x);
      nodes_.push_back(structure.nodes[x]);
      has_narrow_.push_back(has_narrow[x]);
    }
  }

  bool is(std::span<const Vertex> targets) const { return std::ranges::equal(targets_, targets); }
  /// Each once, ascending.
  std::span<const Vertex> distinct() const { return distinct_; }
  std::size_t places() const { return distinct_.size(); }
  /// By target as asked.
  std::span<const std::uint32_t> place() const { return places_; }
  /// places() where the vertex is no target.
  std::uint32_t place_of(Vertex vertex) const {
    const auto found = std::ranges::lower_bound(distinct_, vertex);
    const bool is_target = found != distinct_.end() && *found == vertex;
    return static_cast<std::uint32_t>((is_target ? found : distinct_.end()) - distinct_.begin());
  }

  bool is_selected(std::uint32_t x) const { return is_selected_[x] != 0; }
  /// The nodes of targets' anchors and all their ancestors, with their numbers, in the order of the structure.
  std::span<const Node> nodes() const { return nodes_; }
  std::span<const std::uint32_t> numbers() const { return numbers_; }
  std::span<const std::uint8_t> has_narrow() const { return has_narrow_; }
  /// Where a selected node is among them.
  std::uint32_t index_of(std::uint32_t x) const {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(numbers_, x) - numbers_.begin());
  }

 private:
  std::vector<Vertex> targets_;
  std::vector<Vertex> distinct_;
  std::vector<std::uint32_t> places_;
  std::vector<std::uint8_t> is_selected_;  // by node
  std::vector<std::uint32_t> numbers_;
  std::vector<Node> nodes_;
  std::vector<std::uint8_t> has_narrow_;
};

}  // namespace wayfront::separators
