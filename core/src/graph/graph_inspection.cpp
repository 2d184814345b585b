#include "graph/graph_inspection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/gather.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

/// The graph's arrays cut into blocks: those of offsets, then of targets, then of weights.
template <class W, class O>
class Inspector {
 public:
  explicit Inspector(const CsrView<W, O>& view)
      : view_(view),
        offset_blocks_(blocks_of(entries(), offset_block)),
        edge_blocks_(blocks_of(view.edges, edge_block)),
        digests_(offset_blocks_ + 2 * edge_blocks_),
        sums_(edge_blocks_) {}

  std::uint64_t count() const { return digests_.size(); }

  void look_at(std::uint64_t block) {
    if (block < offset_blocks_) return offsets(block, block * offset_block);
    const std::uint64_t first = (block - offset_blocks_) % edge_blocks_ * edge_block;
    if (block < offset_blocks_ + edge_blocks_) return targets(block, first);
    weights(block, first);
  }

  Inspection result() const {
    Inspection result;
    result.digest = digest_of_blocks(view_.vertices, view_.edges, weight_kind<W>, digests_);
    if (view_.edges != 0) {
      double sum = 0;
      for (const double part : sums_) sum += part;
      result.weights = summary_of(static_cast<double>(min_), static_cast<double>(max_), sum, view_.edges);
    }
    result.fault = fault_;
    return result;
  }

 private:
  std::uint64_t entries() const { return std::uint64_t{view_.vertices} + 1; }

  void note(std::uint64_t block, std::string fault) {
    const std::lock_guard lock(mutex_);
    if (block >= fault_block_) return;
    fault_block_ = block;
    fault_ = std::move(fault);
  }

  void offsets(std::uint64_t block, std::uint64_t first) {
    const O* const data = view_.offsets;
    const std::uint64_t end = std::min(first + offset_block, entries());
    if constexpr (sizeof(O) == sizeof(std::uint64_t)) {
      digests_[block] = hash128(data + first, (end - first) * sizeof(O));
    } else {
      Digest digest;
      std::array<std::uint64_t, 4096> wide;
      for (std::uint64_t done = first; done < end;) {
        const std::size_t part = std::min<std::uint64_t>(wide.size(), end - done);
        std::copy_n(data + done, part, wide.begin());
        digest.add(wide.data(), part * sizeof(std::uint64_t));
        done += part;
      }
      digests_[block] = digest.value();
    }
    if (first == 0 && data[0] != 0) return note(block, fmt::format("offset 0 is {}, not 0", data[0]));
    const std::uint64_t last = std::min(end, entries() - 1);  // the block's pairs i, i + 1
    bool falls = false;
    for (std::uint64_t i = first; i < last; ++i) falls |= data[i] > data[i + 1];
    if (falls) {
      std::uint64_t i = first;
      while (data[i] <= data[i + 1]) ++i;
      return note(block, fmt::format("offset {} is {}, after {}", i + 1, data[i + 1], data[i]));
    }
    if (end == entries() && data[end - 1] != view_.edges)
      note(block, fmt::format("the last offset is {}, but there are {} arcs", data[end - 1], view_.edges));
  }

  void targets(std::uint64_t block, std::uint64_t first) {
    const Vertex* const data = view_.targets + first;
    const std::uint64_t count = std::min(edge_block, view_.edges - first);
    digests_[block] = hash128(data, count * sizeof(Vertex));
    bool outside = false;
    const Vertex vertices = view_.vertices;
    for (std::uint64_t i = 0; i < count; ++i) outside |= data[i] >= vertices;
    if (!outside) return;
    std::uint64_t i = 0;
    while (data[i] < vertices) ++i;
    note(block, fmt::format("arc {} goes to vertex {} of {}", first + i, data[i], vertices));
  }

  /// The smallest and the largest weight, of those that are numbers.
  static std::pair<W, W> ends(const W* data, std::uint64_t count) {
    std::array<W, 8> min, max;  // so that comparisons do not wait for one another
    min.fill(std::numeric_limits<W>::max());
    max.fill(std::numeric_limits<W>::lowest());
    const std::uint64_t whole = count / min.size() * min.size();
    const auto look = [&](std::uint64_t i, std::size_t lane) {
      min[lane] = data[i] < min[lane] ? data[i] : min[lane];
      max[lane] = data[i] > max[lane] ? data[i] : max[lane];
    };
    for (std::uint64_t i = 0; i < whole; i += min.size())
      for (std::size_t lane = 0; lane < min.size(); ++lane) look(i + lane, lane);
    for (std::uint64_t i = whole; i < count; ++i) look(i, 0);
    return {*std::ranges::min_element(min), *std::ranges::max_element(max)};
  }

  void weights(std::uint64_t block, std::uint64_t first) {
    const W* const data = view_.weights + first;
    const std::uint64_t count = std::min(edge_block, view_.edges - first);
    digests_[block] = hash128(data, count * sizeof(W));
    const auto [min, max] = ends(data, count);
    const double sum = sum_of_block(data, count);
    constexpr W highest = std::is_floating_point_v<W> ? unreached<W> : std::numeric_limits<W>::max();
    constexpr W lowest = std::is_floating_point_v<W> ? -unreached<W> : std::numeric_limits<W>::lowest();
    if (std::isnan(sum) || min == lowest || max == highest) {  // a sum of very large weights may be a NaN, too
      std::uint64_t i = 0;
      while (i < count && data[i] > lowest && data[i] < highest) ++i;
      if (i < count)
        note(block, fmt::format("arc {} has the weight {}{}", first + i, data[i],
                                std::isnan(static_cast<double>(data[i]))
                                    ? ", which is not a number"
                                    : ", an end of its type's range, which no weight may be: leave out arcs that are "
                                      "closed, and give other numbers of that size a wider type"));
    }
    sums_[first / edge_block] = sum;
    const std::lock_guard lock(mutex_);
    min_ = std::min(min_, min);
    max_ = std::max(max_, max);
  }

  const CsrView<W, O> view_;
  const std::uint64_t offset_blocks_;
  const std::uint64_t edge_blocks_;
  std::vector<Hash128> digests_;
  std::vector<double> sums_;  // of the weights of each block
  std::mutex mutex_;          // of all members below
  W min_ = std::numeric_limits<W>::max();
  W max_ = std::numeric_limits<W>::lowest();
  std::uint64_t fault_block_ = std::numeric_limits<std::uint64_t>::max();
  std::string fault_;
};

}  // namespace

Hash128 digest_of_blocks(std::uint64_t vertices, std::uint64_t edges, WeightKind weights,
                         std::span<const Hash128> parts) {
  Digest digest;
  for (const std::uint64_t count : {vertices, edges, static_cast<std::uint64_t>(weights)})
    digest.add(&count, sizeof count);
  digest.add(parts);
  return digest.value();
}

Inspection inspect(const AnyCsr& csr, RunContext* context) {
  return visit(csr, [&]<class W, class O>(const CsrView<W, O>& view) {
    Inspector<W, O> inspector(view);
    constexpr std::uint64_t grain = 16;  // blocks
    in_chunks(context, inspector.count(), grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t block = begin; block < end; ++block) inspector.look_at(block);
    });
    return inspector.result();
  });
}

std::string graph_digest(const Graph& graph) { return inspect(graph.csr()).digest.hex(); }

}  // namespace wayfront::host
