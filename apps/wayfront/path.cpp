#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/json/json_text.hpp"
#include "commands.hpp"
#include "graph/weight_kind.hpp"
#include "maps/geojson.hpp"
#include "solving.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::app {
namespace {

struct PathArguments {
  SolvingArguments solving;
  std::string geojson;
  bool json = false;

  void add_to(std::vector<Option>& rows) {
    solving.graph.add_file_to(rows, "FILE");
    solving.question.add_vertex(rows, "--from", "The first vertex of the path.", true);
    solving.question.add_vertex(rows, "--to", "The last vertex of the path.", true);
    solving.solver.add_to(rows);
    solving.graph.add_to(rows, with_changes);
    rows.push_back({"-q,--quiet", &solving.quiet, "Print no notes on stderr."});
    rows.push_back({"--geojson", &geojson,
                    "Write the path as GeoJSON to this file, for maps; - is standard output. The graph must have "
                    "coordinates."});
    rows.push_back({"--json", &json, "Print JSON."});
  }
};

using host::ExitCode;
using host::LoadedGraph;
using host::PathArc;

struct Route {
  enum class Kind { path, unreachable, negative_cycle };
  Kind kind = Kind::path;
  std::vector<PathArc> arcs;             // of the path, or of the cycle
  std::vector<host::ExactWeight> until;  // the distance at the end of each arc; for a cycle, the sum of weights so far
};

Route route(const Graph& graph, const Output& output, std::span<const Vertex> tree, Vertex from, Vertex to) {
  Route found;
  with_weight_type(output.kind, [&]<WeightType W>() {
    const std::span<const W> distances = output.distances_as<W>();
    if (distances[to] == unreached<W>) {
      found.kind = Route::Kind::unreachable;
      return;
    }
    found.arcs = host::path_to(graph, tree, from, to);
    for (const PathArc& arc : found.arcs) found.until.emplace_back(distances[arc.to]);
  });
  return found;
}

Route find(Solving& solving, Vertex from, Vertex to) {
  const auto graph = [&]() -> const Graph& { return *solving.graph().graph; };  // solving moves it
  Route found;
  if (solving.solve([&](auto, const Output& output, auto tree) { found = route(graph(), output, tree, from, to); }))
    return found;
  found.kind = Route::Kind::negative_cycle;
  found.arcs = host::cycle_arcs(graph(), solving.cycle());
  found.until = sums(found.arcs);
  return found;
}

std::string text_of(const Route& route, const LoadedGraph& loaded, Vertex from, Vertex to) {
  const host::VertexIds& ids = loaded.ids;
  const WeightKind weights = loaded.graph->info().weights;
  if (route.kind == Route::Kind::unreachable)
    return fmt::format("no path leads from {} to {}\n", ids.text(from), ids.text(to));
  if (route.kind == Route::Kind::negative_cycle)
    return cycle_text(ids.text(from), route.arcs, "no shortest path exists", ids, weights);
  return fmt::format("{} to {}: {} {}, length {}\n{}", ids.text(from), ids.text(to), route.arcs.size(),
                     route.arcs.size() == 1 ? "arc" : "arcs",
                     route.until.empty() ? "0" : host::weight_text(route.until.back(), weights),
                     arc_table(route.arcs, route.until, ids, weights));
}

nlohmann::json json_of(const Route& route, const LoadedGraph& loaded, Vertex from, Vertex to) {
  constexpr const char* outcomes[] = {"path", "unreachable", "negative_cycle"};
  const WeightKind weights = loaded.graph->info().weights;
  nlohmann::json arcs = nlohmann::json::array();
  for (std::size_t i = 0; i < route.arcs.size(); ++i) {
    arcs.push_back(arc_json(route.arcs[i], loaded.ids, weights));
    arcs.back()["distance"] = weight_number(route.until[i], weights);
  }
  nlohmann::json all = {{"from", loaded.ids[from]},
                        {"to", loaded.ids[to]},
                        {"outcome", outcomes[static_cast<int>(route.kind)]},
                        {"weights", host::name(weights)},
                        {"arc_count", route.arcs.size()},
                        {"arcs", std::move(arcs)}};
  if (route.kind != Route::Kind::unreachable)
    all["length"] = weight_number(route.until.empty() ? host::ExactWeight() : route.until.back(), weights);
  return all;
}

void write_geojson(const std::string& file, const LoadedGraph& loaded, Vertex from, const Route& found) {
  if (found.kind != Route::Kind::path) {
    say(fmt::format("{} is not written, because there is no shortest path", file));
    return;
  }
  warn_of_plane(loaded);
  write_output(file, host::json_text(host::path_geojson(loaded, from, found.arcs, found.until), -1));
}

/// Returns 1 if no shortest path exists: the target is not reached, or a negative cycle is.
int path(const PathArguments& arguments, const host::PluginRegistry& plugins) {
  if (arguments.geojson == "-" && arguments.json)
    refuse("--geojson - and --json both write to standard output; name a file");
  require_other_file(arguments.geojson, arguments.solving.graph, "--geojson");
  host::Question question = arguments.solving.question.question();
  question.predecessors = true;
  Solving solving(arguments.solving, question, plugins);
  const LoadedGraph& loaded = solving.graph();
  if (!arguments.geojson.empty()) host::require_coordinates(loaded, "--geojson");
  const Vertex from = solving.sources().front(), to = solving.targets().front();
  const Route found = find(solving, from, to);
  if (!arguments.geojson.empty()) write_geojson(arguments.geojson, loaded, from, found);
  if (arguments.geojson == "-" && found.kind == Route::Kind::path) return 0;
  print(arguments.json ? host::json_text(json_of(found, loaded, from, to)) : text_of(found, loaded, from, to));
  return static_cast<int>(found.kind == Route::Kind::path ? ExitCode::fine : ExitCode::failed_run);
}

}  // namespace

Command path_command() { return command("path", "Find a shortest path, certified.", path); }

}  // namespace wayfront::app
