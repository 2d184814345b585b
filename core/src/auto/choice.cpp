#include "auto/choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "auto/cost_models.hpp"
#include "auto/graph_features.hpp"
#include "auto/measured_graphs.hpp"
#include "base/available_memory.hpp"
#include "base/refusal.hpp"
#include "graph/weight_kind.hpp"
#include "run/instance.hpp"
#include "settings/argument_options.hpp"

namespace wayfront::host {
namespace {

/// The share of a search after which a plugin with these capabilities may stop.
double share_of(const GraphFeatures& graph, const Workload& work, const Plugin& plugin) {
  if (work.asked == nullptr || graph.min_weight < 0) return 1;
  const Asked& scope = *work.asked;
  if (!plugin.has(capability::early)) return 1;
  double share = 1;
  // Those that settle vertices one by one, so that their work is the same on every run, stop at a count.
  if (scope.count != 0 && plugin.has(capability::exact_work))
    share = std::min(share, static_cast<double>(scope.count) / graph.reached);
  if (!scope.targets.empty()) {
    const auto targets = static_cast<double>(scope.targets.size());
    share = std::min(share, targets / (targets + 1));
  }
  if (!std::isinf(scope.limit) && graph.mean_weight > 0) {
    constexpr double lighter = 1.5;  // than the mean: the arcs of shortest paths
    const double deep = std::min(1.0, lighter * scope.limit / graph.mean_weight / graph.levels);
    const bool by_power = graph.growth < 8;
    share = std::min(share, by_power ? std::pow(deep, graph.growth) : std::pow(graph.reached, deep - 1));
  }
  return std::clamp(share, 1 / std::max(graph.reached, 1.0), 1.0);
}

GraphFeatures part_of(GraphFeatures graph, double share) {
  graph.levels = std::max(1.0, graph.levels * std::pow(share, 1 / graph.growth));
  graph.reached *= share;
  graph.reached_arcs *= share;
  return graph;
}

/// Bytes that a plugin takes there, at most: the graph both ways, and some entries for each vertex.
double device_bytes(const GraphInfo& graph) {
  const auto weight = static_cast<double>(weight_size(graph.weights));
  return 2.5 * static_cast<double>(graph.edges) * (weight + sizeof(Vertex)) + (64 + 8 * weight) * graph.vertices;
}

Workload with_sources(Workload work, const ChooserOptions& options) {
  if (options.sources > 0) work.sources = static_cast<std::uint64_t>(options.sources);
  return work;
}

class Chooser {
 public:
  Chooser(const Graph& graph, const Workload& work, const ChooserOptions& options, const PluginRegistry& plugins,
          unsigned threads, std::span<const CostModel> models)
      : info_(graph.info()),
        work_(with_sources(work, options)),
        options_(options),
        plugins_(plugins),
        threads_(threads),
        models_(models),
        features_(features_of(graph, work.some)),
        terms_(terms_of(features_, threads)),
        similar_(features_) {}

  Choice run(const std::function<std::optional<InstalledDevice>()>& device) {
    for (const Plugin& plugin : plugins_.plugins()) {
      if (plugin.descriptor->kind != PluginKind::algorithm || is_chooser(plugin) || !fits(plugin)) continue;
      const std::string_view name = plugin.about().name;
      bool known = false;
      for (const CostModel& model : models_)
        if (model.plugin == name && model.suits(features_)) {
          add(plugin, model);
          known = true;
        }
      if (!known) choice_.unknown.push_back(&plugin);
    }
    if (!on_device_.empty()) add_device(device);
    if (choice_.ranking.empty())
      add_others(device);
    else if (may_all_decline_)
      add_others({});
    if (choice_.ranking.empty())
      throw UserError(ExitCode::plugin,
                      choice_.refused.empty()
                          ? "no algorithm plugin is installed; name the directory where they are "
                            "with --plugins, in LibraryOptions::plugins or in $WAYFRONT_PLUGIN_PATH"
                          : fmt::format("no plugin fits this graph and question: {}; install one that "
                                        "does, or change the options of auto{}",
                                        fmt::join(choice_.refused, "; "), not_usable()));
    std::ranges::stable_sort(choice_.ranking, {}, [](const Candidate& it) { return it.total.value_or(INFINITY); });
    set_patience(choice_.ranking);
    choice_.sources = work_.sources;
    choice_.trials = options_.trials;
    choice_.starts_device = work_.starts_device;
    choice_.features = features_;
    choice_.threads = threads_;
    choice_.circumstances = circumstances();
    choice_.reason = reason();
    return std::move(choice_);
  }

 private:
  void refuse(const Plugin& plugin, std::string_view why) {
    choice_.refused.push_back(fmt::format("{}: {}", plugin.about().name, why));
  }

