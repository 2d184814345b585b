// A plugin loaded as the host loads it, one graph, one answer: for the tests of single plugins.
#pragma once

#include "../core/output_of.hpp"
#include "certify/poison.hpp"
#include "certify/verify.hpp"
#include "graph/stored_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/host_context.hpp"
#include "run/output_buffers.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::host {

template <WeightType W>
struct Answer {
  Status prepared;
  Status solved;
  Certificate certificate;  // where solved
  std::vector<W> distances;
  std::vector<Vertex> predecessors;
  std::vector<RoundRecord> records;
  Output output;

  std::vector<Vertex> cycle() const { return {output.cycle.begin(), output.cycle.end()}; }
};

/// The plugins that one may call: those in its own folder.
inline const PluginRegistry& plugins_beside(const std::filesystem::path& file) {
  static std::map<std::filesystem::path, PluginRegistry> known;
  const auto [it, is_new] = known.try_emplace(file.parent_path());
  if (is_new) it->second.add_directory(it->first);
  return it->second;
}

/// An instance; `options` as below.
struct MadePlugin {
  Plugin plugin;
  InstancePtr<Algorithm> algorithm;

  MadePlugin(const char* file, std::string_view options) : plugin(load_plugin(file)) {
    const Document document(options, "options");
    Diagnostics diagnostics;
    const Settings settings = Settings::from(plugin.options(), document.root(), "options", diagnostics);
    REQUIRE_MESSAGE(diagnostics.empty(), diagnostics.text());
    algorithm = create_algorithm(plugin, settings.values());
  }
};

/// `options` is the table [run.options] as it stands in a pipeline file. Predecessors are asked for where the plugin
/// gives them, unless `with_predecessors` is false.
template <WeightType W>
Answer<W> solve(const char* file, std::string_view options, const Graph& graph, Vertex source,
                bool with_predecessors = true) {
  const MadePlugin made(file, options);
  Algorithm* const algorithm = made.algorithm.get();
  Answer<W> answer;
  HostContext context(1);
  context.set_plugins(plugins_beside(file), made.plugin.about().name);
  context.start(0, true);
  answer.prepared = algorithm->prepare(graph, context);
  if (!answer.prepared.ok()) return answer;
  const Vertex vertices = graph.info().vertices;
  answer.distances.resize(vertices);
  answer.output = output_of(answer.distances);
  const bool predecessors = with_predecessors && made.plugin.has(capability::predecessors);
  if (predecessors) {
    answer.predecessors.resize(vertices);
    answer.output.predecessors = answer.predecessors.data();
  }
  poison(answer.output);
  answer.solved = algorithm->solve({.source = source, .want_predecessors = predecessors}, answer.output, context);
  const std::vector<TracedRound> rounds = context.rounds().kept;
  answer.records.assign(rounds.begin(), rounds.end());
  Arena arena(1);
  if (answer.solved.ok()) answer.certificate = certify(graph, source, answer.output, nullptr, arena);
  return answer;
}

template <WeightType W>
Answer<W> solve(const char* file, std::string_view options, Vertex vertices, const std::vector<Arc<W>>& arcs,
                Vertex source) {
  return solve<W>(file, options, *make_graph<W>(vertices, arcs, OffsetKind::offsets32), source);
}

/// The answer to a problem of any parts, rows one after another; of several times the last one.
template <WeightType W>
struct Rows {
  Status solved;
  std::vector<W> distances;
  std::vector<W> exact_to;
  Work work;
};

template <WeightType W>
Rows<W> solve_rows(const char* file, std::string_view options, const Graph& graph, const Problem& problem,
                   unsigned threads = 1, unsigned times = 1) {
  const MadePlugin made(file, options);
  Algorithm* const algorithm = made.algorithm.get();
  HostContext context(threads);
  context.start(0, false);
  throw_if_failed(algorithm->prepare(graph, context));
  OutputBuffers buffers(weight_kind<W>, graph.info().vertices, false);
  const auto rows = static_cast<std::uint32_t>(std::max<std::size_t>(problem.more.sources.size(), 1));
  for (; times > 1; --times)
    throw_if_failed(algorithm->solve(problem, buffers.fresh(rows, problem.more.limit), context));
  Output& output = buffers.fresh(rows, problem.more.limit);
  Rows<W> answer;
  answer.solved = algorithm->solve(problem, output, context);
  CHECK(buffers.damage() == "");
  const auto* const distances = static_cast<const W*>(output.distances);
  const auto* const exact_to = static_cast<const W*>(output.exact_to);
  answer.distances.assign(distances, distances + std::size_t{rows} * output.vertices);
  answer.exact_to.assign(exact_to, exact_to + rows);
  answer.work = output.work;
  return answer;
}

/// Checks an answer that ends early: exact as far as it says, farther than that beyond it, and far enough for the
/// targets and the limit. Returns how many vertices it has exactly.
template <WeightType W>
std::uint64_t check_exact(const Rows<W>& answer, const Problem& problem, const std::vector<W>& whole) {
  REQUIRE_MESSAGE(answer.solved.ok(), answer.solved.text());
  const W exact_to = answer.exact_to[0];
  for (const Vertex target : problem.more.targets)
    REQUIRE(exact_to >= std::min(whole[target], limit_as<W>(problem.more.limit)));
  std::uint64_t within = 0;
  for (Vertex v = 0; v < whole.size(); ++v) {
    if (whole[v] <= exact_to) {
      ++within;
      REQUIRE(answer.distances[v] == whole[v]);
    } else {
      REQUIRE(answer.distances[v] > exact_to);
    }
  }
  return within;
}

/// The rounds that were traced add up to the work.
template <WeightType W>
void check_rounds(const Answer<W>& answer) {
  const Work& work = answer.output.work;
  CHECK(answer.records.size() == work.rounds);
  Work sum;
  for (const RoundRecord& record : answer.records) {
    sum.settled += record.active;
    sum.relaxed += record.relaxed;
    sum.improved += record.improved;
  }
  CHECK(sum.settled == work.settled);
  CHECK(sum.relaxed == work.relaxed);
  CHECK(sum.improved == work.improved);
}

/// A grid of side x side vertices with arcs both ways and weights 1 .. most, the same on every machine.
template <WeightType W>
std::vector<Arc<W>> grid_arcs(Vertex side, std::uint32_t max) {
  std::vector<Arc<W>> arcs;
  std::uint32_t state = 1;
  const auto add = [&](Vertex u, Vertex v) {
    state = state * 1664525U + 1013904223U;
    arcs.push_back({u, v, static_cast<W>((state >> 8) % max + 1)});
  };
  for (Vertex u = 0; u < side * side; ++u) {
    if ((u + 1) % side != 0) add(u, u + 1), add(u + 1, u);
    if (u + side < side * side) add(u, u + side), add(u + side, u);
  }
  return arcs;
}

}  // namespace wayfront::host
