#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "answer_file.hpp"
#include "answers/shortest_path.hpp"
#include "arc_table.hpp"
#include "auto/certified_solve.hpp"
#include "base/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/process.hpp"
#include "commands.hpp"
#include "graph/weight_kind.hpp"
#include "graph_arguments.hpp"
#include "load/loaded_graph.hpp"
#include "maps/geojson.hpp"
#include "output.hpp"
#include "question/resolve.hpp"
#include "question/sources.hpp"
#include "question_flags.hpp"
#include "run/host_context.hpp"
#include "solver_arguments.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::app {
namespace {

struct PathArguments {
  GraphArguments graph;
  QuestionFlags question;
  SolverArguments solver;
  std::string geojson;
  bool json = false;
  bool quiet = false;  // no notes
};

using host::ExitCode;
using host::LoadedGraph;
using host::PathArc;

/// What the command prints, as text and as JSON.
struct Route {
  enum class Kind { path, unreachable, negative_cycle };
  Kind kind = Kind::path;
  std::vector<PathArc> arcs;             // of the path, or of the cycle
  std::vector<host::ExactWeight> until;  // the distance at the end of each arc; for a cycle, the sum of weights so far
};

Route route(const Graph& graph, const host::Verifier::Answer& answer, Vertex from, Vertex to) {
  const Output& output = *answer.output;
  Route found;
  if (output.outcome == Outcome::negative_cycle) {
    found.kind = Route::Kind::negative_cycle;
    found.arcs = host::cycle_arcs(graph, output.cycle);
    found.until = sums(found.arcs);
    return found;
  }
  visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) {
    const std::span<W> distances = output.distances_as<W>();
    if (distances[to] == unreached<W>) {
      found.kind = Route::Kind::unreachable;
      return;
    }
    found.arcs = host::path_to(graph, answer.predecessors, from, to);
    for (const PathArc& arc : found.arcs) found.until.emplace_back(distances[arc.to]);
  });
  return found;
}

class PathPrinter {
 public:
  PathPrinter(const LoadedGraph& loaded, Vertex from, Vertex to)
      : ids_(loaded.ids), weights_(loaded.graph->info().weights), from_(from), to_(to) {}

  void text(const Route& route) const {
    switch (route.kind) {
      case Route::Kind::unreachable:
        return print(fmt::format("no path leads from {} to {}\n", ids_.text(from_), ids_.text(to_)));
      case Route::Kind::negative_cycle:
        return print(cycle_text(ids_.text(from_), route.arcs, "no shortest path exists", ids_, weights_));
      case Route::Kind::path:
        print(fmt::format("{} to {}: {} {}, length {}\n", ids_.text(from_), ids_.text(to_), route.arcs.size(),
                          route.arcs.size() == 1 ? "arc" : "arcs",
                          route.until.empty() ? "0" : weight(route.until.back())));
        return print(arc_table(route.arcs, route.until, ids_, weights_));
    }
  }

  nlohmann::json json(const Route& route) const {
    constexpr const char* outcomes[] = {"path", "unreachable", "negative_cycle"};
    nlohmann::json arcs = nlohmann::json::array();
    for (std::size_t i = 0; i < route.arcs.size(); ++i)
      arcs.push_back({{"from", ids_[route.arcs[i].from]},
                      {"to", ids_[route.arcs[i].to]},
                      {"arc", route.arcs[i].number},
                      {"weight", number(route.arcs[i].weight)},
                      {"distance", number(route.until[i])}});
    nlohmann::json all = {{"from", ids_[from_]},
                          {"to", ids_[to_]},
                          {"outcome", outcomes[static_cast<int>(route.kind)]},
                          {"weights", host::name(weights_)},
                          {"arc_count", route.arcs.size()},
                          {"arcs", std::move(arcs)}};
    if (route.kind != Route::Kind::unreachable)
      all["length"] = number(route.until.empty() ? host::ExactWeight() : route.until.back());
    return all;
  }

 private:
  std::string weight(const host::ExactWeight& value) const { return host::weight_text(value, weights_); }
  /// The number that weight() shows.
  nlohmann::json number(const host::ExactWeight& value) const { return nlohmann::json::parse(weight(value)); }

  const host::VertexIds& ids_;
  WeightKind weights_;
  Vertex from_, to_;
};

void write_geojson(const std::string& file, const LoadedGraph& loaded, Vertex from, const Route& found) {
  if (found.kind != Route::Kind::path) {
    say(fmt::format("{} is not written, because there is no shortest path", file));
    return;
  }
  warn_of_plane(loaded);
  const auto output = open_answer_file(file);
  output->write(host::json_text(host::path_geojson(loaded, from, found.arcs, found.until), -1));
  output->finish();
}

/// Returns 1 if no shortest path exists: the target is not reached, or a negative cycle is.
int path(const PathArguments& arguments, const host::PluginRegistry& plugins) {
  if (arguments.geojson == "-" && arguments.json)
    throw host::UserError(ExitCode::usage, "--geojson - and --json both write to standard output; name a file");
  require_other_file(arguments.geojson, arguments.graph, "--geojson");
  const GraphChoice choice = choose_graph(arguments.graph, plugins);
  host::HostContext context(host::available_processors());
  context.start(0, false);
  LoadedGraph loaded = load(choice, plugins, context);
  if (!arguments.quiet) print_notes(loaded);
  if (!arguments.geojson.empty()) host::require_coordinates(loaded, "--geojson");
  const host::Question question = arguments.question.question();
  const Vertex from =
      host::choose_sources(question, *loaded.graph, loaded.directed, loaded.ids, context, host::Door::command).front();
  const host::Asked scope = host::resolve(question, loaded.graph->info(), loaded.ids, host::Door::command);
  const Vertex to = scope.targets.front();
  const ChosenSolver chosen = choose_solver(
      arguments.solver, *loaded.graph,
      {.some = {&from, 1}, .asked = &scope, .predecessors = true, .starts_device = true}, plugins, context.threads());
  host::CertifiedSolver solver(loaded, scope, true, {}, chosen.choice, plugins, context, chosen.place);
  print_opening_notes();
  const Route found = route(*loaded.graph, solver.solve({&from, 1}), from, to);
  solver.finish();
  const PathPrinter printer(loaded, from, to);
  if (!arguments.geojson.empty()) write_geojson(arguments.geojson, loaded, from, found);
  if (arguments.geojson == "-" && found.kind == Route::Kind::path) return 0;
  if (arguments.json)
    print(host::json_text(printer.json(found)));
  else
    printer.text(found);
  return static_cast<int>(found.kind == Route::Kind::path ? ExitCode::fine : ExitCode::failed_run);
}

}  // namespace

Command path_command() {
  const auto it = std::make_shared<PathArguments>();
  Command command{"path", "Find a shortest path, certified.", {}, {}};
  it->graph.add_file_to(command.options, "FILE");
  std::vector<Option>& rows = command.options;
  it->question.add_vertex(rows, "--from", "The first vertex of the path.", true);
  it->question.add_vertex(rows, "--to", "The last vertex of the path.", true);
  it->solver.add_to(rows);
  it->graph.add_to(rows, {});
  rows.push_back({"-q,--quiet", &it->quiet, "Print no notes on stderr."});
  rows.push_back({"--geojson", &it->geojson,
                  "Write the path as GeoJSON to this file, for maps; - is standard output. The graph must have "
                  "coordinates."});
  rows.push_back({"--json", &it->json, "Print JSON."});
  command.run = [it](const Plugins& plugins) { return path(*it, plugins()); };
  return command;
}

}  // namespace wayfront::app
