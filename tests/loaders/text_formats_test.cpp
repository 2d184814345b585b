#include "load_and_save.hpp"

namespace wayfront::host {
namespace text_formats_test {

const std::filesystem::path data = std::filesystem::path(WAYFRONT_TEST_DATA) / "dimacs";

TEST_CASE("DIMACS: a graph that cannot fit is refused before memory is asked for") {
  // compressed, so that its size does not tell that there cannot be so many
  CHECK_THROWS_WITH_AS(load(data / "too_many_arcs.gr.gz"),
                       doctest::Contains("too_many_arcs.gr.gz:1: 10 vertices and 1000000000000 arcs need 12.0 TB of "
                                         "memory, but "),
                       UserError);
}

Vertex pick(std::mt19937& random, std::uint64_t count) { return static_cast<Vertex>(random() % count); }

/// One arc in one of the many ways to write it.
std::string written(const Arc<std::int32_t>& arc, std::mt19937& random) {
  const bool plain = random() % 4 != 0;
  const auto blank = [&] { return plain ? " " : random() % 2 == 0 ? "\t" : "   "; };
  std::string line = plain ? "a" : random() % 2 == 0 ? " a" : "a";
  const auto number = [&](std::int64_t value, bool sign) {
    line += blank();
    if (!plain && sign && value >= 0 && random() % 2 == 0) line += '+';
    if (value < 0) line += '-';
    if (!plain && random() % 4 == 0) line += "000";
    line += std::to_string(value < 0 ? -value : value);
  };
  number(std::int64_t{arc.source} + 1, false);
  number(std::int64_t{arc.target} + 1, false);
  number(arc.weight, true);
  if (!plain && random() % 2 == 0) line += ' ';
  line += random() % 8 == 0 ? "\r\n" : "\n";
  if (random() % 50 == 0) line += "c a comment\n";
  if (random() % 50 == 0) line += "\n";
  return line;
}

TEST_CASE("DIMACS: numbers of every length, in every spelling, are what they say") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const Vertex vertices = 1 + pick(random, seed % 2 == 0 ? 12'000'000 : 1000);
    const std::size_t count = 1 + random() % 5000;
    std::vector<Arc<std::int32_t>> arcs;
    std::string text = "p sp " + std::to_string(vertices) + " " + std::to_string(count) + "\n";
    for (std::size_t i = 0; i < count; ++i) {
      const auto size = static_cast<std::int32_t>((random() & 0x7fff'ffffU) >> (random() % 31));
      const std::int32_t weight = std::min(size, 2147483646) * (random() % 3 == 0 ? -1 : 1);
      arcs.push_back({pick(random, vertices), pick(random, vertices), weight});
      text += written(arcs.back(), random);
    }
    text += "c " + std::string(vertices / 8, '-') + "\n";  // so many vertices need a file of some length
    std::ranges::stable_sort(arcs, {}, &Arc<std::int32_t>::source);
    CHECK(same(arcs_of<std::int32_t>(load_text(text)), arcs));
    std::vector<Arc<float>> rounded;
    for (const Arc<std::int32_t>& arc : arcs)
      rounded.push_back({arc.source, arc.target, static_cast<float>(arc.weight)});
    CHECK(same(arcs_of<float>(load_text(text, {.weights = WeightKind::float32})), rounded));
  }
}

TEST_CASE("METIS: a header that promises too much costs nothing, compressed or not") {
  const Scratch scratch;
  const auto plain_file = scratch.write("x.graph", "4000000000 1\n2\n1\n");
  const std::string command = "gzip -k '" + plain_file.string() + "'";
  REQUIRE(std::system(command.c_str()) == 0);
  CHECK_THROWS_WITH_AS(load(scratch.path() / "x.graph.gz", {.loader = "metis"}),
                       doctest::Contains("says 4000000000 vertices, but the lists end after 2"), UserError);
}

TEST_CASE("METIS: random undirected graphs, and what is noticed when one entry is changed") {
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

TEST_CASE("METIS: lists that are all equally long are still lists") {
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

}  // namespace text_formats_test
}  // namespace wayfront::host
