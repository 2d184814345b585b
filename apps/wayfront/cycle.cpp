#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

#include "answers/shortest_path.hpp"
#include "base/errors.hpp"
#include "base/json/json_text.hpp"
#include "commands.hpp"
#include "graph/weight_kind.hpp"
#include "graph_arguments.hpp"
#include "library/states.hpp"
#include "solving.hpp"

namespace wayfront::app {
namespace {

struct CycleArguments {
  GraphArguments graph;
  bool min_mean = false, json = false, quiet = false;

  void add_to(std::vector<Option>& rows) {
    graph.add_file_to(rows, "FILE");
    rows.push_back({"--min-mean", &min_mean, "Find the cycle whose arcs have the smallest mean weight."});
    graph.add_to(rows, with_changes);
    rows.push_back({"--json", &json, "Print JSON."});
    rows.push_back({"-q,--quiet", &quiet, "Print no notes on stderr."});
  }
};

/// Of the mean weight of all cycles: d[v] <= d[u] + w but for a rounding of floats, which adds up along a cycle as the
/// weights do. Where all distances are 0, nothing is rounded.
template <WeightType W>
double bound_by(std::span<const W> distances, const GraphInfo& info) {
  const auto smallest = static_cast<double>(std::ranges::min(distances));  // none is above 0
  if (std::is_integral_v<W> || smallest == 0) return 0;
  constexpr double unit{std::numeric_limits<W>::epsilon()};
  return unit * smallest - unit * std::max(std::abs(info.min_weight), std::abs(info.max_weight));
}

MeanCycle any_negative(const Library& library, const SharedGraph& graph) {
  std::vector<Vertex> every;
  for (Vertex v = 0; v < graph.vertices(); ++v) every.push_back(v);
  if (every.empty()) return {};
  const Result result = library.solver(graph).nearest(every);
  MeanCycle found{.cycle = result.negative_cycle()};
  if (found.cycle.arcs.empty())
    with_weight_type(graph.info().weights,
                     [&]<WeightType W>() { found.bound = bound_by(result.distances<W>(), graph.info()); });
  return found;
}

MeanCycle find_cycle(const SharedGraph& graph, bool min_mean) {
  try {
    const Library library;
    return min_mean ? library.min_mean_cycle(graph) : any_negative(library, graph);
  } catch (const Error& error) {
    throw host::UserError(static_cast<host::ExitCode>(error.exit_code()), error.what());
  }
}

int cycle(const CycleArguments& arguments, const host::PluginRegistry& plugins) {
  host::HostContext context(host::available_processors());
  const host::LoadedGraph loaded = load(choose_graph(arguments.graph, plugins), plugins, context, arguments.quiet);
  if (!arguments.quiet) print_notes(loaded);
  const MeanCycle found = find_cycle(Access::make<SharedGraph>({loaded, false, context.threads()}), arguments.min_mean);
  std::vector<Vertex> vertices;
  for (const PathArc& arc : found.cycle.arcs) vertices.push_back(arc.from);
  const std::vector<host::PathArc> arcs = host::cycle_arcs(*loaded.graph, vertices);
  const WeightKind weights = loaded.graph->info().weights;
  const std::vector<host::ExactWeight> until = sums(arcs);
  const host::ExactWeight weight = until.empty() ? host::ExactWeight() : until.back();
  const double rounding = host::rounding_of(arcs, weights);
  if (arguments.json) {
    nlohmann::json all = {{"graph", loaded.name},
                          {"graph_digest", loaded.digest},
                          {"certified", true},
                          {"cycle", nlohmann::json::array()}};
    for (const host::PathArc& arc : arcs) all["cycle"].push_back(arc_json(arc, loaded.ids, weights));
    if (!arcs.empty()) {
      all["weight"] = weight_number(weight, weights);
      all["rounding"] = rounding;
    }
    if (arguments.min_mean && !arcs.empty()) all["mean"] = found.mean;
    if (arguments.min_mean != arcs.empty()) all["bound"] = found.bound;
    print(host::json_text(all));
  } else if (arcs.empty()) {
    print(arguments.min_mean ? "the graph has no cycle (certified)\n"
          : found.bound == 0 ? "the graph has no negative cycle (certified)\n"
                             : fmt::format("no cycle has a mean weight below {}, certified\n", found.bound));
  } else {
    std::string text = fmt::format("a cycle of {} {} and weight {}", arcs.size(), arcs.size() == 1 ? "arc" : "arcs",
                                   host::weight_text(weight, weights));
    if (rounding != 0) text += fmt::format(", {:.2g} of which may be the rounding of its weights", rounding);
    if (arguments.min_mean)
      text += fmt::format(
          "\nits mean weight is {}{}; no cycle has {}, certified",
          is_floating(weights) ? "" : fmt::format("{}/{} = ", host::weight_text(weight, weights), arcs.size()),
          found.mean, found.bound == found.mean ? "a smaller one" : fmt::format("one below {}", found.bound));
    print(text + '\n' + arc_table(arcs, until, loaded.ids, weights));
  }
  return 0;
}

}  // namespace

Command cycle_command() {
  return command("cycle", "Find a negative cycle, or the one with the smallest mean weight, certified.", cycle);
}

}  // namespace wayfront::app
