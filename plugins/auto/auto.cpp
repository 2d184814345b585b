// auto says which of the installed plugins answers a question soonest. A few rules on figures of the graph (estimates.hpp)
// give the time of each; the host sorts them, lets the best ones race where the question is long, and runs the winner.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "estimates.hpp"
#include "graph_figures.hpp"
#include "wayfront/choose.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

using chooser::Cost;
using chooser::GraphFigures;

constexpr double device_start = 0.5;          // seconds until a process can use a GPU
constexpr double kernels_of_batches = 0.003;  // until they are loaded
constexpr double many = 16;                   // sources in a vector
constexpr double infinity = std::numeric_limits<double>::infinity();

bool has(const InstalledPlugin& it, std::uint64_t capability) { return (it.about->capabilities & capability) != 0; }

/// What is left of a search for a plugin that may stop it early.
GraphFigures part_of(GraphFigures graph, const ChoiceQuestion& question, const InstalledPlugin& plugin) {
  const GraphInfo& info = question.graph.info();
  const More& more = question.more;
  if (info.min_weight < 0 || !has(plugin, capability::early)) return graph;
  double share = 1;
  // Those that settle vertices one by one, so that their work is the same on every run, stop at a count.
  if (more.count != 0 && has(plugin, capability::exact_work)) share = static_cast<double>(more.count) / graph.reached;
  const auto targets = static_cast<double>(more.targets.size());
  if (targets > 0) share = std::min(share, targets / (targets + 1));
  if (more.limit != infinity && info.mean_weight > 0) {
    const double lighter = std::max(1.5, graph.degree() / 2);  // than the mean: the arcs of shortest paths
    const double deep = std::min(1.0, lighter * more.limit / info.mean_weight / graph.levels);
    share = std::min(share, graph.growth < 8 ? std::pow(deep, graph.growth) : std::pow(graph.reached, deep - 1));
  }
  share = std::clamp(share, 1 / std::max(graph.reached, 1.0), 1.0);
  graph.levels = std::max(1.0, graph.levels * std::pow(share, 1 / graph.growth));
  graph.reached *= share;
  graph.reached_arcs *= share;
  return graph;
}

/// What a plugin takes on a device, at most: the graph both ways, and some entries for each vertex.
double device_bytes(const GraphInfo& graph) {
  const auto weight = static_cast<double>(weight_size(graph.weights));
  return 2.5 * static_cast<double>(graph.edges) * (weight + sizeof(Vertex)) + (64 + 8 * weight) * graph.vertices;
}

/// Of what a plugin takes: from nanoseconds of one thread to seconds of this question.
Estimate estimate_of(std::size_t place, const Cost& cost, const ChoiceQuestion& question, std::uint64_t sources) {
  const InstalledPlugin& plugin = question.plugins[place];
  const bool needs_device = has(plugin, capability::device), batch = has(plugin, capability::batch);
  const double per_call = static_cast<double>(std::clamp<std::uint64_t>(question.per_call, 1, sources));
  Estimate to{.plugin = place, .sure = cost.sure};
  to.prepare = 1e-9 * (cost.prepare / cost.prepare_gain.of(question.threads) + (question.threads - 1) * cost.others);
  to.solve = 1e-9 * (cost.solve / cost.solve_gain.of(question.threads) + (question.threads > 1 ? cost.meetings : 0));
  const double part = batch ? std::min(per_call - 1, many) / many : 0;  // of a vector, or what is like it on a device
  const double alone = 1e-9 * cost.solve * (1 + part * (cost.together - 1));
  if (needs_device) {
    to.solve = alone;
    if (part > 0) to.prepare += kernels_of_batches;
  } else if (per_call > 1) {  // sources, or vectors of them, at the same time, each on one thread
    const double threads = batch ? question.threads : question.instances;
    const double at_once = std::max(1.0, std::min(threads, cost.together < 1 ? per_call / many : per_call));
    const double gain = std::min(at_once, 3 + 0.4 * at_once);  // more of them share memory and cores
    to.solve = std::min(to.solve, alone / gain);
  }
  // Rows of targets alone need no look at the other vertices, unless the plugin searches.
  if (cost.sure && plugin.projects && !question.more.reduce && !has(plugin, capability::early))
    to.solve *= std::max(0.05, static_cast<double>(question.more.targets.size()) / question.graph.info().vertices);
  if (plugin.projects && question.more.reduce && question.is_all) to.solve *= 2;  // the host compares with whole rows
  if (needs_device && question.is_all) to.prepare += device_start;
  return to;
}

