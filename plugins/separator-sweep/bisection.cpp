#include "bisection.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "admission.hpp"

namespace wayfront::separators {
namespace {

constexpr double terminal = 0.3;       // of all that is carried, on either side
constexpr double max_part = 0.85;      // a cut that leaves more is no candidate
constexpr double balance_power = 0.6;  // what balance is worth against size

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

}  // namespace

const std::vector<std::uint32_t>& Bisector::separator_of(const UndirectedGraph& graph,
                                                         const std::vector<std::uint32_t>& carried, unsigned directions,
                                                         std::uint64_t seed, const RunContext& context) {
  graph_ = &graph;
  carried_ = &carried;
  total_ = 0;
  for (const std::uint32_t weight : carried) total_ += weight;
  best_.clear();
  best_score_ = std::numeric_limits<double>::infinity();

  const std::uint32_t a = search(static_cast<std::uint32_t>(mixed(seed) % graph.vertices()), last_);
  const std::uint32_t b = search(a, first_);
  search(b, last_);
  if (directions > 1) {
    search(farthest_from({&first_, &last_}), third_);
    search(farthest_from({&first_, &last_, &third_}), fourth_);
  }
  const Distances* const pairs[][2] = {{&first_, &last_}, {&third_, &fourth_}, {&first_, &third_}, {&last_, &third_}};
  bool is_too_large = false;
  for (unsigned i = 0; i < directions; ++i) {
    context.throw_if_cancelled();
    set_coordinate(*pairs[i][0], *pairs[i][1]);
    order_by_coordinate();
    if (!choose_sides()) continue;
    const auto max = static_cast<std::uint32_t>(best_.empty() ? max_separator : best_.size() * 3 / 2 + 2);
    if (!cut_.find(graph, side_, coordinate_, max, context)) {
      is_too_large = true;
      continue;
    }
    consider(cut_.nearest());
    consider(cut_.farthest());
  }
  if (best_.empty() && !is_too_large) take_middle();
  if (best_.empty() || best_.size() > max_separator) decline_separator(graph.vertices());
  return best_;
}

/// Breadth-first; the vertex that comes last.
std::uint32_t Bisector::search(std::uint32_t start, Distances& distances) {
  constexpr std::uint32_t none = 0xffff'ffffU;
  distances.assign(graph_->vertices(), none);
  distances[start] = 0;
  queue_.assign(1, start);
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const std::uint32_t u = queue_[i];
    for (const std::uint32_t v : graph_->row(u)) {
      if (distances[v] != none) continue;
      distances[v] = distances[u] + 1;
      queue_.push_back(v);
    }
  }
  return queue_.back();
}

std::uint32_t Bisector::farthest_from(std::initializer_list<const Distances*> all) const {
  std::uint32_t best = 0;
  std::uint32_t best_distance = 0;
  for (std::uint32_t v = 0; v < graph_->vertices(); ++v) {
    std::uint32_t nearest = std::numeric_limits<std::uint32_t>::max();
    for (const Distances* const distances : all) nearest = std::min(nearest, (*distances)[v]);
    if (nearest > best_distance) best = v, best_distance = nearest;
  }
  return best;
}

void Bisector::set_coordinate(const Distances& from, const Distances& to) {
  coordinate_.resize(graph_->vertices());
  for (std::uint32_t v = 0; v < graph_->vertices(); ++v)
    coordinate_[v] = static_cast<std::int32_t>(from[v]) - static_cast<std::int32_t>(to[v]);
}

void Bisector::order_by_coordinate() {
  const auto [min, max] = std::ranges::minmax(coordinate_);
  counts_.assign(static_cast<std::size_t>(max - min) + 2, 0);
  for (const std::int32_t x : coordinate_) ++counts_[static_cast<std::size_t>(x - min) + 1];
  for (std::size_t i = 1; i < counts_.size(); ++i) counts_[i] += counts_[i - 1];
  order_.resize(graph_->vertices());
  for (std::uint32_t v = 0; v < graph_->vertices(); ++v)
    order_[counts_[static_cast<std::size_t>(coordinate_[v] - min)]++] = v;
}

/// False where one side has nothing that the other does not touch.
bool Bisector::choose_sides() {
  const std::uint32_t vertices = graph_->vertices();
  const double enough = terminal * static_cast<double>(total_);
  side_.assign(vertices, Side::middle);
  double sum = 0;
  for (std::uint32_t i = 0; i < vertices && sum < enough; ++i) {
    side_[order_[i]] = Side::near;
    sum += (*carried_)[order_[i]];
  }
  sum = 0;
  bool any = false;
  for (std::uint32_t i = vertices; i-- > 0 && sum < enough;) {
    const std::uint32_t v = order_[i];
    if (side_[v] == Side::near) break;
    sum += (*carried_)[v];
    if (std::ranges::any_of(graph_->row(v), [&](std::uint32_t u) { return side_[u] == Side::near; })) continue;
    side_[v] = Side::far;
    any = true;
  }
  return any;
}

void Bisector::consider(const std::vector<std::uint32_t>& cut) {
  if (cut.empty()) return;
  const double part = static_cast<double>(largest_part(cut)) / static_cast<double>(total_);
  if (part > max_part) return;
  const double score = static_cast<double>(cut.size()) / std::pow(1 - part, balance_power);
  if (score < best_score_) best_score_ = score, best_ = cut;
}

std::uint64_t Bisector::largest_part(const std::vector<std::uint32_t>& cut) {
  seen_.assign(graph_->vertices(), 0);
  for (const std::uint32_t v : cut) seen_[v] = 1;
  std::uint64_t largest = 0;
  for (std::uint32_t start = 0; start < graph_->vertices(); ++start) {
    if (seen_[start] != 0) continue;
    std::uint64_t sum = 0;
    seen_[start] = 1;
    queue_.assign(1, start);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      sum += (*carried_)[queue_[i]];
      for (const std::uint32_t v : graph_->row(queue_[i]))
        if (seen_[v] == 0) seen_[v] = 1, queue_.push_back(v);
    }
    largest = std::max(largest, sum);
  }
  return largest;
}

/// Where no cut will do, as in a clique: half of the vertices along the last coordinate, those at the border.
void Bisector::take_middle() {
  const std::uint32_t half = graph_->vertices() / 2;
  seen_.assign(graph_->vertices(), 0);
  for (std::uint32_t i = 0; i < half; ++i) seen_[order_[i]] = 1;
  for (std::uint32_t i = 0; i < half; ++i) {
    const auto row = graph_->row(order_[i]);
    if (std::ranges::any_of(row, [&](std::uint32_t u) { return seen_[u] == 0; })) best_.push_back(order_[i]);
  }
}

}  // namespace wayfront::separators
