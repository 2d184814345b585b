// Arcs between ids become arcs between vertices, which are numbered in the order of the ids.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ids/numbering.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::ids {

/// The vertices of a file.
struct Numbering {
  Vertex vertices = 0;
  std::uint64_t first_id = 0;
  std::vector<std::uint64_t> ids{};  // of the vertices; empty if these are first_id and the numbers after it
};

/// Whether ids from `min` to `max` of so many arcs are better counted with a bit for each than with a map.
inline bool are_dense(std::uint64_t min, std::uint64_t max, std::uint64_t arcs) {
  constexpr std::uint64_t bits_per_arc = 64, always = 256;
  return max < no_vertex - 1 && max - min <= bits_per_arc * (arcs + always);
}

namespace detail {

template <WeightType W, class F>
void each_end(std::span<Arc<W>> arcs, RunContext& context, F&& f) {
  constexpr std::uint64_t grain = std::uint64_t{1} << 16;
  context.parallel_for(arcs.size(), grain, [&](std::uint64_t begin, std::uint64_t end) {
    context.throw_if_cancelled();
    for (std::uint64_t i = begin; i < end; ++i) f(arcs[i].source), f(arcs[i].target);
  });
}

inline Numbering of_ids(std::vector<std::uint64_t> ids) {
  Numbering numbering{.vertices = static_cast<Vertex>(ids.size())};
  if (ids.empty()) return numbering;
  numbering.first_id = ids.front();
  if (ids.back() - ids.front() + 1 != ids.size()) numbering.ids = std::move(ids);
  return numbering;
}

}  // namespace detail

/// Of arcs whose ends are ids from `min` to `max`, which are dense. Every id that occurs is a vertex.
template <WeightType W>
Numbering rank_ends(std::span<Arc<W>> arcs, Vertex min, Vertex max, RunContext& context) {
  if (arcs.empty()) return {};
  RankedSet set(min, max);
  detail::each_end<W>(arcs, context, [&](Vertex& end) { set.add(end); });
  set.rank();
  if (set.has_all())
    detail::each_end<W>(arcs, context, [min](Vertex& end) { end -= min; });
  else
    detail::each_end<W>(arcs, context, [&](Vertex& end) { end = set.rank_of(end); });
  return detail::of_ids(set.numbers());
}

/// Different numbers in their order, and the place of each of them there; no places if they were in order.
struct Ranking {
  std::vector<std::uint64_t> ids;
  std::vector<Vertex> places{};
};

inline Ranking ranking_of(std::span<const std::uint64_t> numbers) {
  Ranking ranking{.ids = {numbers.begin(), numbers.end()}};
  if (std::ranges::is_sorted(numbers)) return ranking;
  std::vector<std::pair<std::uint64_t, Vertex>> ascending(numbers.size());
  for (std::size_t v = 0; v < numbers.size(); ++v) ascending[v] = {numbers[v], static_cast<Vertex>(v)};
  std::ranges::sort(ascending);
  ranking.places.resize(numbers.size());
  for (std::size_t v = 0; v < numbers.size(); ++v) {
    ranking.ids[v] = ascending[v].first;
    ranking.places[ascending[v].second] = static_cast<Vertex>(v);
  }
  return ranking;
}

/// Of arcs, in blocks, whose ends are indices in `numbers`, which are all different. Each of them is a vertex.
template <WeightType W>
Numbering rank_mapped_ends(std::span<const std::span<Arc<W>>> blocks, std::span<const std::uint64_t> numbers,
                           RunContext& context) {
  Ranking ranking = ranking_of(numbers);
  if (!ranking.places.empty())
    for (const std::span<Arc<W>> arcs : blocks)
      detail::each_end<W>(arcs, context, [&](Vertex& end) { end = ranking.places[end]; });
  return detail::of_ids(std::move(ranking.ids));
}

}  // namespace wayfront::ids