class Auto {
 public:
  static constexpr PluginAbout about{
      .name = "auto",
      .version = "2.0.0",
      .summary = "Chooses one of the other plugins for graph, question and machine, and says why.",
      .capabilities = capability::any_weights | capability::negative_weights};

  struct Options {
    std::int64_t sources = 0;
    bool device = true;
    std::vector<std::string> without{};
    bool race = true;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::sources>("sources", 0, {0, 1'000'000'000'000},
                                 "How many sources will be asked in all, which decides whether preparing pays; 0: as "
                                 "many as the question has."),
      boolean<&Options::device>("device", true, "Plugins for a GPU may be chosen."),
      texts<&Options::without>("without", "Plugins that are not chosen."),
      boolean<&Options::race>("race", true,
                              "Where the question is long enough, the best plugins solve a part of it, and the fastest "
                              "solves the rest.")};

  explicit Auto(const Options& options) : options_(options) {}

  Advice choose(const ChoiceQuestion& question) const {
    check_names(question);
    const GraphFigures figures = chooser::figures_of(question.graph, question.known);
    Advice advice;
    advice.sources = options_.sources > 0 ? static_cast<std::uint64_t>(options_.sources) : question.sources;
    advice.race = options_.race;
    std::vector<Estimate> found;
    for (std::size_t i = 0; i < question.plugins.size(); ++i) {
      const InstalledPlugin& it = question.plugins[i];
      if (!it.answers) continue;
      const GraphFigures part = part_of(figures, question, it);
      if (const std::string reason = why_not(it); !reason.empty())
        advice.estimates.push_back({.plugin = i, .why_not = reason});
      else if (const auto cost = chooser::cost_of(it.about->name, part, question, advice.sources))
        found.push_back(estimate_of(i, *cost, question, advice.sources));
      else if (!chooser::is_known(it.about->name))
        found.push_back({.plugin = i, .prepare = infinity, .sure = false});
    }
    const InstalledDevice* const device = take(std::move(found), question, advice);
    char text[100];
    std::snprintf(text, sizeof text, "%.1f arcs each, about %.0f levels; %u thread%s", figures.degree(), figures.levels,
                  question.threads, question.threads == 1 ? "" : "s");
    advice.figures = text;
    if (device != nullptr) advice.figures += ", " + device->name;
    return advice;
  }

 private:
  void check_names(const ChoiceQuestion& question) const {
    for (const std::string& name : options_.without)
      if (std::ranges::none_of(question.plugins, [&](const InstalledPlugin& it) { return it.about->name == name; }))
        throw Unsupported("its option 'without' names '" + name +
                          "', which is not an algorithm here; `wayfront list` shows those that are");
  }

  std::string why_not(const InstalledPlugin& it) const {
    const std::string_view name = it.about->name;
    if (std::ranges::find(options_.without, name) != options_.without.end()) return "excluded by the option 'without'";
    if (!options_.device && has(it, capability::device)) return "excluded by the option 'device'";
    return name == "external" ? "needs its option 'program'" : "";
  }

  /// Enters what was found, where plugins that the rules do not know have infinite times: these are expected to take as
  /// long as the best of the others, which is enough for a race. The driver of a GPU is asked only where one of its plugins
  /// would be the fastest; returns the device if the graph fits there.
  static const InstalledDevice* take(std::vector<Estimate> found, const ChoiceQuestion& question, Advice& advice) {
    const auto sources = static_cast<double>(advice.sources);
    const auto total = [&](const Estimate& it) { return it.prepare + sources * it.solve; };
    const auto on_device = [&](const Estimate& it) { return has(question.plugins[it.plugin], capability::device); };
    std::ranges::stable_sort(found, {}, [&](const Estimate& it) { return std::pair(total(it), on_device(it)); });
    const bool asks = !found.empty() && on_device(found.front()) && found.front().prepare < infinity;
    const InstalledDevice* const device = asks ? question.device() : nullptr;
    const bool fits =
        device != nullptr && device_bytes(question.graph.info()) <= 0.9 * static_cast<double>(device->bytes);
    double best = infinity;
    for (Estimate& it : found) {
      const bool known = it.prepare < infinity;
      if (on_device(it) && !fits) {
        if (!asks || !known) continue;
        it.why_not =
            device == nullptr ? "there is no CUDA device" : "the graph needs more than the memory of " + device->name;
      } else if (known) {
        best = std::min(best, total(it));
      } else {
        it.prepare = 0;
        it.solve = best == infinity ? 1 : best / sources;
      }
      advice.estimates.push_back(std::move(it));
    }
    return fits ? device : nullptr;
  }

  Options options_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::Auto)
