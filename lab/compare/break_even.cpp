#include "compare/break_even.hpp"

#include <algorithm>
#include <cmath>

#include "compare/stats.hpp"

namespace wayfront::host {
namespace {

struct Cost {
  double prepare = 0;
  double source = 0;  // median
  bool counts = false;

  bool prepares() const { return prepare > std::max(source, slight); }

  static constexpr double slight = 1e-3;  // seconds: every plugin sets something up
};

Cost cost_of(const RunResult& run) {
  std::vector<double> each;
  for (const Sample& sample : run.samples) each.push_back(sample.solve / sample.sources);
  if (each.empty() || run.control) return {};
  return {run.prepare, quantile(each, 0.5), true};
}

}  // namespace

std::vector<BreakEven> break_even(const Results& results) {
  std::vector<Cost> costs;
  for (const RunResult& run : results.runs) costs.push_back(cost_of(run));
  const auto is_better = [](const Cost& a, const Cost& b) {
    if (a.counts != b.counts) return a.counts;
    if (a.prepares() != b.prepares()) return b.prepares();
    return a.prepares() ? a.prepare < b.prepare : a.source < b.source;
  };
  std::vector<BreakEven> all(costs.size());
  const auto rival = std::ranges::min_element(costs, is_better);
  if (rival == costs.end() || !rival->counts) return all;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const Cost& cost = costs[i];
    if (!cost.counts || !cost.prepares() || &cost == &*rival || cost.prepare <= rival->prepare) continue;
    all[i].rival = results.runs[static_cast<std::size_t>(rival - costs.begin())].label;
    const double saved = rival->source - cost.source;
    if (saved > 0)
      all[i].sources =
          static_cast<std::uint64_t>(std::min(std::max(std::ceil((cost.prepare - rival->prepare) / saved), 1.0), 1e18));
  }
  return all;
}

}  // namespace wayfront::host
