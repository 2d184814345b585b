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

/// Calls f(end) for both ends of all arcs, on all threads.
template <WeightType W, class F>
void each_end(std::span<const std::span<Arc<W>>> blocks, RunContext& context, F&& f) {
  const auto ends_of = [&](std::span<Arc<W>> arcs) {
    context.throw_if_cancelled();
    for (Arc<W>& arc : arcs) f(arc.source), f(arc.target);
  };
  constexpr std::uint64_t grain = std::uint64_t{1} << 16;
  if (blocks.size() == 1)
    context.parallel_for(blocks[0].size(), grain, [&](std::uint64_t begin, std::uint64_t end) {
      ends_of(blocks[0].subspan(begin, end - begin));
    });
  else  // they are small, so they are the chunks
    context.parallel_for(blocks.size(), 16, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) ends_of(blocks[i]);
    });
}

/// Of ascending ids.
inline Numbering of_ids(std::vector<std::uint64_t> ids) {
  Numbering numbering{.vertices = static_cast<Vertex>(ids.size())};
  if (ids.empty()) return numbering;
  numbering.first_id = ids.front();
  if (ids.back() - ids.front() + 1 != ids.size()) numbering.ids = std::move(ids);
  return numbering;
}

/// Of arcs, in blocks, whose ends are ids within the bounds of `set`. Every id that occurs, or is in the set, is a vertex.
template <WeightType W>
Numbering rank_ends(std::span<const std::span<Arc<W>>> blocks, RankedSet& set, RunContext& context) {
  each_end<W>(blocks, context, [&](Vertex end) { set.add(end); });
  set.rank();
  const Vertex min = set.min();
  if (!set.has_all())
    each_end<W>(blocks, context, [&](Vertex& end) { end = set.rank_of(end); });
  else if (min != 0)
    each_end<W>(blocks, context, [min](Vertex& end) { end -= min; });
  if (set.has_all()) return {.vertices = static_cast<Vertex>(set.size()), .first_id = min};
  return of_ids(set.numbers());
}

/// Of arcs, in blocks, whose ends are indices in `numbers`, which are all different. Each of them is a vertex.
template <WeightType W>
Numbering rank_mapped_ends(std::span<const std::span<Arc<W>>> blocks, std::span<const std::uint64_t> numbers,
                           RunContext& context) {
  if (std::ranges::is_sorted(numbers)) return of_ids({numbers.begin(), numbers.end()});
  std::vector<std::pair<std::uint64_t, Vertex>> ascending(numbers.size());
  for (std::size_t v = 0; v < numbers.size(); ++v) ascending[v] = {numbers[v], static_cast<Vertex>(v)};
  std::ranges::sort(ascending);
  std::vector<std::uint64_t> ids(numbers.size());
  std::vector<Vertex> places(numbers.size());  // among the ids
  for (std::size_t v = 0; v < numbers.size(); ++v) {
    ids[v] = ascending[v].first;
    places[ascending[v].second] = static_cast<Vertex>(v);
  }
  each_end<W>(blocks, context, [&](Vertex& end) { end = places[end]; });
  return of_ids(std::move(ids));
}

}  // namespace wayfront::ids
