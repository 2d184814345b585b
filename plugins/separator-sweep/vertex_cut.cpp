#include "vertex_cut.hpp"

#include <algorithm>

namespace wayfront::separators {

bool VertexCut::find(const UndirectedGraph& graph, const std::vector<Side>& side,
                     const std::vector<std::int32_t>& coordinate, std::uint32_t max, const RunContext& context) {
  graph_ = &graph;
  side_ = side.data();
  coordinate_ = coordinate.data();
  const std::uint32_t vertices = graph.vertices();
  before_.assign(vertices, none);
  after_.assign(vertices, none);
  starts_.clear();
  for (std::uint32_t v = 0; v < vertices; ++v)
    if (side[v] == Side::near &&
        std::ranges::any_of(graph.row(v), [&](std::uint32_t u) { return side[u] != Side::near; }))
      starts_.push_back(v);
  std::uint32_t flow = 0;
  for (;;) {
    context.throw_if_cancelled();
    start_round();
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

void VertexCut::start_round() {
  const std::uint32_t vertices = graph_->vertices();
  seen_.assign(std::size_t{2} * vertices, 0);
  is_second_look_.assign(vertices, 0);
  next_neighbour_.assign(graph_->offsets.begin(), graph_->offsets.begin() + vertices);
  for (const std::uint32_t v : starts_) seen_[out(v)] = 1;
}

bool VertexCut::see(std::uint32_t state) {
  if (seen_[state] != 0) return false;
  seen_[state] = 1;
  return true;
}

/// One more path from `start`, depth first among states that nobody has seen in this round.
bool VertexCut::augment(std::uint32_t start) {
  path_.assign(1, out(start));
  while (!path_.empty()) {
    const std::uint32_t state = path_.back();
    if (side_[vertex(state)] == Side::far) {
      apply_path();
      return true;
    }
    const std::uint32_t next = next_state(state);
    if (next != none)
      path_.push_back(next);
    else
      path_.pop_back();
  }
  return false;
}

std::uint32_t VertexCut::next_state(std::uint32_t state) {
  const std::uint32_t v = vertex(state);
  if (!is_out(state)) {
    if (!is_used(v)) return see(out(v)) ? out(v) : none;
    const std::uint32_t u = before_[v];
    return side_[u] != Side::near && see(out(u)) ? out(u) : none;
  }
  const std::uint32_t u = next_neighbour(v);
  if (u != none) return in(u);
  return side_[v] != Side::near && is_used(v) && see(in(v)) ? in(v) : none;
}

/// The next neighbour of v that nobody has come to yet: those that lie ahead first, then the others.
std::uint32_t VertexCut::next_neighbour(std::uint32_t v) {
  for (;;) {
    for (std::uint32_t& i = next_neighbour_[v]; i < graph_->offsets[v + 1];) {
      const std::uint32_t u = graph_->neighbours[i++];
      if (side_[u] == Side::near || seen_[in(u)] != 0) continue;
      if (is_second_look_[v] == 0 && coordinate_[u] <= coordinate_[v]) continue;
      if (side_[u] != Side::far) seen_[in(u)] = 1;  // many paths may end in one vertex of the far side
      return u;
    }
    if (is_second_look_[v] != 0) return none;
    is_second_look_[v] = 1;
    next_neighbour_[v] = graph_->offsets[v];
  }
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

/// After the last round, which saw all that the near side still reaches.
void VertexCut::collect_nearest() {
  nearest_.clear();
  for (std::uint32_t v = 0; v < graph_->vertices(); ++v)
    if (side_[v] == Side::middle && seen_[in(v)] != 0 && seen_[out(v)] == 0) nearest_.push_back(v);
}

void VertexCut::collect_farthest() {
  std::fill(seen_.begin(), seen_.end(), 0);
  queue_.clear();
  const auto reach = [&](std::uint32_t state) {
    if (see(state)) queue_.push_back(state);
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
    if (side_[v] == Side::middle && seen_[out(v)] != 0 && seen_[in(v)] == 0) farthest_.push_back(v);
}

}  // namespace wayfront::separators
