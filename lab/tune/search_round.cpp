#include "tune/search_round.hpp"

#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "measure/experiment.hpp"
#include "measure/observer.hpp"
#include "pipeline/pipeline.hpp"
#include "settings/option_text.hpp"

namespace wayfront::host {
namespace {

/// Fewer solves than planned are made where a run ends early or the graph has fewer sources.
class SolveCounter : public Observer {
 public:
  void progress(std::uint64_t /*done*/, std::uint64_t /*total*/, std::string_view /*label*/) override { ++solves_; }
  std::uint64_t solves() const { return solves_; }

 private:
  std::uint64_t solves_ = 0;
};

}  // namespace

std::string plugin_text(const TuneRequest& request, const PluginRegistry& plugins) {
  const Plugin& plugin = *request.plugin;
  const bool named = plugins.look_up(PluginKind::algorithm, plugin.about().name) == &plugin;
  return named ? plugin.about().name : std::filesystem::absolute(plugin.file).lexically_normal().string();
}

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

}  // namespace wayfront::host
