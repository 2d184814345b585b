#include "library/solver_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "auto/choice.hpp"
#include "auto/trial.hpp"
#include "auto/trial_bench.hpp"

namespace wayfront {
namespace {

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
  const auto ground = std::make_shared<SolverGround>(graph, library, rest);
  // It is not known which sources will be asked for, so trials take drawn ones. A single source has no trials.
  std::vector<Vertex> drawn;
  if (choice.trials && sources > 1) drawn = host::drawn_sources(*loaded.graph, work.per_call);
  const host::TrialCalls calls{drawn.size(), work.parallel != 0 ? work.parallel : threads};
  host::EngineBench bench({.sources = drawn,
                           .processes = rest.isolated,
                           .calls = [&](const host::Plugin&) { return calls; },
                           .make = [&](const host::Candidate& it) { return ground->engine(*it.plugin, *it.options); }});
  host::EngineBench::Chosen chosen = bench.choose(choice);
  std::vector<std::string> remarks = {
      fmt::format("auto: {}, {}", choice.ranking.front().plugin->about().name, choice.reason)};
  for (const std::string& sentence : chosen.dropped) remarks.push_back("auto: " + sentence);
  for (const auto& [plugin, next, ending] : chosen.declined)
    remarks.push_back(fmt::format("auto: {} declined: {}", plugin->about().name, ending.reason));
  require_ok(chosen.ending, chosen.candidate->plugin->about().name, "preparing");
  return std::make_unique<SolverState>(ground, chosen.candidate->options, std::move(chosen.engine), std::move(remarks));
}

}  // namespace wayfront
