#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "answers/shortest_path.hpp"
#include "base/errors.hpp"
#include "base/json_text.hpp"
#include "base/process.hpp"
#include "commands.hpp"
#include "crash.hpp"
#include "graph/weight_kind.hpp"
#include "graph_arguments.hpp"
#include "load/loaded_graph.hpp"
#include "measure/certified_solve.hpp"
#include "output.hpp"
#include "report/overview.hpp"
#include "run/host_context.hpp"
#include "settings/argument_options.hpp"
#include "settings/settings.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::app {
namespace {

struct PathArguments {
  GraphArguments graph;
  std::string from, to;               // ids of the file
  std::string plugin;                 // "": by the weights
  std::vector<std::string> options;   // of the plugin, "name=value"
  std::string isolation = "process";  // or "none"
  bool json = false;
};

using host::ExitCode;
using host::LoadedGraph;
using host::PathArc;

Vertex vertex_of(const std::string& id, const char* option, const LoadedGraph& loaded) {
  const Vertex vertices = loaded.graph->info().vertices;
  if (const auto vertex = loaded.ids.find(host::VertexId(std::string_view(id)), vertices)) return *vertex;
  throw host::UserError(ExitCode::usage, fmt::format("{}: vertex {} is not in the graph, whose ids are {}", option, id,
                                                     loaded.ids.describe(vertices)));
}

/// What the command prints, as text and as JSON.
struct Route {
  enum class Kind { path, unreachable, negative_cycle };
  Kind kind = Kind::path;
  std::vector<PathArc> arcs;             // of the path, or of the cycle
  std::vector<host::ExactWeight> until;  // the distance at the end of each arc; for a cycle, the sum of weights so far
};

std::vector<host::ExactWeight> sums(const std::vector<PathArc>& arcs) {
  std::vector<host::ExactWeight> until;
  host::ExactWeight sum;
  for (const PathArc& arc : arcs) until.push_back(sum += arc.weight);
  return until;
}

Route route(const Graph& graph, const host::CertifiedAnswer& answer, Vertex from, Vertex to) {
  const Output& output = answer.output();
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

class Printer {
 public:
  Printer(const LoadedGraph& loaded, Vertex from, Vertex to)
      : ids_(loaded.ids), weights_(loaded.graph->info().weights), from_(from), to_(to) {}

  void text(const Route& route) const {
    if (route.kind == Route::Kind::unreachable)
      return print(fmt::format("there is no path from {} to {}\n", ids_.text(from_), ids_.text(to_)));
    const std::string total = route.until.empty() ? "0" : weight(route.until.back());
    const std::size_t count = route.arcs.size();
    const char* const arcs = count == 1 ? "arc" : "arcs";
    if (route.kind == Route::Kind::negative_cycle)
      print(fmt::format("{} reaches a negative cycle of {} {} and weight {}, so there is no shortest path\n",
                        ids_.text(from_), count, arcs, total));
    else
      print(fmt::format("{} to {}: {} {}, length {}\n", ids_.text(from_), ids_.text(to_), count, arcs, total));
    table(route);
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

  void table(const Route& route) const {
    if (route.arcs.empty()) return;
    std::vector<host::Row> rows = {{"arc", "from", "to", "weight", "distance"}};
    for (std::size_t i = 0; i < route.arcs.size(); ++i)
      rows.push_back({fmt::to_string(route.arcs[i].number), ids_.text(route.arcs[i].from), ids_.text(route.arcs[i].to),
                      weight(route.arcs[i].weight), weight(route.until[i])});
    print(host::aligned(rows, host::FirstColumn::right));
  }

  const host::VertexIds& ids_;
  WeightKind weights_;
  Vertex from_, to_;
};

/// Returns 1 if no shortest path exists: the target is not reached, or a negative cycle is.
int path(const PathArguments& arguments, const host::PluginRegistry& plugins) {
  const GraphChoice choice = choose_graph(arguments.graph, plugins);
  host::HostContext context(host::available_processors());
  context.start(0, false);
  LoadedGraph loaded = load(choice, plugins, context);
  print_notes(loaded);
  const Vertex from = vertex_of(arguments.from, "--from", loaded);
  const Vertex to = vertex_of(arguments.to, "--to", loaded);
  const std::string_view name =
      arguments.plugin.empty() ? host::default_algorithm(loaded.graph->info()) : arguments.plugin;
  const host::Plugin& plugin = plugins.find(PluginKind::algorithm, name);
  const host::Settings options = host::parse_options(
      arguments.options, plugin.options(), fmt::format("options of plugin '{}'", plugin.about().name), "--option");
  now_going_on(fmt::format("solving with {}", name));
  const host::SolvePlace place{arguments.isolation == "none" ? "" : "/proc/self/exe", [&name](std::string_view line) {
                                 const std::string text = fmt::format("{}: {}\n", name, line);
                                 std::fwrite(text.data(), 1, text.size(), stderr);
                               }};
  const host::CertifiedAnswer answer = host::solve_certified(loaded, from, plugin, options, plugins, context, place);
  print_opening_notes();
  const Route found = route(*loaded.graph, answer, from, to);
  const Printer printer(loaded, from, to);
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
  rows.push_back({"--from", &it->from, "The first vertex of the path.", true});
  rows.push_back({"--to", &it->to, "The last vertex of the path.", true});
  rows.push_back(
      {"--plugin", &it->plugin, "The algorithm; by default dijkstra, or bellman-ford-tarjan for negative arcs."});
  rows.push_back({"--option", &it->options, "Set an option of the algorithm: --option NAME=VALUE (repeatable)."});
  rows.push_back(
      {.name = "--isolation",
       .into = &it->isolation,
       .help = "Where the algorithm runs: in its own process, or in this one (none), where it may do anything.",
       .choices = {"process", "none"}});
  it->graph.add_to(rows, {});
  rows.push_back({"--json", &it->json, "Print JSON."});
  command.run = [it](const Plugins& plugins) { return path(*it, plugins()); };
  return command;
}

}  // namespace wayfront::app
