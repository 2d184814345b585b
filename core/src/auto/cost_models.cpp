#include "auto/cost_models.hpp"

#include <algorithm>
#include <cmath>

#include "wayfront/graph.hpp"

namespace wayfront::host {
namespace {

constexpr CostModel models[] = {
#include "auto/cost_models.inc"
};

}  // namespace

Terms terms_of(const GraphFeatures& graph, unsigned threads) {
  constexpr double cache = 1 << 20;  // bytes
  const double bytes = graph.vertices * static_cast<double>(weight_size(graph.weights));
  const double each = 1.0 / threads;
  Terms it{};
  const auto set = [&](Term term, double value) { it[static_cast<std::size_t>(term)] = value; };
  const double far = graph.reached_arcs * graph.scatter * std::log2(1 + bytes / cache);
  set(Term::call, 1);
  set(Term::reached, graph.reached);
  set(Term::arcs, graph.reached_arcs);
  set(Term::sorted, graph.reached * std::log2(graph.reached + 1));
  set(Term::far, far);
  set(Term::levels, graph.levels);
  set(Term::sweeps, graph.levels * graph.reached_arcs);
  set(Term::all, graph.vertices);
  set(Term::all_arcs, graph.arcs);
  set(Term::cuts, std::pow(graph.vertices, 1.5) * std::max(0.0, graph.arcs / std::max(graph.vertices, 1.0) - 2));
  set(Term::reached_each, graph.reached * each);
  set(Term::arcs_each, graph.reached_arcs * each);
  set(Term::far_each, far * each);
  return it;
}

bool CostModel::suits(const GraphFeatures& graph) const {
  if (negative != (graph.min_weight < 0)) return false;
  if (graph.arcs < min_mean_degree * graph.vertices) return false;
  if (max_mean_degree > 0 && graph.arcs >= max_mean_degree * graph.vertices) return false;
  if (!floats && is_floating(graph.weights)) return false;
  const auto within = [](double value, double max) { return max == 0 || value <= max; };
  return within(graph.growth, max_growth) && within(graph.arcs, max_arcs) && within(graph.levels, max_levels);
}

std::span<const CostModel> cost_models() { return models; }

bool is_known(const Terms& coefficients) {
  return std::ranges::any_of(coefficients, [](double it) { return it > 0; });
}

double cost(const Terms& coefficients, const Terms& terms) {
  double sum = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) sum += coefficients[i] * terms[i];
  return sum * 1e-9;
}

}  // namespace wayfront::host
