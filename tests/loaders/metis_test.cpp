#include <fmt/format.h>

#include "load/loaded_graph.hpp"
#include "load_and_save.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("a header that promises too much costs nothing, compressed or not") {
  const Scratch scratch;
  const auto plain_file = scratch.write("x.graph", "4000000000 1\n2\n1\n");
  const std::string command = "gzip -k '" + plain_file.string() + "'";
  REQUIRE(std::system(command.c_str()) == 0);
  CHECK_THROWS_WITH_AS(load(scratch.path() / "x.graph.gz", {.loader = "metis"}),
                       doctest::Contains("says 4000000000 vertices, but the lists end after 2"), UserError);
}

TEST_CASE("random undirected graphs, and what is noticed when one entry is changed") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Vertex vertices = 2 + static_cast<Vertex>(random() % 60);
    std::set<std::tuple<Vertex, Vertex>> pairs;
    for (unsigned i = 0; i < 2 * vertices; ++i) {
      const auto u = static_cast<Vertex>(random() % vertices), v = static_cast<Vertex>(random() % vertices);
      if (u != v) pairs.insert(std::minmax(u, v));
    }
    std::vector<std::vector<std::pair<Vertex, std::int32_t>>> lists(vertices);
    for (const auto& [u, v] : pairs) {
      const auto weight = static_cast<std::int32_t>(random() % 5);
      lists[u].emplace_back(v, weight);
      lists[v].emplace_back(u, weight);
    }
    const auto text = [&] {
      std::string it = std::to_string(vertices) + " " + std::to_string(pairs.size()) + " 1\n";
      for (const auto& list : lists) {
        for (const auto& [v, weight] : list) it += std::to_string(v + 1) + " " + std::to_string(weight) + " ";
        it += '\n';
      }
      return it;
    };
    std::vector<Arc<std::int32_t>> expected;
    for (Vertex u = 0; u < vertices; ++u)
      for (const auto& [v, weight] : lists[u]) expected.push_back({u, v, weight});
    CHECK(same(arcs_of<std::int32_t>(load_text(text(), {.loader = "metis"})), expected));
    if (pairs.empty()) continue;
    Vertex u = static_cast<Vertex>(random() % vertices);
    while (lists[u].empty()) u = (u + 1) % vertices;
    auto& [v, weight] = lists[u][random() % lists[u].size()];
    if (random() % 2 == 0)
      weight += 1;
    else if (vertices > 2)
      do v = static_cast<Vertex>(random() % vertices);
      while (v == u || pairs.contains(std::minmax(u, v)));
    else
      weight -= 1;
    CHECK(contains(error_of(text(), {.loader = "metis"}), "entries = \"directed\" reads every entry"));
  }
}

/// Every vertex has the neighbours v + 1 .. v + reach and v - 1 .. v - reach, around a ring.
std::string ring(unsigned vertices, unsigned reach, const std::string& format = "", const std::string& own = "") {
  std::string text = fmt::format("{} {}{}\n", vertices, vertices * reach, format);
  for (unsigned v = 0; v < vertices; ++v) {
    text += own;
    for (unsigned i = 1; i <= reach; ++i)
      text += fmt::format("{} {} ", (v + i) % vertices + 1, (v + vertices - i) % vertices + 1);
    text += '\n';
  }
  return text;
}

TEST_CASE("lists that are all equally long are still lists") {
  for (const unsigned vertices : {5U, 900U, 20'000U})
    for (const unsigned reach : {1U, 2U}) {
      CAPTURE(vertices);
      CAPTURE(reach);
      for (const LoadedGraph& loaded :
           {load_text(ring(vertices, reach)), load_text(ring(vertices, reach, " 10", "9 "))}) {
        CHECK(loaded.loader == "metis");
        CHECK_FALSE(loaded.directed);
        CHECK(loaded.graph->info().vertices == vertices);
        CHECK(loaded.graph->info().edges == 2 * vertices * reach);
      }
    }
  for (const unsigned n : {3U, 4U, 5U, 6U, 8U}) {  // complete graphs
    std::string text = fmt::format("{} {}\n", n, n * (n - 1) / 2);
    for (unsigned u = 1; u <= n; ++u, text += '\n')
      for (unsigned v = 1; v <= n; ++v)
        if (u != v) text += fmt::format("{} ", v);
    CAPTURE(text);
    const LoadedGraph loaded = load_text(text);
    CHECK(loaded.loader == "metis");
    CHECK(loaded.graph->info().edges == n * (n - 1));
  }
}

}  // namespace
}  // namespace wayfront::host
