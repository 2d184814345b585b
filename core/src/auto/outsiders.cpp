#include "auto/outsiders.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include "auto/cost_models.hpp"

namespace wayfront::host {
namespace {

constexpr std::string_view plain[] = {"bellman-ford", "cpu-bellman-ford"};

/// Of one thread: a look at each arc in each round.
double plain_seconds(const GraphFeatures& graph) {
  constexpr double arc = 1e-9;
  return 1e-6 + arc * graph.reached_arcs * graph.levels;
}

/// What its model says, whatever the graph's growth and weights.
std::optional<Candidate> beyond_model(const Plugin& plugin, const Choice& choice) {
  for (CostModel model : cost_models()) {
    if (std::string_view(model.plugin) != plugin.about().name) continue;
    model.max_growth = 0;
    model.floats = true;
    if (!model.suits(choice.features)) continue;
    const Terms terms = terms_of(choice.features, 1);
    return Candidate{.plugin = &plugin,
                     .prepare = cost(model.prepare, terms),
                     .solve = cost(is_known(model.batch) ? model.batch : model.solve, terms)};
  }
  return std::nullopt;
}

}  // namespace

std::vector<Candidate> outsiders(const Choice& choice) {
  std::vector<Candidate> found;
  for (const Plugin* const plugin : choice.unknown) {
    if (plugin->has(capability::device) || std::ranges::any_of(plugin->options(), &OptionRow::required)) continue;
    std::optional<Candidate> it = beyond_model(*plugin, choice);
    if (!it && std::ranges::find(plain, plugin->about().name) != std::end(plain))
      it = Candidate{.plugin = plugin, .prepare = 0, .solve = plain_seconds(choice.features)};
    if (!it) continue;
    it->options = std::make_shared<const Settings>(Settings::defaults(plugin->options()));
    found.push_back(*std::move(it));
  }
  return found;
}

}  // namespace wayfront::host
