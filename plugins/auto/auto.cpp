// auto says which of the installed plugins answers a question soonest. A few rules on figures of the graph (estimates.hpp)
// give the time of each; the host sorts them, lets the best ones race where the question is long, and runs the winner.
//
// A plugin that the rules do not know is expected to take about as long as the best of the others, which is enough to take
// part in a race. The driver of a GPU is asked only where one of its plugins would be the fastest.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "estimates.hpp"
#include "graph_figures.hpp"
#include "wayfront/choose.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

using chooser::Cost;
using chooser::GraphFigures;

constexpr double device_start = 0.3;          // seconds until a process can use a GPU
constexpr double kernels_of_batches = 0.003;  // until they are loaded
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The share of a search after which a plugin with these capabilities may stop.
double share_of(const GraphFigures& graph, const ChoiceQuestion& question, std::uint64_t capabilities) {
  const GraphInfo& info = question.graph.info();
  const More& more = question.more;
  if (info.min_weight < 0 || (capabilities & capability::early) == 0) return 1;
  double share = 1;
  // Those that settle vertices one by one, so that their work is the same on every run, stop at a count.
  if (more.count != 0 && (capabilities & capability::exact_work) != 0)
    share = static_cast<double>(more.count) / graph.reached;
  if (!more.targets.empty()) {
    const auto targets = static_cast<double>(more.targets.size());
    share = std::min(share, targets / (targets + 1));
  }
  if (more.limit != infinity && info.mean_weight > 0) {
    const double lighter = std::max(1.5, graph.degree() / 2);  // than the mean: the arcs of shortest paths
    const double deep = std::min(1.0, lighter * more.limit / info.mean_weight / graph.levels);
    share = std::min(share, graph.growth < 8 ? std::pow(deep, graph.growth) : std::pow(graph.reached, deep - 1));
  }
  return std::clamp(share, 1 / std::max(graph.reached, 1.0), 1.0);
}

