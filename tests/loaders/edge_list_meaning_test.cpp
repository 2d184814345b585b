#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "edge_list_loading.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("NetworkX's dictionaries") {
  CHECK(EdgeList().arcs("0 1 {'weight': 4}\n1 0 {'name': 'a, {b', 'weight': 5.0}\n") == "0>1:4 1>0:5");
  CHECK(EdgeList().arcs("a b {\"weight\": 4, 'other': [1, {2: 3}]}\n# remark\nb a {'it\\'s': (), 'weight': -5}\n") ==
        "a>b:4 b>a:-5");
  CHECK_FALSE(EdgeList().text("0 1 {}\n1 2 {}\n").weighted);
  EdgeList length;
  length.options = "weight = 'length'";
  CHECK(length.arcs("0 1 {'weight': 4, 'length': 7}\n") == "0>1:7");
  CHECK(length.error("0 1 {'weight': 4}\n").find("FILE:1: the dictionary of the first arc has no 'length'") !=
        std::string::npos);
  const auto refused = [](std::string_view text, std::string_view words) {
    CHECK(EdgeList().sniff(text).confidence == 60);
    const std::string said = EdgeList().error(text);
    CHECK_MESSAGE(said.find(words) != std::string::npos, said);
  };
  refused("0 1 {'weight': 4}\n1 2 {}\n", "FILE:2: a dictionary without 'weight'");
  refused("0 1 {}\n1 2 {'weight': 4}\n", "FILE:2: a dictionary with 'weight'");
  refused("0 1 {'weight': 'x'}\n", "FILE:1: weight ''x'' is not a finite number");
  refused("0 1 {'weight': 4\n", "FILE:1: the dictionary with the attributes of the arc does not end");
  refused("0 1 {'weight': '4}\n", "FILE:1: the dictionary with the attributes of the arc does not end");
  refused("0 1 {'weight': 4}\n1 2 5\n", "FILE:2: a line without the dictionary");
  refused("0 1 {'weight': 4} 5\n", "FILE:1: text behind the dictionary");
  refused("0 1 {'weight' 4}\n", "FILE:1: a dictionary whose key 'weight' has no value");
}

TEST_CASE("a list that has each undirected edge once is read as directed, which is noted") {
  std::string up, mixed, both;
  for (int i = 1; i < 40; ++i) {
    up += fmt::format("{} {}\n", i, i + 1);
    mixed += i % 3 == 0 ? fmt::format("{} {}\n", i, i + 1) : fmt::format("{} {}\n", i + 1, i);
    both += fmt::format("{} {}\n{} {}\n", i, i + 1, i + 1, i);
  }
  const auto note = [](const LoadedGraph& loaded) { return loaded.notes.empty() ? "" : loaded.notes[0]; };
  for (const std::string& text : {up, mixed}) {
    const LoadedGraph loaded = EdgeList().text(text);
    CHECK(loaded.directed);
    CHECK(note(loaded).find("edges = \"undirected\"") != std::string::npos);
    CHECK(note(EdgeList("edges = 'directed'").text(text)) == "");
    CHECK(note(EdgeList("edges = 'undirected'").text(text)) == "");
  }
  std::string names = mixed;
  for (std::size_t at = 0; (at = names.find_first_of("123456789", at)) != names.npos;
       at = names.find_first_of(" \n", at))
    names.insert(at, "n");
  CHECK(note(EdgeList().text(names)) != "");
  CHECK(note(EdgeList().text(both)) == "");
  CHECK(note(EdgeList().text("# Directed graph\n" + up)) == "");
  CHECK(note(EdgeList().text("1 2\n2 3\n")) == "");  // may be chance
  std::string parallel;
  for (int i = 0; i < 100; ++i) parallel += "1 2\n";
  CHECK(note(EdgeList().text(parallel)) == "");
  // what a comment says, where the arcs do not contradict
  CHECK(note(EdgeList().text("# Undirected graph: x\n1 2\n2 3\n")).starts_with("line 1 says 'undirected', and no arc"));
  CHECK(note(EdgeList().text("%MatrixMarket matrix coordinate pattern symmetric\n2 1\n3 1\n"))
            .starts_with("line 1 says 'symmetric'"));
  CHECK(note(EdgeList().text("# undirected, each edge twice\n1 2\n2 1\n")) == "");
  CHECK(note(EdgeList().text("# an asymmetric or skew-symmetric matrix\n2 1\n3 1\n")) == "");
  // KONECT's marks are statements: they are followed, and said
  const LoadedGraph konect = EdgeList().text("% sym unweighted\n" + up);
  CHECK_FALSE(konect.directed);
  CHECK(note(konect) == "");
  CHECK(konect.reading[0] == "undirected, as line 1 says (KONECT's sym)");
  CHECK(note(EdgeList().text("% asym unweighted\n" + up)) == "");
}

