// A generator's arcs have numbers, and rows keep them in this order. In a round each rank makes a piece of them and sends
// each arc to the rank whose slice has its source. The pieces of a round lie one behind the other, in the order of the ranks, so
// arcs arrive in the order of their numbers, and a slice is the same as that of a file of the whole graph. They are made
// again for each purpose: to count the arcs of ranges of vertices, of vertices, and at last to keep them.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "piece.hpp"
#include "settings/argument_options.hpp"
#include "slice_source.hpp"
#include "wayfront/status.hpp"

namespace wayfront::ranks {
namespace {

using host::ExitCode;
using host::UserError;

generate::Options options_of(std::string_view kind, std::vector<std::string> given) {
  given.push_back(fmt::format("kind={}", kind));
  generate::Options options;
  host::parse_options(given, generate::option_rows(), "options of 'generate'").store(&options);
  return options;
}

template <WeightType W>
class GeneratedSlice final : public SliceSource {
 public:
  GeneratedSlice(std::string_view kind, const generate::Options& options, host::Balance balance, const Ranks& ranks)
      : SliceSource(fmt::format("generate:{}", kind), ranks), ranks_(ranks), options_(options) {
    std::vector<Arc<W>> none;
    header_ = generate::make_piece<W>(options_, std::numeric_limits<std::uint64_t>::max(), piece(), none);
    graph_.vertices = header_.graph.vertices;
    graph_.weights = weight_kind<W>;
    choose_bounds(balance);
    degrees_.resize(own_vertices());
    deliver([&](const Arc<W>& arc) { ++degrees_[arc.source - first_vertex()]; });
    for (const std::uint32_t degree : degrees_) own_edges_ += degree;
    const std::vector<std::uint64_t> edges = ranks.gather(own_edges_);
    for (std::uint64_t r = 0; r < count_; ++r) {
      if (r == id_) first_arc_ = graph_.edges;
      graph_.edges += edges[r];
    }
  }

  void load(std::uint64_t* offsets, Vertex* targets, void* weights) override {
    auto* const out = static_cast<W*>(weights);
    offsets[0] = 0;
    for (std::uint64_t v = 0; v < degrees_.size(); ++v) offsets[v + 1] = offsets[v] + degrees_[v];
    degrees_ = {};
    // While arcs arrive, offsets[v] is where the next one of v goes.
    deliver([&](const Arc<W>& arc) {
      const std::uint64_t place = offsets[arc.source - first_vertex()]++;
      targets[place] = arc.target;
      out[place] = arc.weight;
    });
    for (std::uint64_t v = own_vertices(); v != 0; --v) offsets[v] = offsets[v - 1];
    offsets[0] = 0;
  }

 private:
  static constexpr std::uint64_t per_round = std::uint64_t{1} << 18;       // arcs of all ranks together
  static constexpr std::uint64_t most_per_round = std::uint64_t{1} << 24;  // where kinds choose the pieces

  std::uint64_t piece() const { return std::max<std::uint64_t>(per_round / count_, 1); }

  /// Calls f(arc) for the arcs that this rank makes, round by round: at the end of each, round().
  template <class F, class Round>
  void make(const F& f, const Round& round) {
    // Of large pieces, only some ranks make one in a round: all may go to the same rank.
    const std::uint64_t makers = std::clamp<std::uint64_t>(most_per_round / (2 * header_.max_arcs + 1), 1, count_);
    std::vector<Arc<W>> arcs;
    for (std::uint64_t first = 0; first < header_.pieces; first += makers) {
      if (id_ < makers) {
        generate::make_piece<W>(options_, first + id_, piece(), arcs);
        for (const Arc<W>& arc : arcs) {
          f(arc);
          if (!header_.graph.directed && arc.source != arc.target) f(Arc<W>{arc.target, arc.source, arc.weight});
        }
      }
      round();
    }
  }

