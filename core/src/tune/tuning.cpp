#include "tune/tuning.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "compare/stats.hpp"
#include "measure/experiment.hpp"
#include "measure/observer.hpp"
#include "pipeline/pipeline.hpp"
#include "settings/option_text.hpp"
#include "tune/confirmation.hpp"

namespace wayfront::host {
namespace {

using Options = std::vector<OptionTrial>;

constexpr double hopeless = 0.98;  // whose ratio is below it does not come back
constexpr std::uint64_t batches = 2;
constexpr std::uint64_t confirming = batches * 2 * (1 + min_pairs);  // solves that are kept for the last round

/// How a pipeline names the plugin, wherever it lies.
std::string plugin_text(const TuneRequest& request, const PluginRegistry& plugins) {
  const Plugin& plugin = *request.plugin;
  const bool named = plugins.look_up(PluginKind::algorithm, plugin.about().name) == &plugin;
  return named ? plugin.about().name : std::filesystem::absolute(plugin.file).lexically_normal().string();
}

/// Times by the pairs of one trial with the defaults, pooled over the rounds that it took part in.
struct Trial {
  Options options;
  std::vector<double> ratios{};
  std::vector<double> seconds{};
  std::string failure{};

  double ratio() const { return ratios.empty() ? 0 : quantile(ratios, 0.5); }
};

class Search {
 public:
  Search(const TuneRequest& request, const PluginRegistry& plugins) : request_(request), plugins_(plugins) {}

  Tuned run() {
    const std::vector<OptionTrial> trials = trials_of(*request_.plugin, request_.graph->graph->info());
    if (trials.empty())
      throw UserError(ExitCode::usage,
                      fmt::format("plugin '{}' has no options that could be tried", request_.plugin->about().name));
    // At most 22 of 60 solves for a look at each, 14 for the best, and the others to confirm the last one.
    const std::uint64_t searching = request_.solves - confirming;
    const std::size_t looks = std::min<std::size_t>(trials.size(), searching * 5 / 8 / 2 - 1);
    for (std::size_t i = 0; i < looks; ++i) trials_.push_back({.options = {trials[i]}});
    round("a look at each", all(), 1, 1);
    const std::vector<std::size_t> second = best_and_combined(3);
    if (!second.empty()) {
      const std::uint64_t each = (searching - solves_) / (second.size() + 1);
      if (each > 1) round("the best", second, static_cast<unsigned>(std::min(each - 1, request_.solves / 20)), 1);
      confirm();
    }
    return result();
  }

 private:
  std::vector<std::size_t> all() const {
    std::vector<std::size_t> indices(trials_.size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    return indices;
  }

  /// Those that were not slower, the best first.
  std::vector<std::size_t> ranked() const {
    std::vector<std::size_t> good = all();
    std::erase_if(good, [&](std::size_t i) { return trials_[i].ratio() < hopeless; });
    std::ranges::stable_sort(good, std::greater<>(), [&](std::size_t i) { return trials_[i].ratio(); });
    return good;
  }

  /// The best `count` trials; the last of them gives way to the combination of the best ones of different options.
  std::vector<std::size_t> best_and_combined(std::size_t count) {
    std::vector<std::size_t> good = ranked();
    Options combined;
    for (const std::size_t i : good) {
      const OptionTrial& one = trials_[i].options.front();
      if (trials_[i].ratio() > 1 && std::ranges::find(combined, one.option, &OptionTrial::option) == combined.end())
        combined.push_back(one);
    }
    if (combined.size() > 1) {
      good.resize(std::min(good.size(), count - 1));
      trials_.push_back({.options = std::move(combined)});
      good.push_back(trials_.size() - 1);
    }
    good.resize(std::min(good.size(), count));
    return good;
  }

  /// The best one against the defaults, in batches with new sources and new processes: what it won by in the search was
  /// partly luck, of a process or of a moment.
  void confirm() {
    const std::vector<std::size_t> good = ranked();
    if (good.empty()) return;
    final_ = good.front();
    Trial& last = trials_[*final_];
    evidence_.earlier = last.ratios;
    last.seconds.clear();
    constexpr std::uint64_t max_pairs = 8;
    const std::uint64_t each = (request_.solves - solves_) / batches / 2;
    const auto pairs = static_cast<unsigned>(std::clamp<std::uint64_t>(each - 1, min_pairs, max_pairs));
    for (const std::string_view batch : {"first batch", "second batch"}) {
      const std::size_t before = last.ratios.size();
      round(fmt::format("{} of new pairs", batch), {*final_}, pairs, 1);
      if (!last.failure.empty()) return;
      evidence_.batches.emplace_back(last.ratios.begin() + static_cast<std::ptrdiff_t>(before), last.ratios.end());
      if (!wins(evidence_.batches.back(), is_apart())) return;
    }
  }

  bool is_apart() const { return !request_.program.empty(); }

  void round(std::string_view what, const std::vector<std::size_t>& members, unsigned sources, unsigned repeats) {
    ++round_;
    std::vector<const Options*> options = {&defaults_};
    for (const std::size_t i : members) options.push_back(&trials_[i].options);
    const Results results = measured(options, sources, repeats);
    const RunResult& base = results.runs.front();
    if (base.status == RunStatus::interrupted || results.interrupted)
      throw UserError(ExitCode::interrupted, "interrupted before the search ended");
    if (base.status != RunStatus::ok)
      throw UserError(ExitCode::failed_run,
                      fmt::format("plugin '{}' with its defaults: {}", request_.plugin->about().name, base.reason));
    for (const Sample& sample : base.samples) base_seconds_.push_back(sample.solve);
    for (std::size_t k = 0; k < members.size(); ++k) {
      Trial& trial = trials_[members[k]];
      const RunResult& run = results.runs[k + 1];
      if (run.status != RunStatus::ok) {
        trial.failure = run.reason.empty() ? std::string(name(run.status)) : run.reason;
        trial.ratios.clear();
        continue;
      }
      const std::vector<double> ratios = paired_ratios(base, run);
      trial.ratios.insert(trial.ratios.end(), ratios.begin(), ratios.end());
      for (const Sample& sample : run.samples) trial.seconds.push_back(sample.solve);
    }
    if (!request_.progress) return;
    std::string text = fmt::format("round {}, {}: {} solves so far", round_, what, solves_);
    if (const std::vector<std::size_t> good = ranked(); !good.empty())
      text += fmt::format("; best {}: {:.2f} times as fast", text_of(trials_[good.front()].options),
                          trials_[good.front()].ratio());
    request_.progress(text);
  }

  Results measured(const std::vector<const Options*>& runs, unsigned sources, unsigned repeats) {
    std::string text = fmt::format(
        "[graph]\npath = {}\n[problem]\nsources = {{ random = {}, seed = {} }}\n"
        "[measure]\nwarmups = 1\nrepeats = {}\nseed = {}\nthreads = {}\ntimeout = {:.6f}\nwork = false\n",
        as_toml(request_.graph->name), sources, request_.seed + round_, repeats, request_.seed + round_,
        request_.threads, request_.timeout);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      text += fmt::format("[[run]]\nplugin = {}\nlabel = \"{}\"\n", as_toml(plugin_text(request_, plugins_)), i);
      if (!runs[i]->empty()) text += "[run.options]\n";
      for (const OptionTrial& it : *runs[i]) text += fmt::format("{} = {}\n", it.option, it.value);
    }
    Pipeline pipeline = parse_pipeline_text(text, "tune", plugins_);
    pipeline.measure.workers = !request_.program.empty();
    pipeline.cases.front().given = request_.graph;
    Observer observer;
    Results results = Experiment(pipeline, plugins_, request_.program, observer).execute(pipeline.cases.front());
    solves_ += runs.size() * (1 + std::uint64_t{sources} * repeats);
    return results;
  }

