#include "library/isolated_plugin.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "library/worker_program.hpp"
#include "load/graph_file.hpp"
#include "engine/worker_contender.hpp"
#include "run/host_context.hpp"
#include "workers/worker_process.hpp"

namespace wayfront {
namespace {

constexpr double no_limit = 1e9;  // seconds, some thirty years
constexpr std::chrono::duration<double> time_to_end(2);

std::filesystem::path required_program() {
  std::filesystem::path program = worker_program();
  if (program.empty())
    throw UnsupportedError(
        static_cast<int>(host::ExitCode::failed_run),
        "a plugin cannot be isolated here: the program 'wayfront', whose processes these are, is not "
        "installed beside the library");
  return program;
}

}  // namespace

IsolatedPlugin::Shared IsolatedPlugin::share(const host::LoadedGraph& graph) {
  (void)required_program();
  return std::make_shared<const host::FileHandle>(host::share_graph(graph));
}

IsolatedPlugin::IsolatedPlugin(const host::LoadedGraph& graph, Shared shared, const LibraryState& library,
                               const host::Plugin& plugin, const host::Settings& options,
                               const host::MeasureRules& rules, unsigned threads, host::Judge& judge)
    : graph_(graph),
      library_(library),
      plugin_(plugin),
      options_(options),
      rules_(rules),
      threads_(threads),
      judge_(judge),
      workers_{.program = required_program(), .grace = time_to_end.count()},
      shared_(std::move(shared)),
      copy_(graph.graph->info().weights, graph.graph->info().vertices) {}

IsolatedPlugin::~IsolatedPlugin() { end(); }

void IsolatedPlugin::end() {
  if (!contender_) return;
  using Clock = host::Contender::Clock;
  contender_->dismiss();
  contender_->finish(Clock::now() + std::chrono::duration_cast<Clock::duration>(time_to_end));
  contender_.reset();
}

host::Ending IsolatedPlugin::prepare(const std::stop_token& stop, double limit, double& seconds) {
  end();
  stop_ = std::stop_source();
  workers_.stop = stop_.get_token();
  const std::stop_callback link(stop, [this] { stop_.request_stop(); });
  const auto log = [sink = library_.options.log](std::string_view line) {
    if (sink) sink(line);
  };
  nlohmann::json setup = host::worker_setup(library_.plugins, plugin_, options_, {}, rules_, threads_, false);
  setup["watches_whole_host"] = true;  // this thread may end before the solver
  contender_ = std::make_unique<host::WorkerContender>(
      host::WorkerContender::Shared{workers_, shared_->get(), copy_, nullptr, nullptr, judge_, graph_.ids},
      std::move(setup), false, host::Worker::Sinks{log, log});
  seconds = 0;
  const host::Ending ending = contender_->prepare(std::min(limit, no_limit), seconds);
  if (ending.status == host::RunStatus::ok)
    notes_ = contender_->notes();
  else
    end();
  return ending;
}

host::Ending IsolatedPlugin::solve(std::span<const Vertex> sources, double limit, const std::stop_token& stop,
                                   host::Call& figures) {
  double seconds = 0;
  if (!contender_ || !contender_->process() || stop_.stop_requested())
    if (const host::Ending ending = prepare(stop, no_limit, seconds); ending.status != host::RunStatus::ok)
      return ending;
  const std::stop_callback link(stop, [this] { stop_.request_stop(); });
  return contender_->solve(sources, std::min(limit, no_limit), figures);
}

host::Ending IsolatedPlugin::try_call(std::span<const Vertex> sources, double limit, const std::stop_token& stop,
                                      double& seconds) {
  const std::stop_callback link(stop, [this] { stop_.request_stop(); });
  return contender_->try_call(sources, std::min(limit, no_limit), seconds);
}

}  // namespace wayfront
