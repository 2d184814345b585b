#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "load/loaded_graph.hpp"
#include "load_and_save.hpp"

namespace wayfront::host {
namespace {

std::string error(std::string_view text, const std::string& options = "") {
  return error_of(text, {.loader = "metis", .options = options}, "x.graph");
}
std::vector<Arc<std::int32_t>> arcs(std::string_view text, const std::string& options = "") {
  return arcs_of<std::int32_t>(load_text(text, {.loader = "metis", .options = options}));
}

/// 1 - 2 (5), 1 - 3 (1), 2 - 3 (2), 4 alone
constexpr std::string_view weighted = "4 3 1\n2 5 3 1\n1 5 3 2\n1 1 2 2\n\n";
const std::vector<Arc<std::int32_t>> its_arcs = {{0, 1, 5}, {0, 2, 1}, {1, 0, 5}, {1, 2, 2}, {2, 0, 1}, {2, 1, 2}};
constexpr std::string_view plain = "4 3\n2 3\n1 3\n1 2\n\n";
const std::vector<Arc<std::int32_t>> ones = {{0, 1, 1}, {0, 2, 1}, {1, 0, 1}, {1, 2, 1}, {2, 0, 1}, {2, 1, 1}};

TEST_CASE("each edge at both of its ends, with weights and without") {
  const LoadedGraph loaded = load_text(weighted);
  CHECK(loaded.loader == "metis");
  CHECK_FALSE(loaded.directed);
  CHECK(loaded.weighted);
  CHECK(loaded.ids.first() == 1);
  CHECK(loaded.graph->info().vertices == 4);
  CHECK(same(arcs_of<std::int32_t>(loaded), its_arcs));
  CHECK_FALSE(load_text(plain).weighted);
  CHECK(same(arcs(plain), ones));
  CHECK(same(arcs("4 3 0\n2 3\n1 3\n1 2\n\n"), ones));
  CHECK(same(arcs("4 3 000\n2 3\n1 3\n1 2\n\n"), ones));
}

TEST_CASE("comments, blanks, CRLF and a missing last line end change nothing; an empty line is an empty list") {
  CHECK(same(arcs("% a\n%b\n  4   3\t1 \n% c\n2 5 3 1 \n 1 5\t3 2\n% d\n1 1 2 2\n\n\n\n% e\n"), its_arcs));
  CHECK(same(arcs("4 3 1\r\n2 5 3 1\r\n1 5 3 2\r\n1 1 2 2\r\n\r\n"), its_arcs));
  CHECK(same(arcs("3 3 1\n2 5 3 1\n1 5 3 2\n1 1 2 2"), its_arcs));
}

TEST_CASE("sizes and weights of vertices are dropped") {
  CHECK(same(arcs("4 3 11\n9 2 5 3 1\n9 1 5 3 2\n9 1 1 2 2\n9\n"), its_arcs));
  CHECK(same(arcs("4 3 011 2\n9 8 2 5 3 1\n9 8 1 5 3 2\n9 8 1 1 2 2\n9 8\n"), its_arcs));
  CHECK(same(arcs("4 3 111 2\n7 9 8 2 5 3 1\n7 9 8 1 5 3 2\n7 9 8 1 1 2 2\n7 9 8\n"), its_arcs));
  CHECK(same(arcs("4 3 101\n7 2 5 3 1\n7 1 5 3 2\n7 1 1 2 2\n7\n"), its_arcs));
  CHECK(same(arcs("4 3 10\n0 2 3\n0 1 3\n0 1 2\n0\n"), ones));
  CHECK(error("4 3 11 2\n9 8 2 5 3 1\n9\n") ==
        "metis: FILE:3: the line has 1 numbers; by FMT, 2 sizes and weights of the vertex come first");
}

TEST_CASE("FMT 100: sizes of vertices, or loops and parallel edges as in the 10th DIMACS challenge") {
  CHECK(same(arcs("4 3 100\n99 2 3\n99 1 3\n99 1 2\n99\n"), ones));
  CHECK(same(arcs("3 7 100\n1 2 2 3\n1 1\n1\n"),
             {{0, 0, 1}, {0, 1, 1}, {0, 1, 1}, {0, 2, 1}, {1, 0, 1}, {1, 0, 1}, {2, 0, 1}}));
  CHECK(error("3 5 100\n1 2 2 3\n1 1\n1\n") ==
        "metis: FILE: the header (line 1) says 5 edges, but the lists have 7 entries: neither that number, as in the "
        "10th DIMACS challenge, nor two for each edge and a size for each vertex, as in METIS");
  CHECK(error("3 7 100\n1 2 2 3\n1 3\n1\n") ==
        "metis: FILE:3: vertex 1 lists 2, but vertex 2 does not list 1; entries = \"directed\" reads every entry as an "
        "arc");
}

TEST_CASE("an edge that is listed at one end only is found at the second one") {
  const std::string hint = "; entries = \"directed\" reads every entry as an arc";
  CHECK(error("3 2\n2\n3\n2\n") == "metis: FILE:3: vertex 1 lists 2, but vertex 2 does not list 1" + hint);
  CHECK(error("3 2\n2\n1 3\n1\n") == "metis: FILE:4: vertex 3 lists 1, but vertex 1 does not list 3" + hint);
  CHECK(error("3 2\n2 2\n1\n\n") == "metis: FILE:3: vertex 1 lists 2, but vertex 2 does not list 1" + hint);
  CHECK(error("2 1 1\n2 5\n1 6\n") ==
        "metis: FILE:3: the edge between the vertices 1 and 2 weighs 5 in the list of one and 6 in that of the other" +
            hint);
}

TEST_CASE("other meanings of lists, where an option says so") {
  constexpr std::string_view one_sided = "3 3 1\n2 5 3 7\n\n2 9\n";
  CHECK(same<std::int32_t>(arcs(one_sided, "entries = 'directed'"), {{0, 1, 5}, {0, 2, 7}, {2, 1, 9}}));
  CHECK(load_text(one_sided, {.loader = "metis", .options = "entries = 'directed'"}).directed);
  CHECK(same<std::int32_t>(arcs(one_sided, "entries = 'upper'"), {{0, 1, 5}, {0, 2, 7}, {1, 0, 5}, {2, 0, 7}}));
  CHECK_FALSE(load_text(one_sided, {.loader = "metis", .options = "entries = 'upper'"}).directed);
  CHECK(same(arcs(weighted, "entries = 'upper'"), its_arcs));
  CHECK(error("3 4 1\n2 5 3 7\n\n2 9\n", "entries = 'directed'") ==
        "metis: FILE: the header (line 1) says 4 edges, but the lists have 3 entries");
}

TEST_CASE("headers that are wrong") {
  CHECK(error("% nothing\n") == "metis: FILE: no header line N M; it is not a METIS file");
  CHECK(error("3\n") == "metis: FILE:1: the header N M [FMT [NCON]] has no number of edges");
  CHECK(error("3 x\n") == "metis: FILE:1: 'x' is not a number of edges");
  CHECK(error("-3 1\n") == "metis: FILE:1: '-3' is not a number of vertices");
  CHECK(error("3 2 5\n") ==
        "metis: FILE:1: FMT '5'; it has up to three digits 0 or 1: vertex sizes, vertex weights, edge weights");
  CHECK(error("3 2 11 5000\n") == "metis: FILE:1: NCON is 5000; at most 1000");
  CHECK(error("3 2 11 1 1\n") == "metis: FILE:1: '1' after the end of the header");
  CHECK(
      error("4294967295 2\n") ==
      "metis: FILE:1: 4294967295 vertices, but ids have 32 bits: at most 4294967294; more would need 8 bytes for each target, in files and while they are loaded");
  CHECK(error("3 1000000000\n") ==
        "metis: FILE:1: the header says 1000000000 edges, but the file's 13 bytes hold at most 3; it is truncated, or "
        "the header is wrong");
  CHECK(error("300 1\n").find("says 300 vertices, but the file's 6 bytes hold at most 7") != std::string::npos);
}

TEST_CASE("lists that are wrong") {
  CHECK(error("4 3\n2 3\n1 3\n1 2\n") ==
        "metis: FILE: the header (line 1) says 4 vertices, but the lists end after 3; it is truncated, or the header "
        "is wrong");
  CHECK(error("2 1\n2\n1\n\n1\n") ==
        "metis: FILE:5: a line after that of the last vertex; the header (line 1) says 2 vertices");
  CHECK(error("2 1\n3\n1\n") == "metis: FILE:2: vertex 1 lists 3, but the header says 2 vertices");
  CHECK(error("2 1\n0\n1\n") == "metis: FILE:2: vertex 1 lists 0: ids start at 1");
  CHECK(error("2 1\n2\n1 2\n") ==
        "metis: FILE:3: vertex 2 lists itself; METIS files have no loops, unless FMT is 100 and M counts entries");
  CHECK(error("2 1\n-2\n1\n") == "metis: FILE:2: '-2' is not the number of a neighbour");
  CHECK(error("2 1\n2x\n1\n") == "metis: FILE:2: '2x' is not the number of a neighbour");
  CHECK(error("2 1\n99999999999\n1\n") == "metis: FILE:2: '99999999999' is too large for the number of a neighbour");
  CHECK(error("2 1 1\n2\n1 5\n") == "metis: FILE:2: no weight after the last neighbour, 2");
  CHECK(error("2 1 1\n2 1.5\n1 1.5\n") ==
        "metis: FILE:2: weight 1.5 is not an integer; weights = \"float64\" reads it, on the command line --weights "
        "float64");
  CHECK(error("3 1\n2 3\n1 3\n1 2\n") ==
        "metis: FILE:3: more than the 1 edges that the header (line 1) says, each of them listed twice");
  CHECK(error("3 4\n2 3\n1 3\n1 2\n") == "metis: FILE: the header (line 1) says 4 edges, but 3 are listed");
}

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
    CHECK(same(arcs(text()), expected));
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
    CHECK(error(text()).find("entries = \"directed\" reads every entry") != std::string::npos);
  }
}

