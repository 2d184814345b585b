#include "library/chosen_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "auto/choice.hpp"
#include "auto/replacement.hpp"
#include "auto/trial.hpp"
#include "library/solver_state.hpp"

namespace wayfront {
namespace {

/// A candidate's solver, not prepared.
using MakeSolver = std::function<std::unique_ptr<SolverState>(const host::Candidate&)>;

/// Trials of solvers.
class SolverBench final : public host::TrialBench {
 public:
  SolverBench(MakeSolver make, std::vector<Vertex> sources, std::size_t instances, bool isolated)
      : make_(std::move(make)), sources_(std::move(sources)), instances_(instances), isolated_(isolated) {}

  double now() const override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  host::TrialCalls calls(const host::Plugin& /*plugin*/) const override {
    return {.sources = sources_.size(), .instances = instances_};
  }
  double start(const host::Plugin& plugin) const override {
    return host::trial_start(plugin, isolated_, device_started_);
  }
  host::Ending prepare(std::size_t number, const host::Candidate& candidate, double limit, double& seconds) override {
    using host::RunStatus;
    if (candidate.plugin->has(capability::device)) device_started_ = true;
    try {
      SolverState& made = *(solvers_[number] = make_(candidate));
      host::Ending ending = made.prepare(limit);
      seconds = made.prepared;
      return ending;
    } catch (const host::UserError& error) {
      return {RunStatus::failed, error.what()};
    } catch (const Failure& failure) {
      return {RunStatus::failed, failure.what()};
    } catch (const std::bad_alloc&) {
      return {RunStatus::failed, "out of memory"};
    }
  }
  host::Ending solve(std::size_t number, std::size_t first, std::size_t sources, double limit,
                     double& seconds) override {
    return solvers_.at(number)->try_call(host::spread_sources(sources_, first, sources), limit, seconds);
  }
  void release(std::size_t number) override { solvers_.erase(number); }

  std::unique_ptr<SolverState> take(std::size_t number) { return std::move(solvers_.at(number)); }

 private:
  const MakeSolver make_;
  const std::vector<Vertex> sources_;
  const std::size_t instances_;
  const bool isolated_;
  bool device_started_ = false;
  std::map<std::size_t, std::unique_ptr<SolverState>> solvers_{};
};

void require_algorithm(const host::PluginRegistry& plugins) {
  const auto solves = [](const host::Plugin& it) {
    return it.descriptor->kind == PluginKind::algorithm && !host::is_chooser(it);
  };
  if (std::ranges::none_of(plugins.plugins(), solves))
    throw_error(host::ExitCode::plugin,
                "no algorithm plugin is installed; name the directory where they are in LibraryOptions::plugins, or in "
                "$WAYFRONT_PLUGIN_PATH");
}

}  // namespace

std::unique_ptr<SolverState> chosen_solver(const SharedGraph& graph, const std::shared_ptr<const LibraryState>& library,
                                           const host::ChooserOptions& options, const SolverOptions& rest) {
  require_algorithm(library->plugins);
  const host::LoadedGraph& loaded = Access::state(graph).loaded;
  const std::uint64_t sources = std::max<std::int64_t>(options.sources, 1);
  const unsigned threads = rest.threads != 0 ? rest.threads : library->threads;
  const host::Workload work{
      .sources = sources, .per_call = std::min<std::uint64_t>(sources, 64), .parallel = rest.parallel};
  host::Choice choice = host::choose(*loaded.graph, work, options, library->plugins, threads);
  const IsolatedPlugin::Shared shared = rest.isolated ? IsolatedPlugin::share(loaded) : nullptr;
  const auto make = [&](const host::Candidate& it) {
    return std::make_unique<SolverState>(graph, library, *it.plugin, it.options, rest, shared);
  };
  // It is not known which sources will be asked for, so trials take drawn ones. A single source has no trials.
  std::vector<Vertex> drawn;
  if (choice.trials && sources > 1) drawn = host::drawn_sources(*loaded.graph, work.per_call);
  const bool tries = !drawn.empty();
  SolverBench bench(make, std::move(drawn), work.parallel != 0 ? work.parallel : threads, rest.isolated);
  const host::TrialResult trial = tries ? host::try_candidates(choice, sources, bench) : host::TrialResult();
  std::vector<std::string> remarks = {
      fmt::format("auto: {}, {}", choice.ranking.front().plugin->about().name, choice.reason)};
  for (const std::string& sentence : trial.dropped) remarks.push_back("auto: " + sentence);
  const auto with_remarks = [&](std::unique_ptr<SolverState> made) {
    made->remarks.insert(made->remarks.begin(), remarks.begin(), remarks.end());
    return made;
  };
  if (trial.kept) return with_remarks(bench.take(*trial.kept));
  for (const host::Candidate& it : choice.ranking) {
    auto made = make(it);
    const host::Ending ending = host::prepare_patiently(std::numeric_limits<double>::infinity(), it.patience,
                                                        [&](double seconds) { return made->prepare(seconds); });
    if (!ending.leaves_to_next() || &it == &choice.ranking.back()) {
      require_ok(ending, made->name, "preparing");
      return with_remarks(std::move(made));
    }
    remarks.push_back(fmt::format("auto: {} declined: {}", made->name, ending.reason));
  }
  return nullptr;  // not reached: a choice has at least one plugin
}

}  // namespace wayfront
