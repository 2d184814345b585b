#include "slice.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "base/digest.hpp"
#include "base/refusal.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/weight_summary.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::ranks {
namespace {

using host::ExitCode;
using host::UserError;

constexpr std::size_t piece = std::size_t{1} << 14;  // elements for a rank at a time

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
  Exchange<T>(ranks, piece)
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

/// The digest of a graph from its slices, of what SliceSource::load() gave: each rank hashes the blocks that begin in its
/// own, so nobody sees all of it. All ranks together; the same on all.
template <WeightType W>
host::Hash128 digest_of(const WholeGraph& graph, std::uint64_t first_arc, std::span<const std::uint64_t> offsets,
                        std::span<const Vertex> targets, std::span<const W> weights, const Ranks& ranks) {
  const bool last = ranks.id() + 1 == ranks.count();  // has the offset behind the last vertex
  std::vector<std::uint64_t> words;
  add_blocks<std::uint64_t>(
      host::offset_block, graph.vertices + 1, graph.bounds[static_cast<std::size_t>(ranks.id())],
      offsets.size() - (last ? 0 : 1), [&](std::uint64_t i) { return first_arc + offsets[i]; }, ranks, words);
  const auto add_edges = [&]<class T>(std::span<const T> entries) {
    add_blocks<T>(
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

}  // namespace

template <WeightType W>
Slice<W>::Slice(SliceSource& source, const Ranks& ranks, Check check)
    : graph_(source.graph()),
      first_vertex_(source.first_vertex()),
      vertices_(source.own_vertices()),
      edges_(source.own_edges()) {
  together(ranks, ExitCode::input, [&] {
    offsets_ = host::make_big_array<std::uint64_t>(vertices_ + 1);
    targets_ = host::make_big_array<Vertex>(edges_);
    weights_ = host::make_big_array<W>(edges_);
    source.load(offsets_.get(), targets_.get(), weights_.get());
    require_weights(source);
  });
  if (ranks.sum(source.like_floats()) != 0 && ranks.sum(source.like_integers()) == 0)
    host::fail(ExitCode::input,
               "{}: its edge data may be floats or integers, and the file does not say which; say "
               "--weights {} or {}",
               source.name(), sizeof(W) == 4 ? "float32" : "float64", sizeof(W) == 4 ? "int32" : "int64");
  describe(source, ranks, check);
  renumber();
  introduce(ranks);
  const auto crossing = static_cast<std::uint64_t>(
      std::ranges::count_if(std::span(targets_.get(), edges()), [this](Vertex v) { return v >= vertices(); }));
  crossing_ = static_cast<double>(ranks.sum(crossing)) / static_cast<double>(std::max<std::uint64_t>(graph_.edges, 1));
  host::protect_big_array(offsets_.get(), vertices_ + 1);
  host::protect_big_array(targets_.get(), edges_);
  host::protect_big_array(weights_.get(), edges_);
  host::protect_big_array(ghost_vertices_.get(), ghosts());
  host::protect_big_array(asked_.get(), first_asked_.back());
}

template <WeightType W>
void Slice<W>::require_weights(const SliceSource& source) const {
  for (std::uint64_t u = 0; u < vertices(); ++u)
    for (std::uint64_t arc = begin(u); arc < end(u); ++arc)
      if (const W weight = weights_[arc]; !(weight >= 0) || (std::is_floating_point_v<W> && weight == unreached<W>))
        host::fail(ExitCode::input,
                   "{}: arc {}, from vertex {} to vertex {}, has the weight {}; wayfront-rank takes finite "
                   "weights that are not negative",
                   source.name(), source.first_arc() + arc, graph_.first_id + first_vertex_ + u,
                   graph_.first_id + targets_[arc], weight);
}

template <WeightType W>
void Slice<W>::describe(const SliceSource& source, const Ranks& ranks, Check check) {
  if (check == Check::content) {
    const std::string digest = digest_of<W>(graph_, source.first_arc(), {offsets_.get(), vertices_ + 1},
                                            {targets_.get(), edges_}, {weights_.get(), edges_}, ranks)
                                   .hex();
    if (source.is_described() && digest != graph_.digest) {
      together(ranks, ExitCode::input, [&] { source.refuse_damage(); });
      host::fail(ExitCode::input, "{}: the graph in it is damaged: its digest does not match", source.name());
    }
    graph_.digest = digest;
  }
  if (source.is_described()) return;
  double min = std::numeric_limits<double>::infinity(), max = 0, sum = 0;
  for (std::uint64_t first = 0; first < edges(); first += host::weight_block)
    sum += host::sum_of_block(weights_.get() + first, std::min(host::weight_block, edges() - first));
  for (std::uint64_t arc = 0; arc < edges(); ++arc) {
    min = std::min(min, static_cast<double>(weights_[arc]));
    max = std::max(max, static_cast<double>(weights_[arc]));
  }
  min = ranks.min(min);
  max = ranks.max(max);
  sum = ranks.tell(ranks.sum(sum), 0);  // the same bits on all
  if (graph_.edges == 0) return;
  const host::WeightSummary summary = host::summary_of(min, max, sum, graph_.edges);
  graph_.min_weight = summary.min;
  graph_.max_weight = summary.max;
  graph_.mean_weight = summary.mean;
}

/// Ghosts get numbers in the order of all vertices: a bit for each that is one, and counts of the bits before.
template <WeightType W>
void Slice<W>::renumber() {
  const std::uint64_t end = first_vertex_ + vertices();
  const auto is_own = [&](Vertex v) { return v >= first_vertex_ && v < end; };
  std::vector<std::uint64_t> bits(graph_.vertices / 64 + 1);
  for (std::uint64_t arc = 0; arc < edges(); ++arc)
    if (const Vertex v = targets_[arc]; !is_own(v)) bits[v / 64] |= std::uint64_t{1} << v % 64;
  std::vector<std::uint32_t> before(bits.size());
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    before[i] = count;
    count += static_cast<std::uint32_t>(std::popcount(bits[i]));
  }
  ghost_vertices_ = host::make_big_array<Vertex>(count);
  first_ghost_.assign(graph_.bounds.size(), count);
  std::size_t owner = 0;
  std::uint64_t ghost = 0;
  for (std::size_t i = 0; i < bits.size(); ++i)
    for (std::uint64_t left = bits[i]; left != 0; left &= left - 1) {
      const std::uint64_t v = i * 64 + static_cast<std::uint64_t>(std::countr_zero(left));
      while (owner + 1 < graph_.bounds.size() && graph_.bounds[owner] <= v) first_ghost_[owner++] = ghost;
      ghost_vertices_[ghost++] = static_cast<Vertex>(v - graph_.bounds[owner - 1]);
    }
  // Owners behind the last ghost's have none: their first is `count`, as assigned.
  for (std::uint64_t arc = 0; arc < edges(); ++arc) {
    const Vertex v = targets_[arc];
    const std::uint64_t below = bits[v / 64] & ((std::uint64_t{1} << v % 64) - 1);
    targets_[arc] = static_cast<Vertex>(
        is_own(v) ? v - first_vertex_ : vertices() + before[v / 64] + static_cast<unsigned>(std::popcount(below)));
  }
}

/// Tells each owner which of its vertices are ghosts here.
template <WeightType W>
void Slice<W>::introduce(const Ranks& ranks) {
  const std::vector<std::uint64_t> sizes = ghost_sizes(), theirs = ranks.exchange_one(sizes);
  first_asked_.assign(1, 0);
  for (const std::uint64_t size : theirs) first_asked_.push_back(first_asked_.back() + size);
  asked_ = host::make_big_array<Vertex>(first_asked_.back());
  std::vector<std::uint64_t> at(first_asked_.begin(), first_asked_.end() - 1);
  Traffic unused;
  Exchange<Vertex>(ranks, piece)
      .run(
          sizes, theirs, unused, [&](std::size_t r, std::uint64_t i) { return ghost_vertices_[first_ghost_[r] + i]; },
          [&](std::size_t r, Vertex v) { asked_[at[r]++] = v; });
}

template <WeightType W>
std::size_t Slice<W>::owner(std::uint64_t ghost) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(first_ghost_, ghost) - first_ghost_.begin()) - 1;
}

template <WeightType W>
std::vector<std::uint64_t> Slice<W>::sizes(const std::vector<std::uint64_t>& firsts) {
  std::vector<std::uint64_t> sizes;
  for (std::size_t r = 0; r + 1 < firsts.size(); ++r) sizes.push_back(firsts[r + 1] - firsts[r]);
  return sizes;
}

template <WeightType W>
std::uint64_t Slice<W>::global(Vertex target) const {
  if (target < vertices()) return first_vertex_ + target;
  const std::uint64_t ghost = target - vertices();
  return graph_.bounds[owner(ghost)] + ghost_vertices_[ghost];
}

template class Slice<std::int32_t>;
template class Slice<float>;
template class Slice<std::int64_t>;
template class Slice<double>;

}  // namespace wayfront::ranks
