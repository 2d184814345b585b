#include "experiment.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <utility>

#include "available_memory.hpp"
#include "csr.hpp"
#include "errors.hpp"
#include "execution.hpp"
#include "graph_file.hpp"
#include "graph_json.hpp"
#include "graph_statistics.hpp"
#include "host_context.hpp"
#include "machine.hpp"
#include "plugin_opening.hpp"

namespace wayfront::host {

/// A graph, and the file in memory that workers map.
struct Experiment::Loaded {
  std::size_t number;  // PlannedCase::graph_number
  LoadedGraph graph;
  int shared = -1;
  std::optional<Vertex> diameter{};  // from below, where it was asked for

  Loaded(std::size_t which, LoadedGraph loaded) : number(which), graph(std::move(loaded)) {}
  ~Loaded() {
    if (shared >= 0) ::close(shared);
  }
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;
};

Experiment::Experiment(const Pipeline& pipeline, const PluginRegistry& plugins, std::filesystem::path program,
                       Observer& observer)
    : pipeline_(pipeline), plugins_(plugins), program_(std::move(program)), observer_(observer) {
  const unsigned processors = available_processors();
  threads_ = pipeline_.measure.threads != 0 ? pipeline_.measure.threads : processors;
  if (threads_ > processors)
    observer_.note(fmt::format("measure.threads is {}, but this machine has {}", threads_, processors));
}

Experiment::~Experiment() = default;

const Experiment::Loaded& Experiment::load(const PlannedCase& planned) {
  if (loaded_ && loaded_->number == planned.graph_number) return *loaded_;
  loaded_.reset();  // its memory first
  HostContext context(threads_);
  context.set_log([this](Level level, std::string_view text) {
    if (level != Level::debug) observer_.note(text);
  });
  context.start(0, false);
  observer_.step("loading the graph");
  loaded_ = std::make_unique<Loaded>(planned.graph_number, load_graph(planned.graph, plugins_, context));
  for (const std::string& note : take_opening_notes()) observer_.note(note);
  if (pipeline_.measure.workers)
    loaded_->shared = share_graph_in_place(loaded_->graph, context);
  else
    protect_graph(loaded_->graph, context);
  if (pipeline_.report.diameter) {
    observer_.step("searching for the diameter");
    const LoadedGraph& it = loaded_->graph;
    loaded_->diameter = diameter_bounds(*it.graph, it.directed, context).least;
  }
  return *loaded_;
}

Results Experiment::execute(const PlannedCase& planned) {
  const auto start = TimeBudget::Clock::now();
  Results results;
  results.started = timestamp();
  results.machine = describe_machine();
  results.pipeline = planned.resolved;
  results.pipeline["measure"]["threads"]["value"] = threads_;
  const Loaded& loaded = load(planned);
  const LoadedGraph& graph = loaded.graph;
  results.graph = graph_json(graph);
  if (loaded.diameter) results.graph["diameter"] = *loaded.diameter;
  results.vertices = graph.graph->info().vertices;
  results.edges = graph.graph->info().edges;
  results.directed = graph.directed;
  observer_.loaded(graph);
  // All workers copy the graph, or none: who has large pages is faster.
  const std::uint64_t bytes = bytes_of(graph.graph->info());
  const bool room = bytes < available_memory() / 2 / (planned.runs.size() + 1);
  const WorkerRules workers{program_, grace(pipeline_.measure.rules), pipeline_.measure.rules.memory, room ? bytes : 0};
  Execution execution(pipeline_, planned, plugins_, workers, graph, loaded.shared, threads_, began_, observer_,
                      std::move(results));
  results = execution.run();
  results.seconds = std::chrono::duration<double>(TimeBudget::Clock::now() - start).count();
  return results;
}

}  // namespace wayfront::host