TEST_CASE("whether edges are undirected is also told of long lists, on any number of threads") {
  std::string once;
  for (int i = 0; i < 300'000; ++i) once += fmt::format("{} {}\n", i % 7 == 0 ? i : i + 5, i % 7 == 0 ? i + 5 : i);
  std::string twice = once;
  for (int i = 0; i < 300'000; i += 3) twice += fmt::format("{} {}\n", i % 7 == 0 ? i + 5 : i, i % 7 == 0 ? i : i + 5);
  for (const unsigned threads : {1U, 2U}) {
    EdgeList it;
    it.threads = threads;
    CHECK(it.text(once).notes.size() == 1);
    CHECK(it.text(twice).notes.empty());
  }
}

TEST_CASE("directed or not") {
  CHECK(EdgeList("edges = 'undirected'").arcs("1 2 5\n3 3 1\n") == "1>2:5 2>1:5 3>3:1");
  CHECK(EdgeList().arcs("% sym positive\n% 2 3 3\n1 2 5\n3 2 1\n") == "1>2:5 2>1:5 2>3:1 3>2:1");
  CHECK(EdgeList().arcs("% asym positive\n1 2 5\n") == "1>2:5");
  CHECK(EdgeList("edges = 'directed'").arcs("% sym positive\n1 2 5\n") == "1>2:5");
  CHECK(EdgeList().error("% bip unweighted\n1 1\n") ==
        "edge-list: FILE:1: a bipartite KONECT file: both sides number their vertices from 1, so they cannot be "
        "distinguished");
}

TEST_CASE("every number is a vertex where that is asked for") {
  const LoadedGraph from_0 = EdgeList("ids_from = 0").text("2 5\n");
  CHECK(from_0.graph->info().vertices == 6);
  CHECK(from_0.ids.first() == 0);
  const LoadedGraph from_1 = EdgeList("ids_from = 1").text("2 5\n");
  CHECK(from_1.graph->info().vertices == 5);
  CHECK(EdgeList::arcs_of(from_1) == "2>5:1");
  CHECK(EdgeList("ids_from = 3").error("2 5\n") == "edge-list: FILE: vertex 2, but ids_from = 3");
  CHECK(EdgeList("ids_from = 0").error("2 5000000000\n") ==
        "edge-list: FILE: ids_from makes every number up to the largest id a vertex, but there are ids above 2^32");
}

TEST_CASE("a comment that says which vertices there are") {
  const EdgeList it;
  const LoadedGraph loaded = it.text("# vertices: 6 from 1\n2 5 7\n");
  CHECK(loaded.graph->info().vertices == 6);
  CHECK(loaded.ids.first() == 1);
  CHECK(EdgeList::arcs_of(loaded) == "2>5:7");
  CHECK(it.text("# vertices: 3 from 0\n").graph->info().vertices == 3);
  CHECK(it.text("# vertices: 3 from 0 or so\n0 5 1\n").graph->info().vertices == 2);
  CHECK(it.text("# vertices: 3 from 1\n3 1\n1 2\n").graph->info().edges == 2);  // no counts, then
  CHECK(it.error("# vertices: 3 from 1\n2 4 7\n") == "edge-list: FILE: vertex 4, but line 1 says 3 vertices");
  CHECK(it.error("# vertices: 3 from 1\n0 2 7\n") ==
        "edge-list: FILE: vertex 0, but line 1 says that they count from 1");
  CHECK(it.error("# vertices: 3 from 1\n2 5000000000 7\n") ==
        "edge-list: FILE: ids above 2^32, but line 1 says 3 vertices");
}

TEST_CASE("files that begin with counts") {
  const EdgeList it;
  const LoadedGraph algs4 = it.text("\n5\n2\n0 1 7\n1 3 8\n");
  CHECK(algs4.graph->info().vertices == 5);
  CHECK(algs4.ids.first() == 0);
  CHECK(EdgeList::arcs_of(algs4) == "0>1:7 1>3:8");
  CHECK(it.text("5\n0 1 7\n1 3 8\n").graph->info().vertices == 5);
  const LoadedGraph one_line = it.text("4 2\n1 2 7\n2 4 8\n");
  CHECK(one_line.graph->info().vertices == 4);
  CHECK(EdgeList::arcs_of(one_line) == "1>2:7 2>4:8");
  CHECK(it.error("5\n3\n0 1 7\n1 3 8\n") ==
        "edge-list: FILE: line 2 says 3 arcs, but the file has 2; it is truncated, or the count is wrong");
  CHECK(it.error("5\n1\n0 1 7\n1 3 8\n") == "edge-list: FILE:4: arc 2, but line 2 says 1 arcs");
  CHECK(it.error("3\n2\n0 1 7\n1 3 8\n0 0 0\n").find("arc 3") != std::string::npos);
  CHECK(it.error("3\n2\n0 1 7\n1 3 8\n") == "edge-list: FILE: vertex 3, but line 1 says 3 vertices");
  CHECK(EdgeList("header = 'counts'").arcs("3 2\n1 2\n2 3\n") == "1>2:1 2>3:1");
  CHECK(EdgeList("header = 'counts'").error("3 4 2\n1 2 1\n2 3 1\n") ==
        "edge-list: FILE:1: a matrix of 3 rows and 4 columns; only a square one is a graph");
  CHECK(EdgeList("header = 'counts'").error("a b\n1 2\n").find("FILE:1: the first line must be counts") !=
        std::string::npos);
}

TEST_CASE("a first line that may be counts or an arc is not guessed") {
  CHECK(EdgeList().error("3 2\n1 2\n2 3\n") ==
        "edge-list: FILE:1: '3 2' may be an arc or the counts of vertices and arcs, as 2 arcs follow; say loader = "
        "\"edge-list\" and options = { header = \"none\" }, or \"counts\"");
  CHECK(EdgeList().error("3 3 2\n1 2 9\n2 3 9\n").find("FILE:1: '3 3 2' may be an arc or the counts") !=
        std::string::npos);
  CHECK(EdgeList("header = 'none'").arcs("3 2\n1 2\n2 3\n") == "1>2:1 2>3:1 3>2:1");
  CHECK(EdgeList().arcs("3 2\n1 2\n2 4\n") == "1>2:1 2>4:1 3>2:1");  // vertex 4 is above 3
  CHECK(EdgeList().arcs("3 1\n1 2\n2 3\n") == "1>2:1 2>3:1 3>1:1");  // two arcs follow
}

TEST_CASE("Graphalytics: vertices and directedness beside the edges") {
  const EdgeList it;
  const Scratch& scratch = it.scratch();
  scratch.write("g.v", "2\n5\n9\n11\n");
  scratch.write("g.properties", "# x\ngraph.g.directed = false\ngraph.g.meta.edges = 2\n");
  const auto path = scratch.write("g.e", "2 5 0\n5 9 4\n");
  const LoadedGraph loaded = it.file(path);
  CHECK_FALSE(loaded.directed);
  CHECK(loaded.graph->info().vertices == 4);
  CHECK(EdgeList::arcs_of(loaded) == "2>5:0 5>2:0 5>9:4 9>5:4");
  CHECK(loaded.ids.find(11, 4) == Vertex{3});
  scratch.write("g.e", "2 5 0\n5 8 4\n");
  CHECK(it.error_in(path) == "edge-list: FILE: vertex 8 has arcs, but the .v file next to it does not list it");
  scratch.write("g.v", "2\n5\n8\n70000000000\n");
  CHECK(it.file(path).ids.describe(4) == "2 .. 70000000000, with gaps");
  scratch.write("g.v", "2\n5\n9\n70000000000\n");
  CHECK(it.error_in(path) == "edge-list: FILE: vertex 8 has arcs, but the .v file next to it does not list it");
  scratch.write("g.v", "2\n5\n9\n5\n");
  try {
    it.file(path);
    FAIL("read");
  } catch (const UserError& error) {
    CHECK(std::string(error.what()).ends_with("g.v: vertex 5 is listed twice"));
  }
  scratch.write("g.v", "2\n5\nx\n");
  CHECK_THROWS_WITH_AS(it.file(path), doctest::Contains("g.v:3: vertex 'x': ids are integers from 0"), UserError);
  scratch.write("g.v", "2\n5\n8\n");
  scratch.write("g.properties", "graph.g.directed = maybe\n");
  CHECK_THROWS_WITH_AS(it.file(path), doctest::Contains("g.properties:1: 'maybe' must be true or false"), UserError);
}

TEST_CASE("lines of neighbours") {
  const EdgeList neighbours("lines = 'neighbours'");
  CHECK(neighbours.arcs("1 2 5\n2\n7\n5 1\n") == "1>2:1 1>5:1 5>1:1");
  CHECK(neighbours.text("1 2 5\n2\n7\n5 1\n").ids.describe(4) == "1 .. 7, with gaps");
  CHECK(neighbours.text("9\n1 2\n5000000000\n").ids.describe(4) == "1 .. 5000000000, with gaps");
  CHECK(neighbours.text("9\n1 2\n5000000000\n").graph->info().vertices == 4);
  CHECK(neighbours.text("7\n").graph->info().vertices == 1);
  CHECK(neighbours.arcs("a b c\nd\nc a\n") == "a>b:1 a>c:1 c>a:1");
  CHECK(neighbours.text("z\na b c\nd\nc a\n").ids.text(0) == "z");
  CHECK(neighbours.arcs("1\t80,982\t163,-8\n80 1,5\n163\n") == "1>80:982 1>163:-8 80>1:5");
  CHECK(neighbours.error("1 80,982\n80 1\n") ==
        "edge-list: FILE:2: '1' is not TARGET,WEIGHT, as in the first line of neighbours (line 1)");
  CHECK(neighbours.error("z\na b,5\n") ==
        "edge-list: FILE:2: 'b,5' has a weight, but the first line of neighbours (line 1) has none");
  CHECK(neighbours.error("1 80,982\n80 x,1\n") ==
        "edge-list: FILE:2: vertex 'x': ids are integers from 0; ids = \"names\" takes anything");
  CHECK(neighbours.error("1 80,982\n80 1,\n") == "edge-list: FILE:2: weight '' is not a finite number");
  CHECK(neighbours.error("1 2\n-3\n").starts_with("edge-list: FILE:2: vertex '-3': ids are integers"));
}

TEST_CASE("SNAP's comment counts the lines") {
  const EdgeList it;
  const auto with = [](std::string_view counts, std::string_view arcs) {
    return "# Directed graph\n# " + std::string(counts) + "\n# FromNodeId\tToNodeId\n" + std::string(arcs);
  };
  CHECK(it.arcs(with("Nodes: 4 Edges: 3", "0\t1\n1\t2\n2\t3\n")) == "0>1:1 1>2:1 2>3:1");
  const std::string cut = with("Nodes: 4 Edges: 3", "0\t1\n1\t2\n");
  CHECK(it.error(cut) ==
        "edge-list: FILE: line 2 says 3 edges, but the file has 2 arcs; it is truncated, or the comment is wrong; "
        "header = \"none\" reads it anyway");
  CHECK(EdgeList("header = 'none'").arcs(cut) == "0>1:1 1>2:1");
  CHECK(it.error(with("Nodes: 4 Edges: 3", "")).find("but the file has 0 arcs") != std::string::npos);
  CHECK(it.error(with("Nodes: 4 Edges: 1", "0\t1\n1\t2\n2\t3\n")).find("but the file has 3") != std::string::npos);
  // an edge in two lines, a loop in one
  CHECK(it.error(with("Nodes: 3 Edges: 2", "0\t1\n1\t0\n1\t2\n2\t1\n")) == "no error");
  CHECK(it.error(with("Nodes: 2 Edges: 2", "0\t1\n1\t0\n1\t1\n")) == "no error");
  CHECK(it.error(with("Nodes: 3 Edges: 2", "0\t1\n1\t0\n1\t2\n")).find("the file has 3") != std::string::npos);
  // other comments are comments
  CHECK(it.error(with("Nodes: 4 Edges: many", "0\t1\n")) == "no error");
  CHECK(it.error(with("Nodes: 4 Edges: 3 or so", "0\t1\n")) == "no error");
}

}  // namespace
}  // namespace wayfront::host
