#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/characters.hpp"
#include "base/json/json_text.hpp"
#include "commands.hpp"
#include "graph/graph_statistics.hpp"
#include "graph/weight_kind.hpp"
#include "graph_arguments.hpp"
#include "load/graph_file.hpp"
#include "load/graph_json.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::app {
namespace {

struct InfoArguments {
  GraphArguments graph;
  bool json = false;

  void add_to(std::vector<Option>& rows) {
    graph.add_file_to(rows, "FILE");
    graph.add_to(rows, {});
    rows.push_back({"--json", &json, "Print JSON."});
  }
};

using host::DegreeStatistics;
using host::GraphStatistics;
using host::LoadedGraph;

/// The degrees in bin k of a histogram, as text: "0", "1", "2-3", "4-7".
std::string bin_name(std::size_t k) {
  if (k < 2) return fmt::to_string(k);
  const std::uint64_t min = std::uint64_t{1} << (k - 1);
  return fmt::format("{}-{}", min, 2 * min - 1);
}

nlohmann::json to_json(const DegreeStatistics& degrees) {
  nlohmann::json histogram = nlohmann::json::array();
  for (std::size_t k = 0; k < degrees.histogram.size(); ++k) {
    const std::uint64_t min = k == 0 ? 0 : std::uint64_t{1} << (k - 1);
    histogram.push_back({{"least", min}, {"most", k == 0 ? 0 : 2 * min - 1}, {"vertices", degrees.histogram[k]}});
  }
  return {{"mean", degrees.mean},  {"deviation", degrees.deviation}, {"most", degrees.max},
          {"mode", degrees.mode},  {"zero", degrees.zeros},          {"vertices_of_mode", degrees.mode_count},
          {"histogram", histogram}};
}

/// The edges of an undirected graph: two arcs each, except for self-loops.
std::uint64_t undirected_edges(const LoadedGraph& loaded, const GraphStatistics& statistics) {
  return (loaded.graph->info().edges + statistics.self_loops) / 2;
}

/// What the command found. The graph is only described, so it needs no weights.
struct Findings {
  LoadedGraph loaded;
  bool weighted = true;  // false: its weights are placeholders
  GraphStatistics statistics{};
};

nlohmann::json to_json(const Findings& found) {
  const LoadedGraph& loaded = found.loaded;
  const GraphStatistics& statistics = found.statistics;
  const auto end_json = [&](Vertex v) {
    return loaded.graph->info().vertices == 0 ? nlohmann::json() : nlohmann::json(loaded.ids[v]);
  };
  nlohmann::json all = host::graph_json(loaded);
  all.update(
      {{"undirected_edges", loaded.directed ? nlohmann::json() : nlohmann::json(undirected_edges(loaded, statistics))},
       {"zero_weights", statistics.zero_weights},
       {"negative_weights", statistics.negative_weights},
       {"any_distance_fits", statistics.any_distance_fits},
       {"out_degrees", to_json(statistics.out)},
       {"in_degrees", to_json(statistics.in)},
       {"self_loops", statistics.self_loops},
       {"parallel_arcs", statistics.parallel_arcs},
       {"weak_components", statistics.components},
       {"largest_component", statistics.largest_component},
       {"diameter",
        {{"from", end_json(statistics.diameter.from)},
         {"to", end_json(statistics.diameter.to)},
         {"least", statistics.diameter.min},
         {"most", statistics.diameter.max}}},
       {"megabytes_per_second", static_cast<double>(loaded.bytes) / 1e6 / loaded.seconds}});
  if (!found.weighted)
    for (const char* key : {"weights", "weights_reason", "min_weight", "max_weight", "zero_weights", "negative_weights",
                            "any_distance_fits"})
      all[key] = nullptr;
  if (!found.weighted) all["weight_rule"] = "";
  return all;
}

void line(std::string_view what, std::string_view value) { print(fmt::format("  {:12} {}\n", what, value)); }

void print_degrees(std::string_view what, const DegreeStatistics& degrees, std::string_view without) {
  line(what, fmt::format("mean {:.2f}, deviation {:.2f}, mode {}, max {}; {} vertices without {}", degrees.mean,
                         degrees.deviation, degrees.mode, degrees.max, degrees.zeros, without));
  std::string histogram;
  for (std::size_t k = 0; k < degrees.histogram.size(); ++k)
    if (degrees.histogram[k] != 0)
      histogram += fmt::format("{}{}: {}", histogram.empty() ? "" : "  ", bin_name(k), degrees.histogram[k]);
  line("", histogram);
}

std::string edges_text(const LoadedGraph& loaded, const GraphStatistics& statistics) {
  const std::uint64_t arcs = loaded.graph->info().edges;
  if (loaded.directed) return fmt::format("{} arcs (directed)", arcs);
  return fmt::format("{} edges (undirected: {} arcs)", undirected_edges(loaded, statistics), arcs);
}

void print_diameter(const Findings& found) {
  const LoadedGraph& loaded = found.loaded;
  if (loaded.graph->info().vertices == 0) return;
  const host::DiameterBounds& hops = found.statistics.diameter;
  line("diameter",
       fmt::format("{} arcs in the largest component, directions ignored; from {} to {}",
                   hops.min == hops.max ? fmt::format("{}", hops.min) : fmt::format("{} to {}", hops.min, hops.max),
                   loaded.ids.text(hops.to), loaded.ids.text(hops.from)));
}

void print_weights(const Findings& found) {
  const LoadedGraph& loaded = found.loaded;
  const GraphInfo& graph = loaded.graph->info();
  if (!found.weighted)
    return line("weights",
                "no weights; to run on it, choose a rule: --missing-weights unit, or in a pipeline missing_weights = "
                "\"unit\" in [graph]");
  line("weights", fmt::format("{} {:g} .. {:g}{}; {} zero, {} negative", host::name(graph.weights), graph.min_weight,
                              graph.max_weight, loaded.weight_rule.empty() ? "" : " by rule: " + loaded.weight_rule,
                              found.statistics.zero_weights, found.statistics.negative_weights));
  if (loaded.weights_reason != "requested")
    line("", fmt::format("{}, because {}", host::name(graph.weights), loaded.weights_reason));
}

void print_coordinates(const host::VertexPoints& points) {
  if (!points) return;
  const host::PointBounds bounds = host::bounds_of(points.points());
  const bool geographic = points.geographic();
  std::string text = "of no vertex";
  if (host::is_known(bounds.min))
    text = fmt::format("{} {:.10g} .. {:.10g} {} {:.10g} .. {:.10g}", geographic ? "longitude" : "x", bounds.min.x,
                       bounds.max.x, geographic ? "and latitude" : "and y", bounds.min.y, bounds.max.y);
  line("coordinates", text + (bounds.unknown == 0 ? "" : fmt::format("; unknown of {} vertices", bounds.unknown)));
}

void print_text(const Findings& found) {
  const LoadedGraph& loaded = found.loaded;
  const GraphInfo& graph = loaded.graph->info();
  const GraphStatistics& statistics = found.statistics;
  print(fmt::format("{}: {} vertices, {}\n", host::printable(loaded.name), graph.vertices,
                    edges_text(loaded, statistics)));
  line("format", fmt::format("{} ({}){}", loaded.loader, loaded.loader_reason,
                             loaded.compression.empty() ? "" : ", " + loaded.compression));
  for (const std::string& text : loaded.reading) line("read as", text);
  for (const std::string& text : loaded.notes) line("note", text);
  if (graph.vertices > 0) line("ids", loaded.ids.describe(graph.vertices));
  print_coordinates(loaded.coordinates);
  for (const std::string& step : loaded.steps) line("step", step);
  print_weights(found);
  print_degrees(loaded.directed ? "out-degrees" : "degrees", statistics.out, loaded.directed ? "out-arcs" : "edges");
  if (loaded.directed) print_degrees("in-degrees", statistics.in, "in-arcs");
  line("self-loops", fmt::format("{}", statistics.self_loops));
  line("parallel", fmt::format("{} additional arcs between the same two vertices", statistics.parallel_arcs));
  line("components", fmt::format("{}, directions ignored; the largest has {} vertices", statistics.components,
                                 statistics.largest_component));
  print_diameter(found);
  if (found.weighted)
    line("distances", statistics.any_distance_fits
                          ? "every possible distance fits the weight type"
                          : fmt::format("a path could be too long for {}; a run with such a path ends with an error",
                                        host::name(graph.weights)));
  line("digest", found.weighted ? loaded.digest : loaded.digest + ", with weights of 1");
  line("loaded in",
       fmt::format("{:.3f} s, {:.0f} MB/s", loaded.seconds, static_cast<double>(loaded.bytes) / 1e6 / loaded.seconds));
}

int info(const InfoArguments& arguments, const host::PluginRegistry& plugins) {
  host::HostContext context(host::available_processors());
  GraphChoice choice = choose_graph(arguments.graph, plugins);
  choice.request.rule_stands_in = arguments.graph.missing_weights.empty();
  if (choice.request.rule_stands_in) choice.request.missing_weights.kind = host::WeightRule::Kind::constant;
  Findings found{.loaded = load(choice, plugins, context)};
  const LoadedGraph& loaded = found.loaded;
  found.weighted = loaded.weighted || !choice.request.rule_stands_in || loaded.loader == host::binary_loader;
  found.statistics = host::graph_statistics(*loaded.graph, loaded.directed, context);
  host::require_unchanged(loaded);
  if (arguments.json)
    print(host::json_text(to_json(found)));
  else
    print_text(found);
  return 0;
}

}  // namespace

Command info_command() { return command("info", "Describe the contents of a graph file.", info); }

}  // namespace wayfront::app
