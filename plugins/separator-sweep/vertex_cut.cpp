#include "vertex_cut.hpp"

#include <algorithm>

namespace wayfront::separators {

bool VertexCut::find(const UndirectedGraph& graph, const std::vector<Side>& side, std::uint32_t max,
                     const RunContext& context) {
  graph_ = &graph;
  side_ = side.data();
  const std::uint32_t vertices = graph.vertices();
  before_.assign(vertices, none);
  after_.assign(vertices, none);
  next_neighbour_.resize(vertices);
  starts_.clear();
  for (std::uint32_t v = 0; v < vertices; ++v)
    if (side[v] == Side::near &&
        std::ranges::any_of(graph.row(v), [&](std::uint32_t u) { return side[u] != Side::near; }))
      starts_.push_back(v);
  std::uint32_t flow = 0;
  while (find_levels()) {
    context.throw_if_cancelled();
    std::copy_n(graph.offsets.begin(), vertices, next_neighbour_.begin());
    const std::uint32_t flow_before = flow;
    for (const std::uint32_t start : starts_)
      while (augment(start)) {
        if (++flow > max) return false;
        if (flow % 64 == 0) context.throw_if_cancelled();
      }
    if (flow == flow_before) break;
  }
  collect_nearest();
  collect_farthest();
  return true;
}

/// The distance of states from the near side, in the graph of what the flow leaves; whether the far side is reached,
/// where the search then ends.
bool VertexCut::find_levels() {
  level_.assign(std::size_t{2} * graph_->vertices(), -1);
  queue_.clear();
  const auto reach = [&](std::uint32_t state, std::int32_t level) {
    if (level_[state] >= 0) return;
    level_[state] = level;
    queue_.push_back(state);
  };
  for (const std::uint32_t v : starts_) reach(out(v), 0);
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const std::uint32_t state = queue_[i];
    const std::uint32_t v = vertex(state);
    if (side_[v] == Side::far) return true;
    const std::int32_t next = level_[state] + 1;
    if (is_out(state)) {
      for (const std::uint32_t u : graph_->row(v))
        if (side_[u] != Side::near) reach(in(u), next);
      if (is_used(v)) reach(in(v), next);
    } else if (!is_used(v)) {
      reach(out(v), next);
    } else if (side_[before_[v]] != Side::near) {
      reach(out(before_[v]), next);
    }
  }
  return false;
}

/// One more path from `start`, by depth-first search along the levels. States that lead nowhere lose their level.
bool VertexCut::augment(std::uint32_t start) {
  path_.assign(1, out(start));
  while (!path_.empty()) {
    const std::uint32_t state = path_.back();
    if (side_[vertex(state)] == Side::far) {
      apply_path();
      return true;
    }
    const std::uint32_t next = next_state(state);
    if (next != none) {
      path_.push_back(next);
    } else {
      level_[state] = -1;
      path_.pop_back();
    }
  }
  return false;
}

std::uint32_t VertexCut::next_state(std::uint32_t state) {
  const std::uint32_t v = vertex(state);
  const std::int32_t level = level_[state] + 1;
  if (!is_out(state)) {
    if (!is_used(v)) return level_[out(v)] == level ? out(v) : none;
    const std::uint32_t u = before_[v];
    return side_[u] != Side::near && level_[out(u)] == level ? out(u) : none;
  }
  for (std::uint32_t& i = next_neighbour_[v]; i < graph_->offsets[v + 1]; ++i) {
    const std::uint32_t u = graph_->neighbours[i];
    if (side_[u] != Side::near && level_[in(u)] == level) return in(u);
  }
  return side_[v] != Side::near && is_used(v) && level_[in(v)] == level ? in(v) : none;
}

void VertexCut::apply_path() {
  for (std::size_t i = 1; i < path_.size(); ++i) {
    const std::uint32_t from = path_[i - 1];
    const std::uint32_t v = vertex(from);
    const std::uint32_t u = vertex(path_[i]);
    if (!is_out(from)) continue;  // into a free vertex, or back along an edge whose ends the next steps change
    if (u == v) {
      before_[v] = after_[v] = none;  // its path no longer comes this way
      continue;
    }
    after_[v] = u;
    before_[u] = v;
  }
}

/// After the last search, which reached all that the near side still reaches.
void VertexCut::collect_nearest() {
  nearest_.clear();
  for (std::uint32_t v = 0; v < graph_->vertices(); ++v)
    if (side_[v] == Side::middle && level_[in(v)] >= 0 && level_[out(v)] < 0) nearest_.push_back(v);
}

void VertexCut::collect_farthest() {
  std::fill(level_.begin(), level_.end(), -1);
  queue_.clear();
  const auto reach = [&](std::uint32_t state) {
    if (level_[state] >= 0) return;
    level_[state] = 0;
    queue_.push_back(state);
  };
  for (std::uint32_t v = 0; v < graph_->vertices(); ++v)
    if (side_[v] == Side::far) reach(in(v));
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const std::uint32_t v = vertex(queue_[i]);
    if (!is_out(queue_[i])) {  // who leads to a vertex: its neighbours, and its own path turned back
      for (const std::uint32_t u : graph_->row(v))
        if (side_[u] != Side::far) reach(out(u));
      if (side_[v] == Side::middle && is_used(v)) reach(out(v));
    } else if (side_[v] == Side::middle) {
      if (!is_used(v))
        reach(in(v));
      else if (after_[v] != none && side_[after_[v]] != Side::far)
        reach(in(after_[v]));
    }
  }
  farthest_.clear();
  for (std::uint32_t v = 0; v < graph_->vertices(); ++v)
    if (side_[v] == Side::middle && level_[out(v)] >= 0 && level_[in(v)] < 0) farthest_.push_back(v);
}

}  // namespace wayfront::separators
