#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "commands.hpp"
#include "graph_statistics.hpp"
#include "host_context.hpp"
#include "json_text.hpp"
#include "output.hpp"
#include "result.hpp"

namespace wayfront::app {
namespace {

using host::DegreeStatistics;
using host::GraphStatistics;
using host::LoadedGraph;

/// The degrees that bin k of a histogram counts, as text: "0", "1", "2-3", "4-7".
std::string bin_name(std::size_t k) {
  if (k < 2) return fmt::to_string(k);
  const std::uint64_t least = std::uint64_t{1} << (k - 1);
  return fmt::format("{}-{}", least, 2 * least - 1);
}

nlohmann::json to_json(const DegreeStatistics& degrees) {
  nlohmann::json histogram = nlohmann::json::array();
  for (std::size_t k = 0; k < degrees.histogram.size(); ++k) {
    const std::uint64_t least = k == 0 ? 0 : std::uint64_t{1} << (k - 1);
    histogram.push_back({{"least", least}, {"most", k == 0 ? 0 : 2 * least - 1}, {"vertices", degrees.histogram[k]}});
  }
  return {{"mean", degrees.mean},  {"deviation", degrees.deviation}, {"most", degrees.most},
          {"mode", degrees.mode},  {"zero", degrees.zeros},          {"vertices_of_mode", degrees.mode_count},
          {"histogram", histogram}};
}

nlohmann::json weight_json(double weight, WeightKind kind) {
  return kind == WeightKind::int32 ? nlohmann::json(static_cast<std::int64_t>(weight)) : nlohmann::json(weight);
}

nlohmann::json to_json(const LoadedGraph& loaded, const GraphStatistics& statistics) {
  const GraphInfo& graph = loaded.graph->info();
  const auto diameter_end = [&](Vertex v) {
    return graph.vertices == 0 ? nlohmann::json() : nlohmann::json(loaded.ids[v]);
  };
  return {{"file", loaded.name},
          {"loader", loaded.loader},
          {"chosen_because", loaded.loader_reason},
          {"compression", loaded.compression},
          {"ids", loaded.ids.describe(graph.vertices)},
          {"first_id",
           loaded.ids.kind() == host::VertexIds::Kind::range ? nlohmann::json(loaded.ids.first()) : nlohmann::json()},
          {"directed", loaded.directed},
          {"vertices", graph.vertices},
          {"edges", graph.edges},
          {"weights", host::name(graph.weights)},
          {"weight_rule", loaded.weight_rule},
          {"steps", loaded.steps},
          {"min_weight", weight_json(graph.min_weight, graph.weights)},
          {"max_weight", weight_json(graph.max_weight, graph.weights)},
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
           {{"least", statistics.diameter.least},
            {"most", statistics.diameter.most},
            {"from", diameter_end(statistics.diameter.from)},
            {"to", diameter_end(statistics.diameter.to)}}},
          {"digest", loaded.digest},
          {"load_seconds", loaded.seconds},
          {"megabytes_per_second", static_cast<double>(loaded.bytes) / 1e6 / loaded.seconds}};
}

void line(std::string_view what, std::string_view value) { print(fmt::format("  {:12} {}\n", what, value)); }

void print_degrees(std::string_view what, const DegreeStatistics& degrees, std::string_view without) {
  line(what, fmt::format("mean {:.2f}, deviation {:.2f}, mode {}, most {}; {} vertices without {}", degrees.mean,
                         degrees.deviation, degrees.mode, degrees.most, degrees.zeros, without));
  std::string histogram;
  for (std::size_t k = 0; k < degrees.histogram.size(); ++k)
    if (degrees.histogram[k] != 0)
      histogram += fmt::format("{}{}: {}", histogram.empty() ? "" : "  ", bin_name(k), degrees.histogram[k]);
  line("", histogram);
}

void print_text(const LoadedGraph& loaded, const GraphStatistics& statistics) {
  const GraphInfo& graph = loaded.graph->info();
  print(fmt::format("{}: {} vertices, {} edges ({})\n", loaded.name, graph.vertices, graph.edges,
                    loaded.directed ? "directed" : "undirected: each edge is two arcs"));
  line("format", fmt::format("{} ({}){}", loaded.loader, loaded.loader_reason,
                             loaded.compression.empty() ? "" : ", " + loaded.compression));
  if (graph.vertices > 0) line("ids", loaded.ids.describe(graph.vertices));
  for (const std::string& step : loaded.steps) line("step", step);
  line("weights", fmt::format("{} {:g} .. {:g}{}; {} zero, {} negative", host::name(graph.weights), graph.min_weight,
                              graph.max_weight, loaded.weight_rule.empty() ? "" : " by rule: " + loaded.weight_rule,
                              statistics.zero_weights, statistics.negative_weights));
  print_degrees(loaded.directed ? "out-degrees" : "degrees", statistics.out, loaded.directed ? "out-edges" : "edges");
  if (loaded.directed) print_degrees("in-degrees", statistics.in, "in-edges");
  line("self-loops", fmt::format("{}", statistics.self_loops));
  line("parallel", fmt::format("{} arcs more than one from one vertex to another", statistics.parallel_arcs));
  line("components", fmt::format("{}, directions ignored; the largest has {} vertices", statistics.components,
                                 statistics.largest_component));
  const host::DiameterBounds& diameter = statistics.diameter;
  if (graph.vertices > 0)
    line("diameter",
         fmt::format("{} arcs in the largest component, directions ignored; {} is that far from {}",
                     diameter.least == diameter.most ? fmt::format("{}", diameter.least)
                                                     : fmt::format("{} to {}", diameter.least, diameter.most),
                     loaded.ids.text(diameter.to), loaded.ids.text(diameter.from)));
  line("distances", statistics.any_distance_fits
                        ? "every possible one fits the weight type"
                        : "a path could be too long for int32; a run where one is ends with an error");
  line("digest", loaded.digest);
  line("loaded in",
       fmt::format("{:.3f} s, {:.0f} MB/s", loaded.seconds, static_cast<double>(loaded.bytes) / 1e6 / loaded.seconds));
}

}  // namespace

int info(const InfoArguments& arguments, const host::PluginRegistry& plugins) {
  const GraphChoice choice = choose_graph(arguments.graph, plugins);
  host::HostContext context(host::available_processors());
  context.start(0, false);
  const LoadedGraph loaded = load(choice, plugins, context);
  const GraphStatistics statistics = host::graph_statistics(*loaded.graph, loaded.directed, context);
  if (arguments.json)
    print(host::json_text(to_json(loaded, statistics)));
  else
    print_text(loaded, statistics);
  return 0;
}

}  // namespace wayfront::app