TEST_CASE("sniffing tells METIS from edge lists and others") {
  CHECK(sniff("metis", weighted).confidence == 70);
  CHECK(sniff("metis", plain).confidence == 70);
  CHECK(sniff("metis", "% comment\n3 2\n2\n1 3\n2\n").confidence == 70);
  CHECK(sniff("metis", "3 2\n1 2\n2 3\n").confidence == 0);               // not three lists
  CHECK(sniff("metis", "3 2 7\n1 2 5\n2 3 5\n3 1 1\n").confidence == 0);  // no FMT
  CHECK(sniff("metis", "3 3\n1 2\n2 3\n3 1\n").confidence == 25);         // rather an edge list
  CHECK(load_text("3 3\n1 2\n2 3\n3 1\n5 6\n").loader == "edge-list");
  CHECK(sniff("metis", "1\t2\n1\t3\n").confidence == 0);
  CHECK(sniff("metis", "%%MatrixMarket matrix coordinate real general\n3 3 1\n").confidence == 0);
  CHECK(sniff("metis", "p sp 3 4\n").confidence == 0);
  CHECK(sniff("metis", "AdjacencyGraph\n3\n2\n").confidence == 0);
  CHECK(sniff("metis", "").confidence == 0);
  CHECK(sniff("metis", "0.5 1\n").confidence == 0);
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
  CHECK(load_text("2 1 11\n9 2 7\n9 1 7\n").loader == "metis");  // a vertex weight, a neighbour, a weight
  CHECK(load_text("3 3 100\n2 1 1\n1 1 1\n1 1 1\n").loader == "edge-list");
  CHECK(sniff("metis", "3 3 10\n9 2 3\n9 1 3\n9 1 2\n").confidence == 70);
  CHECK(sniff("metis", "4 4\n2 3\n1 3\n1 2\n1 2\n").confidence == 50);  // the counts fit, but 4 is listed by nobody
  CHECK(error_of("4 4 10\n0 2 3\n0 1 3\n0 1 2\n0 1 2\n").find("more than one loader recognises it: ") !=
        std::string::npos);
  // Edge lists that only look alike
  CHECK(load_text("5 5 10\n1 2 3\n2 3 1\n3 4 5\n4 5 2\n").loader == "edge-list");
  CHECK(load_text("4 7 1\n1 2 3\n2 3 1\n3 4 5\n4 1 2\n").loader == "edge-list");
}

}  // namespace
}  // namespace wayfront::host
