#include "slice_digest.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "graph/digest/digest_blocks.hpp"

namespace wayfront::ranks {
namespace {

using host::Digest;
using host::Hash128;

/// Sends everything to rank 0, which gets the lists of all ranks in their order; the others get nothing.
std::vector<std::uint64_t> collected(std::vector<std::uint64_t> mine, const Ranks& ranks) {
  const auto count = static_cast<std::size_t>(ranks.count());
  std::vector<std::uint64_t> sizes(count);
  sizes[0] = ranks.id() == 0 ? 0 : mine.size();
  std::vector<std::vector<std::uint64_t>> lists(count);
  Traffic unused;
  Exchange<std::uint64_t>(ranks, std::size_t{1} << 14)
      .run(
          sizes, ranks.exchange_one(sizes), unused, [&](std::size_t, std::uint64_t i) { return mine[i]; },
          [&](std::size_t r, std::uint64_t word) { lists[r].push_back(word); });
  if (ranks.id() != 0) return {};
  for (const auto& list : lists) mine.insert(mine.end(), list.begin(), list.end());
  return mine;
}

/// One array of the graph, of which this rank has the entries first .. first + count - 1, at(i) the i-th of them.
template <class T, class At>
class Blocks {
 public:
  Blocks(std::uint64_t block, std::uint64_t first, std::uint64_t count, At at, const Ranks& ranks)
      : block_(block), first_(first), end_(first + count), at_(std::move(at)), ranks_(ranks) {}

  /// The digests of the blocks that begin here, two words each.
  std::vector<std::uint64_t> digests() {
    fetch_tails();
    std::vector<std::uint64_t> words;
    for (std::uint64_t begin = host::blocks_of(first_, block_) * block_; begin < end_; begin += block_) {
      Digest digest;
      add(digest, begin, std::min(begin + block_, end_));
      if (begin + block_ > end_)
        for (const std::vector<T>& tail : tails_) digest.add(tail.data(), tail.size() * sizeof(T));
      const Hash128 value = digest.value();
      words.insert(words.end(), {value.high, value.low});
    }
    return words;
  }

 private:
  void add(Digest& digest, std::uint64_t begin, std::uint64_t end) const {
    std::array<T, 4096> some;
    while (begin < end) {
      const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(some.size(), end - begin));
      for (std::size_t i = 0; i < part; ++i) some[i] = at_(begin - first_ + i);
      digest.add(some.data(), part * sizeof(T));
      begin += part;
    }
  }

  /// What is here of a block that began before goes to the rank where it did.
  void fetch_tails() {
    const std::vector<std::uint64_t> firsts = ranks_.gather(first_);
    std::vector<std::uint64_t> sizes(firsts.size());
    const std::uint64_t own_begin = std::min(host::blocks_of(first_, block_) * block_, end_);
    if (own_begin > first_) {
      const auto owner = std::ranges::upper_bound(firsts, first_ / block_ * block_) - firsts.begin() - 1;
      sizes[static_cast<std::size_t>(owner)] = own_begin - first_;
    }
    tails_.resize(firsts.size());
    Traffic unused;
    Exchange<T>(ranks_, std::size_t{1} << 14)
        .run(
            sizes, ranks_.exchange_one(sizes), unused, [&](std::size_t, std::uint64_t i) { return at_(i); },
            [&](std::size_t r, T value) { tails_[r].push_back(value); });
  }

  std::uint64_t block_, first_, end_;
  At at_;
  const Ranks& ranks_;
  std::vector<std::vector<T>> tails_;  // of the last block that begins here, by rank
};

template <class T, class At>
std::vector<std::uint64_t> digests(std::uint64_t block, std::uint64_t first, std::uint64_t count, At at,
                                   const Ranks& ranks) {
  return collected(Blocks<T, At>(block, first, count, std::move(at), ranks).digests(), ranks);
}

}  // namespace

template <WeightType W>
Hash128 digest_of(const WholeGraph& graph, std::uint64_t first_arc, std::span<const std::uint64_t> offsets,
                  std::span<const Vertex> targets, std::span<const W> weights, const Ranks& ranks) {
  const bool last = ranks.id() + 1 == ranks.count();  // has the offset behind the last vertex
  const std::array<std::vector<std::uint64_t>, 3> words = {
      digests<std::uint64_t>(
          host::offset_block, graph.bounds[static_cast<std::size_t>(ranks.id())], offsets.size() - (last ? 0 : 1),
          [&](std::uint64_t i) { return first_arc + offsets[i]; }, ranks),
      digests<Vertex>(
          host::edge_block, first_arc, targets.size(), [&](std::uint64_t i) { return targets[i]; }, ranks),
      digests<W>(
          host::edge_block, first_arc, weights.size(), [&](std::uint64_t i) { return weights[i]; }, ranks)};
  std::vector<Hash128> parts;
  for (const auto& list : words)
    for (std::size_t i = 0; i < list.size(); i += 2) parts.push_back({list[i], list[i + 1]});
  return ranks.tell(
      ranks.id() == 0 ? host::digest_of_blocks(graph.vertices, graph.edges, graph.weights, parts) : Hash128{}, 0);
}

template Hash128 digest_of(const WholeGraph&, std::uint64_t, std::span<const std::uint64_t>, std::span<const Vertex>,
                           std::span<const std::int32_t>, const Ranks&);
template Hash128 digest_of(const WholeGraph&, std::uint64_t, std::span<const std::uint64_t>, std::span<const Vertex>,
                           std::span<const float>, const Ranks&);
template Hash128 digest_of(const WholeGraph&, std::uint64_t, std::span<const std::uint64_t>, std::span<const Vertex>,
                           std::span<const std::int64_t>, const Ranks&);
template Hash128 digest_of(const WholeGraph&, std::uint64_t, std::span<const std::uint64_t>, std::span<const Vertex>,
                           std::span<const double>, const Ranks&);

}  // namespace wayfront::ranks
