// Steps that change weights in place.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "base/errors.hpp"
#include "base/random_bits.hpp"
#include "graph/rows_view.hpp"
#include "graph/steps/graph_steps.hpp"
#include "graph/steps/rows.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host::steps {
namespace {

/// Whether a graph may have such a weight: neither the value for "unreached" nor below its negative counterpart.
template <WeightType W, class T>
bool is_weight(T value) {
  if constexpr (std::is_floating_point_v<W>)
    return std::isfinite(static_cast<W>(value));
  else
    return value > -static_cast<T>(unreached<W>) && value < static_cast<T>(unreached<W>);
}

template <WeightType W, class T>
W fitting(T value, std::string_view step, Vertex from, Vertex to, std::string_view advice) {
  if (is_weight<W>(value)) return static_cast<W>(value);
  const auto message = [&](std::string_view type) {
    return fmt::format(
        "{}: the arc from vertex {} to {} (numbered from 0) would have weight {}, which does not fit {}; {}{}", step,
        from, to, value, name(weight_kind<W>), advice,
        type.empty() ? "" : fmt::format(", or use weights = \"{}\"", type));
  };
  using Wide = std::conditional_t<std::is_floating_point_v<W>, double, std::int64_t>;
  if (sizeof(W) < sizeof(Wide) && is_weight<Wide>(value))
    throw NeedsWiderWeights(weight_kind<Wide>, ExitCode::input, message(name(weight_kind<Wide>)));
  throw UserError(ExitCode::input, message(""));
}

/// Replaces every weight by change(weight, u, v).
template <class Change>
void change_weights(GraphInSteps& graph, RunContext& context, Change&& change) {
  visit_rows(graph.csr.view, [&]<class W>(const RowsView<W>& view) {
    W* const weights = const_cast<W*>(view.weights);  // nobody else refers to this graph yet
    for_each_vertex(view.vertices, context, [&](Vertex u) {
      for (std::uint64_t e = view.begin(u); e < view.end(u); ++e) weights[e] = change(weights[e], u, view.targets[e]);
    });
  });
}

std::int64_t potential(const PotentialsStep& step, Vertex v) {
  const std::uint64_t bits = mix(key_of_seed(step.seed) ^ mix(v));
  return static_cast<std::int64_t>(scale(bits, static_cast<std::uint64_t>(step.max) + 1));
}

}  // namespace

void apply(const AbsWeightsStep&, GraphInSteps& graph, RunContext& context) {
  change_weights(graph, context, []<class W>(W weight, Vertex u, Vertex v) {
    const WideSum<W> sum = weight;
    return fitting<W>(sum < 0 ? -sum : sum, "abs_weights", u, v, "scale_weights first");
  });
}

void apply(const ScaleWeightsStep& step, GraphInSteps& graph, RunContext& context) {
  change_weights(graph, context, [&]<class W>(W weight, Vertex u, Vertex v) {
    // Not every int64 is a double, but on usual machines each is a long double.
    using Real = std::conditional_t<std::is_same_v<W, std::int64_t>, long double, double>;
    const Real product = static_cast<Real>(weight) * static_cast<Real>(step.factor);
    return fitting<W>(std::is_floating_point_v<W> ? product : std::round(product), "scale_weights", u, v,
                      "choose a factor closer to 0");
  });
}

void apply(const PotentialsStep& step, GraphInSteps& graph, RunContext& context) {
  graph.directed = true;  // the two directions of an edge differ from now on
  change_weights(graph, context, [&]<class W>(W weight, Vertex u, Vertex v) {
    const std::int64_t by = potential(step, u) - potential(step, v);
    if constexpr (std::is_floating_point_v<W>)
      return fitting<W>(weight + static_cast<W>(by), "potentials", u, v, "lower 'most'");
    else
      return fitting<W>(WideSum<W>{weight} + by, "potentials", u, v, "lower 'most'");
  });
}

void apply(const NegativeFractionStep& step, GraphInSteps& graph, RunContext& context) {
  graph.directed = true;  // as above
  // Compared as integers below 2^63, so that a fraction of 1 takes every arc.
  const auto limit = static_cast<std::uint64_t>(std::ldexp(step.fraction, 63));
  const std::uint64_t key = key_of_seed(step.seed);
  change_weights(graph, context, [&]<class W>(W weight, Vertex u, Vertex v) {
    const std::uint64_t bits = mix(key ^ mix(std::uint64_t{u} << 32 | v)) >> 1;
    return bits < limit ? static_cast<W>(weight > 0 ? -weight : weight) : weight;
  });
}

}  // namespace wayfront::host::steps
