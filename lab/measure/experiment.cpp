#include "measure/experiment.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/available_memory.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "files/byte_source.hpp"
#include "graph/csr.hpp"
#include "graph/graph_statistics.hpp"
#include "load/asked_graph.hpp"
#include "load/graph_file.hpp"
#include "load/graph_json.hpp"
#include "load/graph_store.hpp"
#include "load/loaded_graph.hpp"
#include "measure/case_question.hpp"
#include "measure/case_results.hpp"
#include "measure/time_budget.hpp"
#include "plugins/plugin_opening.hpp"
#include "question/sources.hpp"
#include "record/machine.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {

/// A graph, and the file in memory that workers map.
struct Experiment::Loaded {
  std::size_t number;      // PlannedCase::graph_number
  bool reversed, nearest;  // PlannedCase::question; nearest: it has a virtual source
  LoadedGraph graph;
  FileHandle shared;
  std::optional<Vertex> diameter;  // a lower bound, if requested
};

Experiment::Experiment(const Pipeline& pipeline, const PluginRegistry& plugins, std::filesystem::path program,
                       Observer& observer, std::stop_token stop)
    : pipeline_(pipeline),
      plugins_(plugins),
      program_(std::move(program)),
      stop_(std::move(stop)),
      observer_(observer),
      watch_(TimeBudget::end_of_all(pipeline.measure.rules, began_)) {
  const unsigned processors = available_processors();
  threads_ = pipeline_.measure.threads != 0 ? pipeline_.measure.threads : processors;
  if (threads_ > processors)
    observer_.note(fmt::format("measure.threads is {}, but this machine has {}", threads_, processors));
}

Experiment::~Experiment() = default;

/// `unmeasured` is reported if a loader does not return. Throws OutOfTime.
const Experiment::Loaded& Experiment::load(const PlannedCase& planned, const Results& unmeasured) {
  if (loaded_ && loaded_->number == planned.graph_number && loaded_->reversed == planned.question.reversed &&
      !loaded_->nearest && !planned.question.nearest)
    return *loaded_;
  loaded_.reset();  // releases its memory first
  const MeasureRules& rules = pipeline_.measure.rules;
  const TimeBudget::Limit left = TimeBudget(rules, 0, began_).left_of_all();
  const std::string reason = left.reason + " while the graph was loaded";
  if (left.seconds <= 0) throw OutOfTime(reason);
  const CallWatch::Call call(&watch_, CallWatch::unlimited, [&] {
    observer_.stuck(out_of_time(planned, unmeasured, reason + "; the program ends here"));
  });
  HostContext context(threads_);
  context.set_log([this](Level level, std::string_view text) {
    if (level != Level::debug) observer_.note(text);
  });
  context.start(left.seconds, false);
  context.stop_by(stop_);
  try {
    observer_.step("loading the graph");
    LoadedGraph graph = planned.given != nullptr ? *planned.given : load_graph(planned.graph, plugins_, context);
    for (const std::string& note : take_opening_notes()) observer_.note(note);
    if (planned.question.reversed) graph = reversed_graph(graph, context);
    if (planned.question.nearest) {
      const auto sources = choose_sources(planned.question, *graph.graph, graph.directed, graph.ids, context);
      graph = graph_with_virtual_source(graph, distinct(sources), context);
    }
    FileHandle shared(pipeline_.measure.workers ? share_graph_in_place(graph, context) : -1);
    if (!pipeline_.measure.workers) protect_graph(graph, context);
    std::optional<Vertex> diameter;
    if (pipeline_.report.diameter) {
      observer_.step("searching for the diameter");
      diameter = diameter_bounds(*graph.graph, graph.directed, context).min;
    }
    loaded_.reset(new Loaded{planned.graph_number, planned.question.reversed, planned.question.nearest != 0,
                             std::move(graph), std::move(shared), diameter});
  } catch (const UserError& error) {
    if (error.code() == ExitCode::interrupted && !stop_requested && !stop_.stop_requested()) throw OutOfTime(reason);
    throw;
  } catch (const Cancelled&) {
    if (!stop_requested && !stop_.stop_requested()) throw OutOfTime(reason);
    throw UserError(ExitCode::interrupted, "interrupted before anything was measured");
  }
  return *loaded_;
}

/// Results of a case in which nothing was measured, with the reason.
Results Experiment::out_of_time(const PlannedCase& planned, Results results, const std::string& reason) {
  results.runs.clear();
  for (const std::size_t index : planned.runs) {
    RunResult& run = results.runs.emplace_back(planned_result(pipeline_.runs[index], pipeline_.runs[index].options));
    run.status = RunStatus::timeout;
    run.reason = reason;
  }
  replace_baseline(results.runs);
  observer_.begins(results);
  for (const RunResult& run : results.runs) {
    observer_.ended(run);
    observer_.settled(run);
  }
  return results;
}

Results Experiment::execute(const PlannedCase& planned) {
  const auto start = TimeBudget::Clock::now();
  Results results;
  results.started = timestamp();
  results.machine = describe_machine();
  results.pipeline = planned.resolved;
  results.pipeline["measure"]["threads"]["value"] = threads_;
  try {
    results = measured(planned, results);
  } catch (const OutOfTime& over) {
    results = out_of_time(planned, std::move(results), over.what());
  }
  results.seconds = std::chrono::duration<double>(TimeBudget::Clock::now() - start).count();
  return results;
}

Results Experiment::measured(const PlannedCase& planned, Results results) {
  const Loaded& loaded = load(planned, results);
  const LoadedGraph& graph = loaded.graph;
  results.graph = graph_json(graph);
  if (loaded.diameter) results.graph["diameter"] = *loaded.diameter;
  results.vertices = graph.graph->info().vertices;
  results.edges = graph.graph->info().edges;
  results.directed = graph.directed;
  observer_.loaded(graph);
  // All workers copy the graph, or none: a worker with large pages is faster.
  const std::uint64_t bytes = bytes_of(graph.graph->info());
  const bool room = bytes < available_memory() / 2 / (planned.runs.size() + 1);
  const MeasureRules& rules = pipeline_.measure.rules;
  const WorkerRules workers{program_,     grace(rules),     TimeBudget::end_of_all(rules, began_),
                            rules.memory, room ? bytes : 0, stop_};
  const CaseSetting setting{pipeline_, planned, plugins_, workers, graph, loaded.shared.get(), threads_, began_};
  return run_case(setting, watch_, observer_, std::move(results));
}

}  // namespace wayfront::host
