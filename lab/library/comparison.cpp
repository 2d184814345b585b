#include "wayfront/wayfront_lab.hpp"

#include <fmt/format.h>

#include <limits>
#include <set>
#include <sstream>

#include "compare/summary.hpp"
#include "graph/csr.hpp"
#include "library/states.hpp"
#include "measure/experiment.hpp"
#include "measure/observer.hpp"
#include "pipeline/pipeline.hpp"
#include "report/report.hpp"
#include "settings/option_text.hpp"

namespace wayfront {

struct Comparison::State {
  std::vector<ComparisonRow> rows;
  std::vector<ComparisonRun> runs;
  std::vector<host::Results> results;
};

using ComparisonState = Access::StateOf<Comparison>::Type;

namespace {

namespace fs = std::filesystem;

class Watcher final : public host::Observer {
 public:
  Watcher(std::stop_token stop, const Progress& progress, host::HostContext::LogSink log)
      : stop_(std::move(stop)), progress_(progress), log_(std::move(log)) {}

  void step(std::string_view) override { end_if_stopped(); }
  void progress(std::uint64_t done, std::uint64_t total, std::string_view) override {
    end_if_stopped();
    if (progress_) progress_(done, total);
  }
  void ended(const host::RunResult&) override { end_if_stopped(); }
  void note(std::string_view text) override {
    if (log_) log_(Level::info, text);
  }
  void end_if_stopped() const {
    if (stop_.stop_requested()) throw_error(host::ExitCode::interrupted, "the comparison was cancelled");
  }

