// How a search from one vertex begins: the positions where it enters the core, what is near the source without the
// core, and the nodes between there and the root.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "removed_weights.hpp"
#include "structure.hpp"

namespace wayfront::separators {

template <WeightType W>
struct Departure {
  using Entry = Magnitude<W>;
  struct Start {
    std::uint32_t position;
    Entry distance;
  };
  struct Near {
    Vertex vertex;
    Entry distance;
  };
  std::vector<Start> starts;        // at most two
  std::vector<Near> near;           // removed vertices that are reached without the core; none of a core source
  std::vector<std::uint32_t> path;  // nodes of the starts and all their ancestors, the root last, descending
};

/// Keeps its memory: one entry per vertex, once it has met a removed source.
template <WeightType W>
class DepartureSearch {
 public:
  using Entry = Magnitude<W>;

  DepartureSearch(const CsrView<W, std::uint32_t>& graph, const Structure& structure)
      : graph_(graph), structure_(structure) {}

  const Departure<W>& from(Vertex source) {
    result_.starts.clear();
    result_.near.clear();
    result_.path.clear();
    if (structure_.position[source] != no_vertex)
      result_.starts.push_back({structure_.position[source], Entry{0}});
    else
      search(source);
    for (const auto& start : result_.starts)
      for (std::uint32_t x = structure_.node_of[start.position]; x != no_node; x = structure_.nodes[x].parent)
        result_.path.push_back(x);
    std::ranges::sort(result_.path, std::greater<>());
    const auto repeated = std::ranges::unique(result_.path);
    result_.path.erase(repeated.begin(), repeated.end());
    return result_;
  }

 private:
  static constexpr Entry none = static_cast<Entry>(unreached<W>);

  /// Dijkstra among removed vertices. What lies beyond a core vertex is not looked at.
  void search(Vertex source) {
    distances_.resize(structure_.vertices, none);
    touched_.assign(1, source);
    distances_[source] = 0;
    heap_.assign(1, {Entry{0}, source});
    while (!heap_.empty()) {
      std::ranges::pop_heap(heap_, std::greater<>());
      const auto [distance, u] = heap_.back();
      heap_.pop_back();
      if (distance != distances_[u]) continue;
      if (structure_.position[u] != no_vertex) {
        result_.starts.push_back({structure_.position[u], distance});
        continue;
      }
      result_.near.push_back({u, distance});
      for (std::uint32_t arc = graph_.begin(u); arc < graph_.end(u); ++arc) {
        const Vertex v = graph_.targets[arc];
        const Entry shorter = sum_of<W>(distance, static_cast<Entry>(graph_.weights[arc]));
        if (!(shorter < distances_[v])) continue;
        if (distances_[v] == none) touched_.push_back(v);
        distances_[v] = shorter;
        heap_.emplace_back(shorter, v);
        std::ranges::push_heap(heap_, std::greater<>());
      }
    }
    for (const Vertex v : touched_) distances_[v] = none;
  }

  CsrView<W, std::uint32_t> graph_;
  const Structure& structure_;
  Departure<W> result_;
  std::vector<Entry> distances_;  // `none` between two searches
  std::vector<Vertex> touched_;
  std::vector<std::pair<Entry, Vertex>> heap_;
};

}  // namespace wayfront::separators