  /// False if the plugin cannot be chosen, whatever the device.
  bool fits(const Plugin& plugin) {
    const std::string_view name = plugin.about().name;
    if (name == "external") return refuse(plugin, "needs its option 'program', which auto does not set"), false;
    if (std::ranges::find(options_.without, name) != options_.without.end())
      return refuse(plugin, "excluded by the option 'without'"), false;
    if (!plugin.takes(info_.weights))
      return refuse(plugin, fmt::format("does not support {} weights", host::name(info_.weights))), false;
    if (info_.min_weight < 0 && !plugin.has(capability::negative_weights))
      return refuse(plugin, "does not support negative weights"), false;
    const Asked* const asked = work_.asked;
    if (asked != nullptr && asked->reduce && asked->sample.rows < work_.sources && plugin.has(capability::reduce))
      return refuse(plugin, "sums its rows itself, and only a sample of them would be certified"), false;
    if (plugin.has(capability::device) && !options_.device)
      return refuse(plugin, "excluded by the option 'device'"), false;
    return true;
  }

  void add(const Plugin& plugin, const CostModel& model) {
    const double share = share_of(features_, work_, plugin);
    const Terms part = share < 1 ? terms_of(part_of(features_, share), threads_) : terms_;
    Candidate it{.plugin = &plugin, .options = options_of(plugin, model.options)};
    const auto sources = static_cast<double>(std::max<std::uint64_t>(work_.sources, 1));
    const auto expected = [&](const Terms& coefficients, const Terms& terms, CostFigure figure) {
      return cost(coefficients, terms) *
             (model.corrected ? similar_.factor(model.plugin, figure, threads_, model.usual_error) : 1);
    };
    it.prepare = expected(model.prepare, terms_, CostFigure::prepare);
    it.solve = expected(model.solve, part, CostFigure::solve);
    const double per_call = std::clamp(static_cast<double>(work_.per_call), 1.0, sources);
    const bool large = per_call >= 32 && is_known(model.large_batch);
    if (per_call > 1 && (large || is_known(model.batch)) && (plugin.has(capability::batch) || work_.parallel != 1)) {
      const double batched = large ? expected(model.large_batch, part, CostFigure::large_batch)
                                   : expected(model.batch, part, CostFigure::batch);
      if (plugin.has(capability::batch)) {
        constexpr double measured = 16;
        it.solve = std::min(*it.solve, batched + (*it.solve - batched) * std::max(0.0, measured - per_call) / measured);
      } else {  // instances that solve at the same time
        const double instances = work_.parallel != 0 ? std::min(work_.parallel, threads_) : threads_;
        it.solve = batched * threads_ / std::min(instances, per_call);  // the model has one for each thread
        if (is_known(model.prepare_batch))
          it.prepare = expected(model.prepare_batch, terms_, CostFigure::prepare_batch);
      }
    }
    if (skips_others(plugin))
      *it.solve *= std::max(0.05, static_cast<double>(work_.asked->targets.size()) / features_.vertices);
    const bool device = plugin.has(capability::device);
    it.total = *it.prepare + sources * *it.solve + (device && work_.starts_device ? device_start : 0);
    may_all_decline_ = may_all_decline_ && (device || model.max_growth > 0);  // a device, or a structure
    (device ? on_device_ : choice_.ranking).push_back(std::move(it));
  }

  /// Whether it answers targets without a search that reaches all nearer vertices.
  bool skips_others(const Plugin& plugin) const {
    return work_.asked != nullptr && !plugin.has(capability::early) &&
           projection_for(plugin, info_, *work_.asked) == Projection::gather;
  }

  /// Asks for the device only where one of its plugins would be the fastest, or could be in a trial.
  void add_device(const std::function<std::optional<InstalledDevice>()>& device) {
    double best = std::numeric_limits<double>::infinity();
    for (const Candidate& it : choice_.ranking) best = std::min(best, *it.total);
    const auto is_worth_it = [&](const Candidate& it) {
      const double trial = device_start + *it.prepare + *it.solve;
      return *it.total < best || (options_.trials && trial <= trial_share * best && *it.total < doubt_of_model * best);
    };
    if (std::ranges::none_of(on_device_, is_worth_it)) return;
    device_ = device();
    for (Candidate& it : on_device_)
      if (const std::string why = why_not_there(); !why.empty())
        refuse(*it.plugin, why);
      else
        choice_.ranking.push_back(std::move(it));
  }

  std::string why_not_there() const {
    if (!device_) return "there is no CUDA device";
    const double needed = device_bytes(info_);
    if (needed <= 0.9 * static_cast<double>(device_->bytes)) return {};
    return fmt::format("needs about {} of {}'s memory, which has {}", bytes_text(needed), device_->name,
                       bytes_text(static_cast<double>(device_->bytes)));
  }

  /// Plugins without a cost model for such graphs, in the order of their names: those that need no device first. Without
  /// `device` those that need one only where it is known.
  void add_others(const std::function<std::optional<InstalledDevice>()>& device) {
    for (const bool on_device : {false, true})
      for (const Plugin* const it : choice_.unknown) {
        const Plugin& plugin = *it;
        if (plugin.has(capability::device) != on_device) continue;
        if (on_device && !device_ && device) device_ = device();
        if (on_device && !device_ && !device) continue;
        if (const std::string why = on_device ? why_not_there() : ""; !why.empty()) {
          refuse(plugin, why);
        } else if (std::ranges::any_of(plugin.options(), &OptionRow::required)) {
          refuse(plugin, "has an option without a default");
        } else {
          choice_.ranking.push_back({.plugin = &plugin, .options = options_of(plugin, "")});
        }
      }
  }

