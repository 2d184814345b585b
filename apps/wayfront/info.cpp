#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "crash.hpp"
#include "errors.hpp"
#include "graph_store.hpp"
#include "host_context.hpp"
#include "json_text.hpp"
#include "output.hpp"
#include "pipeline.hpp"
#include "result.hpp"

namespace wayfront::app {
namespace {

WeightKind weight_kind_of(const std::string& text) {
  if (text == "int32") return WeightKind::int32;
  if (text == "float32") return WeightKind::float32;
  throw host::UserError(host::ExitCode::usage, fmt::format("--weights must be int32 or float32, but is '{}'", text));
}

nlohmann::json degrees(const Graph& graph) {
  return visit(graph.csr(), [](const auto& csr) -> nlohmann::json {
    std::uint64_t most = 0, sinks = 0, loops = 0, zero = 0, negative = 0;
    double squares = 0;
    for (Vertex u = 0; u < csr.vertices; ++u) {
      const std::uint64_t degree = csr.degree(u);
      most = std::max(most, degree);
      sinks += degree == 0 ? 1 : 0;
      squares += static_cast<double>(degree) * static_cast<double>(degree);
      for (auto e = csr.begin(u); e < csr.end(u); ++e) {
        loops += csr.targets[e] == u ? 1 : 0;
        zero += csr.weights[e] == 0 ? 1 : 0;
        negative += csr.weights[e] < 0 ? 1 : 0;
      }
    }
    const double n = std::max<double>(csr.vertices, 1);
    const double mean = static_cast<double>(csr.edges) / n;
    return {{"mean_degree", mean},         {"degree_deviation", std::sqrt(std::max(0.0, squares / n - mean * mean))},
            {"max_degree", most},          {"vertices_without_out_edges", sinks},
            {"self_loops", loops},         {"zero_weights", zero},
            {"negative_weights", negative}};
  });
}

}  // namespace

int info(const InfoArguments& arguments, const host::PluginRegistry& plugins) {
  host::GraphRequest request;
  request.path = arguments.file == "-" ? "/dev/stdin" : arguments.file;
  request.loader = arguments.loader;
  request.weights = weight_kind_of(arguments.weights);
  if (!arguments.missing_weights.empty())
    request.missing_weights = host::parse_weight_rule(arguments.missing_weights, request.weights, "--missing-weights");

  host::HostContext context(host::available_processors());
  context.start(0, false);
  report_crashes("");
  now_going_on(fmt::format("loading {}", request.path.string()));
  const host::LoadedGraph loaded = host::load_graph(request, plugins, context);
  const GraphInfo& graph = loaded.graph->info();
  // A path has at most n - 1 arcs, so no distance is further from 0 than this.
  const double longest = std::max(graph.vertices, 1U) - 1.0;
  const double bound = longest * std::max(std::abs(graph.min_weight), std::abs(graph.max_weight));
  nlohmann::json facts = {
      {"file", loaded.name},
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
      {"min_weight", graph.min_weight},
      {"max_weight", graph.max_weight},
      {"any_distance_fits", graph.weights == WeightKind::float32 || bound < unreached<std::int32_t>},
      {"digest", loaded.digest},
      {"load_seconds", loaded.seconds},
      {"megabytes_per_second", static_cast<double>(loaded.bytes) / 1e6 / loaded.seconds}};
  facts.update(degrees(*loaded.graph));

  if (arguments.json) {
    print(host::json_text(facts));
    return 0;
  }
  print(fmt::format("{}: {} vertices, {} edges ({})\n", loaded.name, graph.vertices, graph.edges,
                    loaded.directed ? "directed" : "undirected: each edge is two arcs"));
  const auto line = [](std::string_view what, const std::string& value) {
    print(fmt::format("  {:12} {}\n", what, value));
  };
  line("format", fmt::format("{} ({}){}", loaded.loader, loaded.loader_reason,
                             loaded.compression.empty() ? "" : ", " + loaded.compression));
  if (graph.vertices > 0) line("ids", loaded.ids.describe(graph.vertices));
  line("weights",
       fmt::format("{} {:g} .. {:g}{}; {} zero, {} negative", host::name(graph.weights), graph.min_weight,
                   graph.max_weight, loaded.weight_rule.empty() ? "" : " by rule: " + loaded.weight_rule,
                   facts["zero_weights"].get<std::uint64_t>(), facts["negative_weights"].get<std::uint64_t>()));
  line("degrees",
       fmt::format("mean {:.2f}, deviation {:.2f}, most {}; {} vertices without out-edges",
                   facts["mean_degree"].get<double>(), facts["degree_deviation"].get<double>(),
                   facts["max_degree"].get<std::uint64_t>(), facts["vertices_without_out_edges"].get<std::uint64_t>()));
  line("self-loops", fmt::format("{}", facts["self_loops"].get<std::uint64_t>()));
  line("distances", facts["any_distance_fits"].get<bool>()
                        ? "every possible one fits the weight type"
                        : "a path could be too long for int32; a run where one is ends with an error");
  line("digest", loaded.digest);
  line("loaded in",
       fmt::format("{:.3f} s, {:.0f} MB/s", loaded.seconds, static_cast<double>(loaded.bytes) / 1e6 / loaded.seconds));
  return 0;
}

}  // namespace wayfront::app
