// Answers of both algorithms, paths up to a limit, negative cycles and overflows: negative_weights_test.cpp and the
// conformance suite.
#include "base/arena.hpp"
#include "solving.hpp"

namespace wayfront::host {
namespace igraph_test {

TEST_CASE("what igraph cannot do is declined, and says so") {
  const auto dijkstra = solve<std::int32_t>(WAYFRONT_IGRAPH, "algorithm = 'dijkstra'", 2, {{0, 1, -1}}, 0);
  CHECK(dijkstra.prepared.code == StatusCode::unsupported);
  CHECK(contains(dijkstra.prepared.text(), "negative"));
  CHECK(solve<float>(WAYFRONT_IGRAPH, "", 2, {{0, 1, 1}}, 0).prepared.code == StatusCode::unsupported);
}

TEST_CASE("instances in several threads at once: answers, negative cycles and errors do not mix") {
  const auto grid = make_graph<double>(900, grid_arcs<double>(30, 100), OffsetKind::offsets32);
  const auto cycle = make_graph<std::int32_t>(3, std::vector<Arc<std::int32_t>>{{0, 1, 2}, {1, 2, -3}, {2, 1, 2}},
                                              OffsetKind::offsets32);
  const Plugin plugin = load_plugin(WAYFRONT_IGRAPH);
  std::vector<std::string> problems(4);
  {
    std::vector<std::jthread> threads;
    for (std::string& problem : problems) {
      threads.emplace_back([&] {
        const Settings settings = Settings::defaults(plugin.options());
        for (int i = 0; i < 40 && problem.empty(); ++i) {
          const Graph& graph = i % 2 == 0 ? static_cast<const Graph&>(*grid) : *cycle;
          const auto algorithm = create_algorithm(plugin, settings.values());
          HostContext context(1);
          context.set_plugins(plugins_beside(WAYFRONT_IGRAPH), plugin.about().name);
          context.start(0, false);
          OutputBuffers buffers(graph.info().weights, graph.info().vertices, false);
          Output& output = buffers.fresh();
          Arena arena(1);
          Status status = algorithm->prepare(graph, context);
          if (status.ok()) status = algorithm->solve({.source = 0}, output, context);
          if (!status.ok())
            problem = status.text();
          else if (const Certificate certificate = certify(graph, 0, output, nullptr, arena);
                   certificate.finding != Finding::right)
            problem = certificate.reason;
          else if ((output.outcome == Outcome::negative_cycle) != (i % 2 != 0))
            problem = "the answer of another thread";
        }
      });
    }
  }
  for (const std::string& problem : problems) CHECK(problem == "");
}

}  // namespace igraph_test
}  // namespace wayfront::host