  static std::shared_ptr<const Settings> options_of(const Plugin& plugin, std::string_view option) {
    if (option.empty()) return std::make_shared<const Settings>(Settings::defaults(plugin.options()));
    const std::string text(option);
    return std::make_shared<const Settings>(
        parse_options({&text, 1}, plugin.options(), fmt::format("options of plugin '{}'", plugin.about().name)));
  }

  /// What would be chosen from, too, if it were there once: "; not usable: dijkstra (twice: ...)", or "".
  std::string not_usable() const {
    const std::string twice = plugins_.twice(PluginKind::algorithm);
    return twice.empty() ? "" : "; not usable: " + twice;
  }

  std::string circumstances() const {
    std::string text = fmt::format(" ({} vertices, {:.1f} arcs each", info_.vertices,
                                   static_cast<double>(info_.edges) / std::max<double>(info_.vertices, 1));
    if (features_.sampled) text += fmt::format(", about {:.0f} levels", features_.levels);
    text += fmt::format("; {} thread{}", threads_, threads_ == 1 ? "" : "s");
    if (device_) text += ", " + device_->name;
    return text + ")" + not_usable();
  }

  std::string reason() const {
    const Candidate& best = choice_.ranking.front();
    if (!best.total) return "it fits; no plugin with a cost model does" + not_usable();
    std::string text = fmt::format("expected to take {}", time_text(*best.solve));
    if (work_.sources > 1) text += " for each source";
    const bool prepares = *best.prepare > 0.1 * *best.total;
    if (prepares) text += fmt::format(" after {} to prepare", time_text(*best.prepare));
    if (prepares || work_.sources > 1) text += fmt::format(", {} in all", time_text(*best.total));
    std::string others;
    const auto other = std::span(choice_.ranking).subspan(1, std::min<std::size_t>(2, choice_.ranking.size() - 1));
    for (const Candidate& it : other)
      if (it.total)
        others += fmt::format("{}{} {}", others.empty() ? "" : ", ", it.plugin->about().name, time_text(*it.total));
    if (!others.empty()) text += "; " + others;
    return text + choice_.circumstances;
  }

  const GraphInfo& info_;
  const Workload work_;
  const ChooserOptions& options_;
  const PluginRegistry& plugins_;
  unsigned threads_;
  std::span<const CostModel> models_;
  GraphFeatures features_;
  Terms terms_;
  SimilarGraphs similar_;
  std::vector<Candidate> on_device_{};
  bool may_all_decline_ = true;  // when they are prepared: then others may take their place
  std::optional<InstalledDevice> device_{};
  Choice choice_{};
};

}  // namespace

double patience_of(const Plugin& plugin, double prepare, double next) {
  constexpr double longer = 1.5, part_of_next = 0.4;
  if (plugin.has(capability::device)) return std::numeric_limits<double>::infinity();
  return std::max(longer * prepare, part_of_next * next);
}

void set_patience(std::vector<Candidate>& ranking) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const bool compares = i + 1 < ranking.size() && ranking[i].total && ranking[i + 1].total;
    ranking[i].patience =
        compares ? patience_of(*ranking[i].plugin, *ranking[i].prepare, *ranking[i + 1].total) : unlimited;
  }
}

std::string time_text(double seconds) {
  const double value = seconds < 1e-3 ? seconds * 1e6 : seconds < 1 ? seconds * 1e3 : seconds;
  const int decimals = value < 10 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, decimals, seconds < 1e-3 ? "us" : seconds < 1 ? "ms" : "s");
}

Ending out_of_patience(double seconds) {
  return {RunStatus::skipped, fmt::format("it was still preparing after {}, longer than expected", time_text(seconds))};
}

ChooserOptions chooser_options(const Settings& settings, const PluginRegistry& plugins) {
  if (const std::optional<std::string> wrong = wrong_options(settings, plugins))
    host::refuse("options of plugin 'auto': {}", *wrong);
  ChooserOptions options;
  settings.store(&options);
  return options;
}

std::optional<std::string> wrong_options(const Settings& settings, const PluginRegistry& plugins) {
  ChooserOptions options;
  settings.store(&options);
  for (const std::string& name : options.without)
    if (names_file(name))
      return fmt::format("'without' takes names of plugins, and '{}' is the path of a file", name);
    else if (plugins.look_up(PluginKind::algorithm, name) == nullptr)
      return fmt::format("'without': {}", plugins.why_missing(PluginKind::algorithm, name));
  return std::nullopt;
}

Choice choose(const Graph& graph, const Workload& work, const ChooserOptions& chooser, const PluginRegistry& plugins,
              unsigned threads, const std::function<std::optional<InstalledDevice>()>& device,
              std::span<const CostModel> models) {
  return Chooser(graph, work, chooser, plugins, threads, models).run(device);
}

}  // namespace wayfront::host
