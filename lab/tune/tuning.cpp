#include "tune/tuning.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "graph/rows_view.hpp"
#include "measure/experiment.hpp"
#include "measure/observer.hpp"
#include "pipeline/pipeline.hpp"
#include "settings/option_text.hpp"

namespace wayfront::host {
namespace {

std::string evidence_text(const Comparison& it) {
  if (it.pairs == 0) return "not measured";
  std::string text =
      fmt::format("{:.3f} times as fast as the defaults, {} pair{}", it.ratio, it.pairs, it.pairs == 1 ? "" : "s");
  if (it.pairs >= 2) text += fmt::format(", 95 % interval {:.3f} .. {:.3f}", it.interval.low, it.interval.high);
  return text + (it.pairs >= min_pairs ? fmt::format(", {}", name(it.verdict)) : "");
}

std::string tried_text(const TunedOptions& it, std::uint64_t sources) {
  const bool pays = it.preparation.saved <= 0 || it.preparation.pays(sources);
  return evidence_text(it.comparison) + (pays ? "" : fmt::format("; {}", text_of(it.preparation)));
}

/// As many as a verdict needs pairs of times, each from another source.
void require_sources(const LoadedGraph& loaded) {
  const ArcsView arcs = arcs_view(loaded.graph->csr());
  std::uint64_t sources = 0;
  for (Vertex v = 0; v < arcs.vertices && sources < min_pairs; ++v) sources += arcs.degree(v) > 0 ? 1 : 0;
  if (sources < min_pairs)
    throw UserError(
        ExitCode::usage,
        fmt::format("{}: only {} of its vertices {} out-arcs, and tuning needs times from at least {} sources; "
                    "keep the defaults, or tune on a larger graph of its kind",
                    loaded.name, sources, sources == 1 ? "has" : "have", min_pairs));
}

/// Fewer solves than planned are made where a run ends early or the graph has fewer sources.
class SolveCounter : public Observer {
 public:
  void progress(std::uint64_t /*done*/, std::uint64_t /*total*/, std::string_view /*label*/) override { ++solves_; }
  std::uint64_t solves() const { return solves_; }

 private:
  std::uint64_t solves_ = 0;
};

/// How a pipeline names the plugin, wherever the pipeline lies.
std::string plugin_text(const TuneRequest& request, const PluginRegistry& plugins) {
  const Plugin& plugin = *request.plugin;
  const bool named = plugins.look_up(PluginKind::algorithm, plugin.about().name) == &plugin;
  return named ? plugin.about().name : std::filesystem::absolute(plugin.file).lexically_normal().string();
}

}  // namespace

MeasuredRound measure_round(const SearchRound& round, const TuneRequest& request, const PluginRegistry& plugins) {
  std::string text = fmt::format(
      "[graph]\npath = {}\n[problem]\nsources = {{ random = {}, seed = {} }}\n"
      "[measure]\nwarmups = 1\nrepeats = 1\nseed = {}\nthreads = {}\ntimeout = {:.6f}\nwork = false\n",
      as_toml(request.graph->name), round.sources, round.seed, round.seed, request.threads, request.timeout);
  for (std::size_t i = 0; i < round.options.size(); ++i) {
    text += fmt::format("[[run]]\nplugin = {}\nlabel = \"{}\"\n", as_toml(plugin_text(request, plugins)), i);
    if (!round.options[i].empty()) text += "[run.options]\n";
    for (const OptionTrial& it : round.options[i]) text += fmt::format("{} = {}\n", it.option, it.value);
  }
  Pipeline pipeline = parse_pipeline_text(text, "tune", plugins);
  pipeline.measure.workers = !request.program.empty();
  pipeline.cases.front().given = request.graph;
  SolveCounter counter;
  Results results = Experiment(pipeline, plugins, request.program, counter).execute(pipeline.cases.front());
  return {std::move(results), counter.solves()};
}

Tuned tune(const TuneRequest& request, const PluginRegistry& plugins) {
  const Graph& graph = *request.graph->graph;
  const std::vector<OptionTrial> trials = trials_of(*request.plugin, graph.info());
  if (trials.empty())
    throw UserError(ExitCode::usage,
                    fmt::format("plugin '{}' has no options that could be tried", request.plugin->about().name));
  require_sources(*request.graph);
  return search_options(request, trials,
                        [&](const SearchRound& round) { return measure_round(round, request, plugins); });
}

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
    text += fmt::format("# {} is faster than the defaults. Two batches, each with newly drawn sources{}, confirm it:\n",
                        text_of(tuned.last), request.program.empty() ? "" : " and new processes");
  for (const Comparison& batch : tuned.evidence) text += fmt::format("#   {}\n", evidence_text(batch));
  if (found) text += fmt::format("#   {}\n", text_of(tuned.preparation));
  text += "# Tried:\n";
  for (const TunedOptions& it : tuned.tried)
    text += fmt::format("#   {}: {}\n", text_of(it.options),
                        it.failure.empty() ? tried_text(it, request.sources) : on_one_line(it.failure));
  text += fmt::format("\n[[run]]\nplugin = {}\n", as_toml(plugin_text(request, plugins)));
  if (!found) return text;
  text += "\n[run.options]\n";
  for (const OptionTrial& it : tuned.best()) text += fmt::format("{} = {}\n", it.option, it.value);
  return text;
}

}  // namespace wayfront::host