  Tuned result() {
    Tuned tuned{.seconds = quantile(base_seconds_, 0.5), .solves = solves_};
    for (const Trial& it : trials_) tuned.tried.push_back({it.options, compare(it.ratios, is_apart()), it.failure});
    if (!final_) return tuned;
    const Trial& last = trials_[*final_];
    tuned.last = last.options;
    for (const std::vector<double>& batch : evidence_.batches) tuned.evidence.push_back(compare(batch, is_apart()));
    tuned.why_not = last.failure.empty() ? why_not_confirmed(evidence_, is_apart()) : last.failure;
    if (!tuned.why_not) tuned.seconds = quantile(last.seconds, 0.5);
    return tuned;
  }

  const TuneRequest& request_;
  const PluginRegistry& plugins_;
  const Options defaults_{};
  std::vector<Trial> trials_{};
  std::vector<double> base_seconds_{};
  std::optional<std::size_t> final_{};
  TrialPairs evidence_{};  // of the final one
  std::uint64_t solves_ = 0;
  unsigned round_ = 0;
};

std::string evidence_text(const Comparison& it) {
  if (it.pairs == 0) return "not measured";
  std::string text =
      fmt::format("{:.3f} times as fast as the defaults, {} pair{}", it.ratio, it.pairs, it.pairs == 1 ? "" : "s");
  if (it.pairs >= 2) text += fmt::format(", 95 % interval {:.3f} .. {:.3f}", it.interval.low, it.interval.high);
  return text + (it.pairs >= min_pairs ? fmt::format(", {}", name(it.verdict)) : "");
}

}  // namespace

std::string text_of(const std::vector<OptionTrial>& options) {
  if (options.empty()) return "the defaults";
  std::string text;
  for (const OptionTrial& it : options) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", it.option, it.value);
  return text;
}

Tuned tune(const TuneRequest& request, const PluginRegistry& plugins) { return Search(request, plugins).run(); }

std::string tuned_toml(const Tuned& tuned, const TuneRequest& request, const PluginRegistry& plugins) {
  const GraphInfo& info = request.graph->graph->info();
  std::string text = fmt::format("# Options of {} {} for {} ({} vertices, {} arcs), from {} solves with {} threads.\n",
                                 request.plugin->about().name, request.plugin->about().version,
                                 on_one_line(request.graph->name), info.vertices, info.edges, tuned.solves,
                                 request.threads != 0 ? request.threads : available_processors());
  const bool found = !tuned.best().empty();
  if (tuned.last.empty())
    text += "# The defaults stay: nothing else was faster.\n";
  else if (!found)
    text += fmt::format("# The defaults stay. The best of the others is {}, but {}.\n", text_of(tuned.last),
                        on_one_line(*tuned.why_not));
  else
    text += fmt::format("# {} is faster than the defaults, from two batches of sources in processes of their own:\n",
                        text_of(tuned.last));
  for (const Comparison& batch : tuned.evidence) text += fmt::format("#   {}\n", evidence_text(batch));
  text += "# Tried:\n";
  for (const TunedOptions& it : tuned.tried)
    text += fmt::format("#   {}: {}\n", text_of(it.options),
                        it.failure.empty() ? evidence_text(it.comparison) : on_one_line(it.failure));
  text += fmt::format("\n[[run]]\nplugin = {}\n", as_toml(plugin_text(request, plugins)));
  if (!found) return text;
  text += "\n[run.options]\n";
  for (const OptionTrial& it : tuned.best()) text += fmt::format("{} = {}\n", it.option, it.value);
  return text;
}

}  // namespace wayfront::host