  /// Calls take(arc) for the arcs of this slice, in the order of their numbers.
  template <class Take>
  void deliver(const Take& take) {
    std::vector<std::vector<Arc<W>>> outgoing(count_);
    std::vector<std::uint64_t> sizes(count_);
    Traffic unused;
    Exchange<Arc<W>> exchange(ranks_, most_per_round);  // all of a round at once, for the order
    const auto swap = [&] {
      std::ranges::transform(outgoing, sizes.begin(), [](const auto& arcs) { return arcs.size(); });
      exchange.run(
          sizes, ranks_.exchange_one(sizes), unused, [&](std::size_t r, std::uint64_t i) { return outgoing[r][i]; },
          [&](std::size_t, const Arc<W>& arc) { take(arc); });
      for (auto& arcs : outgoing) arcs.clear();
    };
    make([&](const Arc<W>& arc) { outgoing[graph_.owner(arc.source)].push_back(arc); }, swap);
  }

  /// The same bounds as those of a file. For slices of equal arcs these are counted, first in equal ranges of vertices,
  /// then for each vertex of the ranges in which a slice ends, so that no rank counts for all vertices.
  void choose_bounds(host::Balance balance) {
    const std::uint64_t vertices = graph_.vertices;
    if (balance == host::Balance::vertices || count_ == 1 || vertices == 0) {
      graph_.bounds = host::slice_bounds(vertices, 0, count_, host::Balance::vertices,
                                         [](std::uint64_t) { return std::uint64_t{0}; });
      return;
    }
    const std::uint64_t width = (vertices + max_ranges - 1) / max_ranges;
    std::vector<std::uint64_t> before((vertices + width - 1) / width + 1);
    make([&](const Arc<W>& arc) { ++before[arc.source / width + 1]; }, [] {});
    ranks_.sum(before);
    for (std::size_t i = 1; i < before.size(); ++i) before[i] += before[i - 1];
    const std::uint64_t edges = before.back();
    std::vector<std::uint64_t> ranges;  // in which slices end
    for (const std::uint64_t end : host::slice_bounds(before.size() - 1, edges, count_, balance,
                                                      [&](std::uint64_t range) { return before[range]; }))
      if (end != 0 && (ranges.empty() || ranges.back() != end - 1)) ranges.push_back(end - 1);
    std::vector<std::uint64_t> single(ranges.size() * (width + 1));
    const auto place = [&](std::uint64_t range) -> std::uint64_t* {
      const auto at = std::ranges::lower_bound(ranges, range);
      if (at == ranges.end() || *at != range) return nullptr;
      return &single[static_cast<std::size_t>(at - ranges.begin()) * (width + 1)];
    };
    make(
        [&](const Arc<W>& arc) {
          if (std::uint64_t* const counts = place(arc.source / width)) ++counts[arc.source % width + 1];
        },
        [] {});
    ranks_.sum(single);
    for (std::size_t i = 0; i < single.size(); ++i)
      if (i % (width + 1) != 0) single[i] += single[i - 1];
    graph_.bounds = host::slice_bounds(vertices, edges, count_, balance, [&](std::uint64_t v) {
      const std::uint64_t* const counts = v % width == 0 ? nullptr : place(v / width);
      // Between the ends of a range in which no slice ends, any number between its own ends finds the same bounds.
      return before[v / width] + (counts == nullptr ? 0 : counts[v % width]);
    });
  }

  static constexpr std::uint64_t max_ranges = std::uint64_t{1} << 16;

  const Ranks& ranks_;
  generate::Options options_;
  generate::PieceHeader header_;
  std::vector<std::uint32_t> degrees_;
};

}  // namespace

std::unique_ptr<SliceSource> open_generated(std::string_view kind, const SliceRequest& request, const Ranks& ranks) {
  try {
    const generate::Options options = options_of(kind, request.options);
    return with_weight_type(request.weights.value_or(WeightKind::int32), [&]<WeightType W>() {
      return std::unique_ptr<SliceSource>(std::make_unique<GeneratedSlice<W>>(kind, options, request.balance, ranks));
    });
  } catch (const BadInput& error) {
    throw UserError(ExitCode::usage, error.what());
  }
}

}  // namespace wayfront::ranks
