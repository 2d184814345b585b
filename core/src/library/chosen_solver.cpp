#include "library/solver_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "engine/choice/choice.hpp"
#include "engine/choice/race.hpp"
#include "graph/rows_view.hpp"

namespace wayfront {
namespace {

constexpr std::size_t per_call = 64;  // sources that are expected in a call of a solver for many

/// Distinct vertices with arcs out of them, as far as they are found soon.
std::vector<Vertex> drawn_sources(const Graph& graph, std::size_t count) {
  std::vector<Vertex> drawn;
  const host::ArcsView arcs = host::arcs_view(graph.csr());
  std::mt19937_64 random(1);
  const Vertex vertices = graph.info().vertices;
  for (std::size_t tries = vertices == 0 ? 0 : 8 * count; tries > 0 && drawn.size() < count; --tries)
    if (const auto v = static_cast<Vertex>(random() % vertices);
        arcs.degree(v) != 0 && std::ranges::find(drawn, v) == drawn.end())
      drawn.push_back(v);
  return drawn;
}

}  // namespace

std::unique_ptr<SolverState> chosen_solver(const SharedGraph& graph, const std::shared_ptr<const LibraryState>& library,
                                           const host::Plugin& chooser, const host::Settings& options,
                                           const SolverOptions& rest) {
  const host::LoadedGraph& loaded = Access::state(graph).loaded;
  const unsigned threads = rest.threads != 0 ? rest.threads : library->threads;
  host::Choice choice = host::choose(chooser, options, *loaded.graph, {.per_call = per_call, .parallel = rest.parallel},
                                     library->plugins, threads);
  const auto ground = std::make_shared<SolverGround>(graph, library, rest);
  const auto calls = [&](const host::Plugin& plugin) {
    const std::size_t fits = host::sources_per_call(loaded.graph->info(), &plugin);
    return host::CallsOf{std::min(per_call, fits), rest.parallel != 0 ? rest.parallel : threads};
  };
  const host::ChoicePlace place{
      .make = [&](const host::Candidate& it) { return ground->engine(*it.plugin, *it.options); },
      .calls = calls,
      .left = {},
      .sources = choice.sources,
      .proves = true};
  host::Prepared prepared = host::prepare_first(choice, place);
  require_ok(prepared.ending, choice.ranking.front().plugin->about().name, "preparing");
  // It is not known which sources will be asked for, so a race is from drawn ones.
  if (const std::size_t some = host::sources_of_race(choice, place); some != 0)
    if (const std::vector<Vertex> drawn = drawn_sources(*loaded.graph, some); drawn.size() == some)
      if (!host::race_from(choice, prepared, place, drawn))
        require_ok(prepared.ending, choice.ranking.front().plugin->about().name, "solving");
  if (rest.stop.stop_requested())
    require_ok({host::RunStatus::interrupted, {}}, choice.ranking.front().plugin->about().name, "preparing");
  std::vector<std::string> remarks = {fmt::format("{}: {}", choice.chooser, reason_of(choice))};
  if (!choice.unusable.empty()) remarks.push_back(fmt::format("{}: not usable: {}", choice.chooser, choice.unusable));
  for (const std::string& fault : prepared.faults) remarks.push_back(fmt::format("{}: {}", choice.chooser, fault));
  for (const std::string& note : prepared.notes) remarks.push_back(fmt::format("{}: {}", choice.chooser, note));
  return std::make_unique<SolverState>(ground, choice.ranking.front().options, std::move(prepared.engine),
                                       std::move(remarks));
}

}  // namespace wayfront
