#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "certify/exact_sum.hpp"
#include "library/states.hpp"
#include "wayfront/distance.hpp"

// Newton's method for fractional programs (Dinkelbach 1967), which takes the most negative cycle where this takes any:
// while a cycle is negative under the weights less the best mean so far, it has a smaller mean. Once none is, certified
// distances under these weights prove that no mean is smaller. The first cycles are those of the lightest arcs, one out
// of each vertex. Integers are multiplied by the number of arcs of the best cycle, so that its mean is one, too.

namespace wayfront {
namespace {

using host::Int128;

template <class W>
class Search {
 public:
  static constexpr bool is_exact = std::is_integral_v<W>;
  using Wide = std::conditional_t<is_exact, std::int64_t, double>;

  Search(const Library& library, const SharedGraph& graph, const std::stop_token& stop)
      : library_(library), graph_(graph), stop_(stop), weights_(graph.weights<W>()), every_(graph.vertices()) {
    std::iota(every_.begin(), every_.end(), Vertex{0});
  }

  MeanCycle run() {
    if (weights_.empty()) return best_;
    const auto [lightest, heaviest] = std::ranges::minmax(weights_);
    span_ = std::max(std::abs(static_cast<double>(lightest)), std::abs(static_cast<double>(heaviest)));
    double margin = 0;  // by which floats stay below the best mean, so that its own cycle is not found again
    if constexpr (is_exact)
      sum_ = Int128{heaviest} + 1;
    else
      mean_ = heaviest + std::max(1.0, span_);
    take_lightest();
    for (;;) {
      const std::vector<Wide> lighter = less(mean_ - margin);
      const Result result =
          library_.solver(graph_.with_weights(std::span<const Wide>(lighter)), {}, {}, {.stop = stop_})
              .nearest(every_, {.stop = stop_});
      if (result.has_negative_cycle() && take(result.negative_cycle())) continue;
      if (result.has_negative_cycle())
        margin = margin == 0 ? std::max(4 * epsilon * span_, std::numeric_limits<double>::min()) : 2 * margin;
      else if (best_.cycle.arcs.empty())
        return best_;
      else
        return proved(result, lighter, margin);
    }
  }

 private:
  static constexpr double epsilon = std::numeric_limits<double>::epsilon();

  /// The best cycle where each vertex has its first lightest arc alone.
  void take_lightest() {
    constexpr auto none = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::uint64_t> lightest(every_.size(), none);
    std::visit(
        [&](auto offsets) {
          for (const Vertex v : every_)
            if (offsets[v] < offsets[v + 1])
              lightest[v] = static_cast<std::uint64_t>(
                  std::ranges::min_element(weights_.subspan(offsets[v], offsets[v + 1] - offsets[v])) -
                  weights_.begin());
        },
        graph_.offsets());
    const auto after = [&](Vertex v) { return lightest[v] == none ? no_vertex : graph_.targets()[lightest[v]]; };
    std::vector<Vertex> begun(every_.size(), no_vertex);  // where the first walk began that came by
    for (const Vertex first : every_) {
      Vertex v = first;
      for (; v != no_vertex && begun[v] == no_vertex; v = after(v)) begun[v] = first;
      if (v == no_vertex || begun[v] != first) continue;
      Path cycle;
      do cycle.arcs.push_back({v, after(v), lightest[v]});
      while ((v = after(v)) != cycle.arcs.front().from);
      take(std::move(cycle));
    }
  }

  std::vector<Wide> less(double mean) const {
    std::vector<Wide> lighter(weights_.size());
    if constexpr (is_exact) {
      constexpr std::int64_t max = unreached<std::int64_t> - 1;
      for (std::size_t arc = 0; arc < lighter.size(); ++arc) {
        const Int128 weight = Int128{weights_[arc]} * static_cast<std::int64_t>(arcs_) - sum_;
        if (weight > max || weight < -max) throw_too_large();
        lighter[arc] = static_cast<std::int64_t>(weight);
      }
    } else {
      for (std::size_t arc = 0; arc < lighter.size(); ++arc) {
        lighter[arc] = static_cast<double>(weights_[arc]) - mean;
        if (!std::isfinite(lighter[arc])) throw_too_large();
      }
    }
    return lighter;
  }

  [[noreturn]] static void throw_too_large() {
    throw_error(host::ExitCode::failed_run, "the weights are too large to compare means of cycles in 64 bits");
  }

  /// Whether the cycle is better than the best so far, and is that now.
  bool take(Path cycle) {
    std::conditional_t<is_exact, Int128, host::ExactSum<double>> sum{};
    for (PathArc& arc : cycle.arcs) {
      sum += weights_[arc.arc];
      arc.weight = static_cast<double>(weights_[arc.arc]);
    }
    if constexpr (is_exact)
      cycle.length = static_cast<double>(sum);
    else
      cycle.length = sum.value();
    const std::size_t arcs = cycle.arcs.size();
    const double mean = cycle.length / static_cast<double>(arcs);
    if constexpr (is_exact) {
      if (sum * static_cast<std::int64_t>(arcs_) >= sum_ * static_cast<std::int64_t>(arcs)) return false;
      sum_ = sum;
    } else {
      if (!std::isfinite(mean)) throw_too_large();
      if (!(mean < mean_)) return false;
    }
    mean_ = mean;
    arcs_ = arcs;
    best_ = {std::move(cycle), mean, mean};
    return true;
  }

  /// Floats: d[v] <= d[u] + w - mean but for two roundings, which add up along a cycle as the weights do.
  MeanCycle proved(const Result& result, std::span<const Wide> lighter, double margin) {
    if constexpr (!is_exact) {
      double largest = 0;
      for (const double d : result.distances<double>()) largest = std::max(largest, std::abs(d));
      for (const double weight : lighter) span_ = std::max(span_, std::abs(weight));
      best_.bound = best_.mean - margin - epsilon * largest - 3 * epsilon * span_;
    }
    return best_;
  }

  const Library& library_;
  const SharedGraph& graph_;
  const std::stop_token& stop_;
  std::span<const W> weights_;
  std::vector<Vertex> every_;
  double span_ = 0;  // the largest magnitude
  Int128 sum_ = 0;   // of the best cycle; at first of one that no cycle reaches
  std::size_t arcs_ = 1;
  double mean_ = 0;
  MeanCycle best_{};
};

}  // namespace

MeanCycle Library::min_mean_cycle(const SharedGraph& graph, std::stop_token stop) const {
  return translated([&] {
    return with_weight_type(graph.info().weights, [&]<WeightType W>() { return Search<W>(*this, graph, stop).run(); });
  });
}

}  // namespace wayfront
