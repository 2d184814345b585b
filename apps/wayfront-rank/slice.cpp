#include "slice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <string>

#include "base/errors.hpp"
#include "graph/weight_summary.hpp"
#include "slice_digest.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::ranks {
namespace {

using host::ExitCode;
using host::UserError;

constexpr std::size_t piece = std::size_t{1} << 14;  // elements for a rank at a time

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
    throw UserError(
        ExitCode::input,
        fmt::format("{}: its edge data may be floats or integers, and the file does not say which; say "
                    "--weights {} or {}",
                    source.name(), sizeof(W) == 4 ? "float32" : "float64", sizeof(W) == 4 ? "int32" : "int64"));
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
        throw UserError(
            ExitCode::input,
            fmt::format("{}: arc {}, from vertex {} to vertex {}, has the weight {}; wayfront-rank takes finite "
                        "weights that are not negative",
                        source.name(), source.first_arc() + arc, graph_.first_id + first_vertex_ + u,
                        graph_.first_id + targets_[arc], weight));
}

/// Digest and weights of the whole graph, from what was loaded.
template <WeightType W>
void Slice<W>::describe(const SliceSource& source, const Ranks& ranks, Check check) {
  if (check == Check::content) {
    const std::string digest = digest_of<W>(graph_, source.first_arc(), {offsets_.get(), vertices_ + 1},
                                            {targets_.get(), edges_}, {weights_.get(), edges_}, ranks)
                                   .hex();
    if (source.is_described() && digest != graph_.digest) {
      together(ranks, ExitCode::input, [&] { source.refuse_damage(); });
      throw UserError(ExitCode::input,
                      fmt::format("{}: the graph in it is damaged: its digest does not match", source.name()));
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
