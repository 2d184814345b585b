// edge-bellman-ford as a plugin. What it computes and how: edge_bellman_ford.hpp.
#include "edge_bellman_ford.hpp"

#include <memory>

#include "wayfront/cuda/plugin.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class EdgeBellmanFord {
 public:
  static constexpr PluginAbout about{
      .name = "edge-bellman-ford",
      .version = "1.0.0",
      .summary = "Bellman-Ford on a GPU that sweeps over all arcs in each round; finds negative cycles.",
      .reference = "R. An, Parallelization of the Bellman-Ford algorithm, 2017; Bidani and Mohammad, Pisa, 2025",
      .capabilities = capability::any_weights | capability::negative_weights | capability::device_output};
  using Options = edge_bellman_ford::Options;
  static constexpr auto& rows = edge_bellman_ford::rows;

  explicit EdgeBellmanFord(const Options& options) : options_(options) {
    cuda::require_whole_warps(about.name, "block_size", options.block_size);
    if (options.representation == edge_bellman_ford::Representation::matrix &&
        options.mapping == edge_bellman_ford::Mapping::rows_in)
      throw Unsupported(
          "edge-bellman-ford: mapping = \"rows_in\" is for lists of arcs; representation = \"matrix\" has rows of the "
          "same length, so take mapping = \"vertex_in\"");
  }
  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) const {
    return with_weight_type(graph.info().weights, [&]<WeightType W>() {
      return edge_bellman_ford::make_solver_of<W>(options_, graph, context);
    });
  }

  std::uint64_t device_bytes(const GraphInfo& info) const {
    using edge_bellman_ford::Mapping;
    const std::uint64_t weight = weight_size(info.weights), vertices = info.vertices;
    const std::uint64_t distances = vertices * (options_.double_buffer ? 2 : 1) * weight;
    const std::uint64_t flags = 3 * vertices, cycles = info.min_weight < 0 ? vertices * sizeof(Vertex) : 0;
    const std::uint64_t rest = distances + flags + cycles;
    if (options_.representation == edge_bellman_ford::Representation::matrix)
      return vertices * vertices * weight + rest;
    if (options_.mapping != Mapping::edge) return cuda::csr_bytes(info) + rest;
    const std::uint64_t sources = info.edges * sizeof(Vertex);
    return options_.pieces == 0 ? cuda::csr_bytes(info) + sources + rest
                                : info.edges * (sizeof(Vertex) + weight) + sources + rest;
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<wayfront::EdgeBellmanFord>)