 private:
  std::stop_token stop_;
  const Progress& progress_;
  host::HostContext::LogSink log_;
};

void add_rows(const host::Results& results, ComparisonState& all) {
  const host::RunResult* const baseline = host::baseline_of(results);
  const std::string graph = host::text_at(results.graph, "/name");
  for (const host::RunResult& run : results.runs) {
    for (const host::Sample& sample : run.samples)
      all.rows.push_back({.graph = graph,
                          .run = run.label,
                          .source = host::to_text(sample.source),
                          .repeat = sample.repeat,
                          .seconds = sample.solve,
                          .work = sample.work});
    const host::Summary summary = host::summarise(results, run, baseline);
    ComparisonRun& it = all.runs.emplace_back();
    it.graph = graph;
    it.run = run.label;
    it.plugin = run.plugin;
    it.status = host::name(run.status);
    it.reason = run.reason;
    if (run.samples.empty()) continue;
    it.median = summary.solve.median;
    if (&run == baseline) {
      it.ratio = it.low = it.high = 1;
      it.verdict = "baseline";
    } else {
      it.ratio = summary.comparison.ratio;
      it.low = summary.comparison.interval.low;
      it.high = summary.comparison.interval.high;
      it.verdict = host::name(summary.comparison.verdict);
    }
  }
}

Comparison executed(const LibraryState& library, const host::Pipeline& pipeline, std::stop_token stop,
                    const Progress& progress) {
  Watcher watcher(stop, progress, library.log());
  host::Experiment experiment(pipeline, library.plugins, worker_program(), watcher, std::move(stop));
  ComparisonState all;
  for (const host::PlannedCase& planned : pipeline.cases) {
    watcher.end_if_stopped();
    all.results.push_back(experiment.execute(planned));
    add_rows(all.results.back(), all);
  }
  return Access::make<Comparison>(std::move(all));
}

/// A pipeline for these runs; graph and options are not in it.
std::string pipeline_text(const host::LoadedGraph& loaded, const std::vector<Contender>& runs,
                          const CompareOptions& options, unsigned threads) {
  std::string text = fmt::format("[graph]\npath = {}\n[problem]\nsources = ", host::as_toml(loaded.name));
  if (options.sources.empty()) {
    text += fmt::format("{{ random = {}, seed = {} }}\n", options.random_sources, options.seed);
  } else {
    text += "[";
    for (const Vertex v : options.sources) {
      if (v >= loaded.graph->info().vertices)
        throw_usage(fmt::format("{}: source {} is not a vertex; the graph has {}", loaded.name, v,
                                loaded.graph->info().vertices));
      const host::VertexId id = loaded.ids[v];
      text += (id.name.empty() ? fmt::to_string(id.number) : host::as_toml(id.name)) + ", ";
    }
    text += "]\n";
  }
  if (!(options.timeout > 0)) throw_usage("CompareOptions::timeout must be above 0");
  if (options.seed > std::numeric_limits<std::int64_t>::max())
    throw_usage(fmt::format("CompareOptions::seed is {}; it must be below 2^63", options.seed));
  text += fmt::format("[measure]\nwarmups = {}\nrepeats = {}\nseed = {}\ntimeout = {:.6f}\nthreads = {}\n",
                      options.warmups, options.repeats, options.seed, options.timeout, threads);
  std::set<std::string> labels;
  for (const Contender& run : runs) {
    const std::string& label = run.label.empty() ? run.plugin : run.label;
    if (!labels.insert(label).second)
      throw_usage(fmt::format("two runs are called '{}'; give them different labels", label));
    text += fmt::format("[[run]]\nplugin = {}\nlabel = {}\nbaseline = {}\n", host::as_toml(run.plugin),
                        host::as_toml(label), labels.size() == 1);
  }
  return text;
}

host::Pipeline parsed(const std::string& text, const host::PluginRegistry& plugins) {
  try {
    return host::parse_pipeline_text(text, "comparison", plugins);
  } catch (const host::UserError& refused) {  // its lines name a file and a place that the caller has never seen
    constexpr std::string_view before = ": error: ";
    std::istringstream lines(refused.what());
    std::string said;
    for (std::string line; std::getline(lines, line); said += line) {
      if (!said.empty()) said += '\n';
      if (const std::size_t place = line.find(before); line.starts_with("comparison:") && place != line.npos)
        line.erase(0, place + before.size());
    }
    throw_error(refused.code(), said);
  }
}

}  // namespace

Comparison compare(const Library& library, const SharedGraph& graph, const std::vector<Contender>& runs,
                   const CompareOptions& options) {
  return translated([&] {
    const LibraryState& it = Access::state(library);
    if (runs.empty()) throw_usage("there is nothing to compare; name at least one run");
    const GraphState& shared = Access::state(graph);
    std::vector<host::Settings> settings;
    for (const Contender& run : runs)
      settings.push_back(settings_of(run.options, it.plugins.find(PluginKind::algorithm, run.plugin)));
    host::Pipeline pipeline = parsed(pipeline_text(shared.loaded, runs, options, it.threads), it.plugins);
    for (std::size_t i = 0; i < runs.size(); ++i) pipeline.runs[i].options = std::move(settings[i]);
    pipeline.measure.workers = !worker_program().empty();
    auto given = std::make_shared<host::LoadedGraph>(shared.loaded);
    if (shared.borrowed && !pipeline.measure.workers) {  // it is write-protected, which those arrays cannot be
      host::HostContext context(it.threads);
      given->graph = std::make_shared<const host::StoredGraph>(host::copy_of(shared.loaded.graph->csr(), context),
                                                               host::weights_of(shared.info()), it.threads);
    }
    pipeline.cases.front().given = std::move(given);
    return executed(it, pipeline, options.stop, options.progress);
  });
}

Comparison run(const Library& library, const fs::path& file, const std::vector<std::string>& overrides,
               std::stop_token stop, const Progress& progress) {
  return translated([&] {
    const LibraryState& it = Access::state(library);
    host::Pipeline pipeline = host::parse_pipeline(file, overrides, it.plugins);
    pipeline.output = {};
    if (worker_program().empty()) pipeline.measure.workers = false;
    return executed(it, pipeline, std::move(stop), progress);
  });
}

const std::vector<ComparisonRow>& Comparison::rows() const& { return Access::state(*this).rows; }
const std::vector<ComparisonRun>& Comparison::runs() const& { return Access::state(*this).runs; }

std::string Comparison::report(std::string_view format) const {
  return translated([&] { return host::make_report(host::parse_report_format(format), Access::state(*this).results); });
}

}  // namespace wayfront
