// The digest of a graph from its slices: each rank hashes the blocks that begin in its own, so nobody sees all of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/digest.hpp"
#include "graph/digest/digest_blocks.hpp"
#include "ranks.hpp"
#include "slice_source.hpp"

namespace wayfront::ranks {
namespace detail {

/// Puts the digests of an array's blocks of `block` entries behind `words`, two words each: those of blocks that begin on this
/// rank, and zeros for the others. It has the entries first .. first + count - 1, at(i) the i-th of them, of `all`.
template <class T, class At>
void add_blocks(std::uint64_t block, std::uint64_t all, std::uint64_t first, std::uint64_t count, const At& at,
                const Ranks& ranks, std::vector<std::uint64_t>& words) {
  const std::uint64_t end = first + count, begin = std::min(host::blocks_of(first, block) * block, end);
  // What is here of a block that began before goes to the rank where it did.
  const std::vector<std::uint64_t> firsts = ranks.gather(first);
  std::vector<std::uint64_t> sizes(firsts.size());
  if (begin > first) {
    const auto owner = std::ranges::upper_bound(firsts, first / block * block) - firsts.begin() - 1;
    sizes[static_cast<std::size_t>(owner)] = begin - first;
  }
  std::vector<std::vector<T>> tails(firsts.size());  // of the last block that begins here, by rank
  Traffic unused;
  Exchange<T>(ranks, std::size_t{1} << 14)
      .run(
          sizes, ranks.exchange_one(sizes), unused, [&](std::size_t, std::uint64_t i) { return at(i); },
          [&](std::size_t r, T value) { tails[r].push_back(value); });
  const std::size_t before = words.size();
  words.resize(before + 2 * host::blocks_of(all, block));
  std::vector<T> entries;
  for (std::uint64_t from = begin; from < end; from += block) {
    entries.clear();
    for (std::uint64_t i = from; i < std::min(from + block, end); ++i) entries.push_back(at(i - first));
    if (from + block > end)
      for (const std::vector<T>& tail : tails) entries.insert(entries.end(), tail.begin(), tail.end());
    const host::Hash128 digest = host::hash128(entries.data(), entries.size() * sizeof(T));
    words[before + 2 * (from / block)] = digest.high;
    words[before + 2 * (from / block) + 1] = digest.low;
  }
}

}  // namespace detail

/// Of what SliceSource::load() gave. All ranks together; the same on all.
template <WeightType W>
host::Hash128 digest_of(const WholeGraph& graph, std::uint64_t first_arc, std::span<const std::uint64_t> offsets,
                        std::span<const Vertex> targets, std::span<const W> weights, const Ranks& ranks) {
  const bool last = ranks.id() + 1 == ranks.count();  // has the offset behind the last vertex
  std::vector<std::uint64_t> words;
  detail::add_blocks<std::uint64_t>(
      host::offset_block, graph.vertices + 1, graph.bounds[static_cast<std::size_t>(ranks.id())],
      offsets.size() - (last ? 0 : 1), [&](std::uint64_t i) { return first_arc + offsets[i]; }, ranks, words);
  const auto add_edges = [&]<class T>(std::span<const T> entries) {
    detail::add_blocks<T>(
        host::edge_block, graph.edges, first_arc, entries.size(), [&](std::uint64_t i) { return entries[i]; }, ranks,
        words);
  };
  add_edges(targets);
  add_edges(weights);
  ranks.sum(words);
  std::vector<host::Hash128> parts;
  for (std::size_t i = 0; i < words.size(); i += 2) parts.push_back({words[i], words[i + 1]});
  return host::digest_of_blocks(graph.vertices, graph.edges, graph.weights, parts);
}

}  // namespace wayfront::ranks