GraphFigures part_of(GraphFigures graph, double share) {
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
    std::vector<Estimate> on_device, unknown;
    double best = infinity;  // seconds of the best on the processors
    for (std::size_t i = 0; i < question.plugins.size(); ++i) {
      const InstalledPlugin& it = question.plugins[i];
      if (!it.answers) continue;
      const std::string_view name = it.about->name;
      const bool needs_device = (it.about->capabilities & capability::device) != 0;
      Estimate estimate{.plugin = i, .why_not = why_not(name, needs_device)};
      if (!estimate.why_not.empty()) {
        advice.estimates.push_back(estimate);
        continue;
      }
      const double share = share_of(figures, question, it.about->capabilities);
      if (const auto cost = chooser::cost_of(name, part_of(figures, share), question.graph.info(), advice.sources)) {
        set(estimate, *cost, it, question, advice.sources, needs_device);
        (needs_device ? on_device : advice.estimates).push_back(estimate);
        if (!needs_device) best = std::min(best, total(estimate, advice.sources));
      } else if (!chooser::is_known(name)) {
        estimate.sure = false;
        unknown.push_back(estimate);
      }
    }
    const InstalledDevice* const device = add_device(on_device, best, question, advice);
    add_unknown(unknown, device != nullptr, question, advice);
    advice.figures = text_of(figures, question.threads, device);
    return advice;
  }

 private:
  static double total(const Estimate& it, std::uint64_t sources) {
    return it.prepare + static_cast<double>(sources) * it.solve;
  }

  void check_names(const ChoiceQuestion& question) const {
    for (const std::string& name : options_.without) {
      const auto has_name = [&](const InstalledPlugin& it) { return it.about->name == name; };
      if (std::ranges::any_of(question.plugins, has_name)) continue;
      std::string all;
      for (const InstalledPlugin& it : question.plugins) all += (all.empty() ? "" : ", ") + std::string(it.about->name);
      throw Unsupported("its option 'without' names '" + name + "', which is not an algorithm here; there are " + all);
    }
  }

  std::string why_not(std::string_view name, bool needs_device) const {
    if (std::ranges::find(options_.without, name) != options_.without.end()) return "excluded by the option 'without'";
    if (needs_device && !options_.device) return "excluded by the option 'device'";
    if (name == "external") return "needs its option 'program'";
    return "";
  }

  /// From nanoseconds of one thread to seconds of this question.
  static void set(Estimate& to, const Cost& cost, const InstalledPlugin& plugin, const ChoiceQuestion& question,
                  std::uint64_t sources, bool needs_device) {
    const double per_call = static_cast<double>(std::clamp<std::uint64_t>(question.per_call, 1, sources));
    const bool batch = (plugin.about->capabilities & capability::batch) != 0;
    to.prepare = 1e-9 * (cost.prepare / cost.prepare_gain.of(question.threads) + cost.each_thread * question.threads);
    to.solve = 1e-9 * (cost.solve / cost.solve_gain.of(question.threads) + (question.threads > 1 ? cost.meetings : 0));
    if (needs_device || cost.together < 1) {
      constexpr double many = 16;
      const double part = batch ? std::min(per_call - 1, many) / many : 0;
      to.solve *= 1 + part * (cost.together - 1);
      if (needs_device && part > 0) to.prepare += kernels_of_batches;
    } else if (per_call > 1) {  // sources at the same time, each on one thread
      const double at_once = std::min(per_call, static_cast<double>(batch ? question.threads : question.instances));
      const double gain = std::min(at_once, 3 + 0.4 * at_once);  // more of them share memory and cores
      to.solve = std::min(to.solve, 1e-9 * cost.solve / gain);
    }
    // Rows of targets alone need no look at the other vertices, unless the plugin searches.
    if (cost.sure && plugin.projects && !question.more.reduce && (plugin.about->capabilities & capability::early) == 0)
      to.solve *= std::max(0.05, static_cast<double>(question.more.targets.size()) / question.graph.info().vertices);
    if (plugin.projects && question.more.reduce) to.solve *= 2;  // the host compares the sums with whole rows
    if (needs_device && question.is_all) to.prepare += device_start;
    to.sure = cost.sure;
  }

  /// Asks for the device only where one of its plugins would be the fastest.
  static const InstalledDevice* add_device(std::vector<Estimate>& all, double best, const ChoiceQuestion& question,
                                           Advice& advice) {
    const auto wins = [&](const Estimate& it) { return total(it, advice.sources) < best; };
    if (std::ranges::none_of(all, wins)) return nullptr;
    const InstalledDevice* const device = question.device();
    const bool fits =
        device != nullptr && device_bytes(question.graph.info()) <= 0.9 * static_cast<double>(device->bytes);
    for (Estimate& it : all) {
      if (!fits)
        it.why_not =
            device == nullptr ? "there is no CUDA device" : "the graph needs more than the memory of " + device->name;
      advice.estimates.push_back(std::move(it));
    }
    return fits ? device : nullptr;
  }

  /// As long as the best of the others, which comes first. Those that need a device only where that was asked for.
  static void add_unknown(std::vector<Estimate>& unknown, bool has_device, const ChoiceQuestion& question,
                          Advice& advice) {
    double best = infinity;
    for (const Estimate& it : advice.estimates)
      if (it.why_not.empty()) best = std::min(best, total(it, advice.sources));
    for (Estimate& it : unknown) {
      const bool needs_device = (question.plugins[it.plugin].about->capabilities & capability::device) != 0;
      if (needs_device && !has_device) continue;
      it.solve = best == infinity ? 1 : best / static_cast<double>(advice.sources);
      advice.estimates.push_back(std::move(it));
    }
  }

  static std::string text_of(const GraphFigures& graph, unsigned threads, const InstalledDevice* device) {
    char text[160];
    std::snprintf(text, sizeof text, "%.1f arcs each, about %.0f levels; %u thread%s%s%s", graph.degree(), graph.levels,
                  threads, threads == 1 ? "" : "s", device == nullptr ? "" : ", ",
                  device == nullptr ? "" : device->name.c_str());
    return text;
  }

  Options options_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::Auto)
