// Arcs between ids become arcs between vertices, which are numbered in the order of the ids.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
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

/// Of arcs, in blocks, whose ends are indices in `map`. Every id of the map is a vertex.
template <WeightType W>
Numbering rank_mapped_ends(std::span<const std::span<Arc<W>>> blocks, const NumberMap& map, RunContext& context) {
  const std::span<const std::uint64_t> numbers = map.numbers();
  std::vector<Vertex> ascending(numbers.size());
  std::iota(ascending.begin(), ascending.end(), Vertex{0});
  std::ranges::sort(ascending, {}, [&](Vertex v) { return numbers[v]; });
  std::vector<Vertex> rank(numbers.size());
  std::vector<std::uint64_t> ids(numbers.size());
  for (Vertex v = 0; v < numbers.size(); ++v) rank[ascending[v]] = v, ids[v] = numbers[ascending[v]];
  for (const std::span<Arc<W>> arcs : blocks)
    detail::each_end<W>(arcs, context, [&](Vertex& end) { end = rank[end]; });
  return detail::of_ids(std::move(ids));
}

}  // namespace wayfront::ids
