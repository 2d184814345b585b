#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "edge_list_loading.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("lines of two and three columns, in every usual way to part them") {
  const EdgeList it;
  CHECK(it.arcs("1 2\n2 3\n1 3\n") == "1>2:1 1>3:1 2>3:1");
  CHECK_FALSE(it.text("1 2\n2 3\n1 3\n").weighted);
  const std::string expected = "1>2:5 1>3:-7 2>3:0";
  for (const std::string_view separator : {" ", "\t", ",", ";", "  ", " \t ", ", ", " ; "}) {
    const std::string s(separator);
    const std::string text = "1" + s + "2" + s + "5\n2" + s + "3" + s + "0\n1" + s + "3" + s + "-7\n";
    CHECK(it.arcs(text) == expected);
    CHECK(it.arcs("# a comment\n\n% another\n" + text + "\n# the end") == expected);
    std::string crlf;
    for (const char c : text) crlf += c == '\n' ? "\r\n" : std::string(1, c);
    CHECK(it.arcs(crlf) == expected);
    CHECK(it.arcs(text.substr(0, text.size() - 1)) == expected);
  }
  CHECK(it.text("1 2\n").directed);
}

TEST_CASE("floats, and whole ones as integers") {
  CHECK(EdgeList().arcs("0 1 2.0\n1 2 1e2\n") == "0>1:2 1>2:100");
  CHECK(EdgeList().error("0 1 2.0\n1 2 0.5\n") ==
        "edge-list: FILE:2: weight 0.5 is not an integer; weights = \"float64\" reads it, on the command line "
        "--weights float64");
  const EdgeList floats("", WeightKind::float32);
  CHECK(floats.arcs("0 1 2.5\n1 2 -.125\n2 0 1e-3\n") == "0>1:2.5 1>2:-0.125 2>0:0.001");
  // many in a row, so that the fast path reads them
  std::string many;
  for (int i = 0; i < 1000; ++i) many += fmt::format("{} {} {}.{:03}\n", i, i + 1, i, i);
  const LoadedGraph loaded = floats.text(many);
  visit(loaded.graph->csr(), []<class W, class O>(const CsrView<W, O>& view) {
    if constexpr (std::is_floating_point_v<W>)
      for (Vertex u = 0; u < 1000; ++u) REQUIRE(view.weights[u] == std::stof(fmt::format("{}.{:03}", u, u)));
  });
}

TEST_CASE("ids with gaps keep their names") {
  const EdgeList it;
  CHECK(it.arcs("1000000 7 1\n7 30 2\n30 30 3\n") == "7>30:2 30>30:3 1000000>7:1");
  CHECK(it.text("7 30\n").ids.kind() == VertexIds::Kind::numbers);
  const LoadedGraph range = it.text("6 5\n7 6\n");
  CHECK(range.ids.kind() == VertexIds::Kind::range);
  CHECK(range.ids.first() == 5);
}

TEST_CASE("ids up to 64 bits, wherever the first large one comes") {
  const EdgeList it;
  CHECK(it.arcs("18446744073709551615 2 1\n2 3 4\n") == "2>3:4 18446744073709551615>2:1");
  CHECK(it.arcs("3 2 1\n2 4294967295 4\n4294967295 3 5\n1 1 1\n") == "1>1:1 2>4294967295:4 3>2:1 4294967295>3:5");
  CHECK(it.arcs("0 4294967294 1\n") == "0>4294967294:1");
  CHECK(it.error("1 2 1\n18446744073709551616 2 1\n") ==
        "edge-list: FILE:2: vertex 18446744073709551616 does not fit 64 bits; ids = \"names\" takes anything");
  // between many others: small parts before, large ones after
  std::string text;
  for (int i = 0; i < 40'000; ++i) text += fmt::format("{} {} 1\n", i, i + 1);
  const std::string large = text + "9999999999 3 1\n" + text;
  for (const unsigned threads : {1U, 2U}) {
    EdgeList many;
    many.threads = threads;
    const LoadedGraph loaded = many.text(large);
    CHECK(loaded.graph->info().vertices == 40'002);
    CHECK(loaded.graph->info().edges == 80'001);
    CHECK(loaded.ids.find(9'999'999'999U, 40'002) == Vertex{40'001});
    CHECK(loaded.ids.find(40'000, 40'002) == Vertex{40'000});
  }
}

TEST_CASE("names in the order of the file") {
  const EdgeList it;
  CHECK(it.arcs("Rome\tParis\t5\nParis\tNew York\t6\n") == "Rome>Paris:5 Paris>New York:6");
  CHECK(it.arcs("a b 5\nb c 6\n") == "a>b:5 b>c:6");
  CHECK(it.arcs("\"Oslo, Norway\",\"Bergen\",7\nBergen,\"Oslo, Norway\",8\n") ==
        "Oslo, Norway>Bergen:7 Bergen>Oslo, Norway:8");
  CHECK(EdgeList("ids = 'names'").arcs("007 7\n7 8\n") == "007>7:1 7>8:1");
  CHECK(it.text("a b\n").ids.kind() == VertexIds::Kind::names);
  CHECK(it.error("a,,5\n") == "edge-list: FILE:1: an empty field where a vertex is expected");
  CHECK(it.error("a,\"b,5\n") == "edge-list: FILE:1: a quoted field without an end: \"b,5");
  CHECK(it.error("a,\"b\"x,5\n") == "edge-list: FILE:1: 'x' after the quotes of a field");
}

TEST_CASE("fields that are not numbers are reported with their line") {
  const EdgeList it;
  for (const std::string_view weight : {"nan", "inf", "1,5", "x"}) {
    const std::string text = fmt::format("0 1 5\n1 2 {}\n", weight);
    CHECK(it.sniff(text).confidence > 0);
    CHECK(it.error(text).starts_with(fmt::format("edge-list: FILE:2: weight '{}' is not a finite number", weight)));
  }
  CHECK(it.sniff("0 1 5\n1 x 2\n").confidence > 0);
  // a decimal comma does not separate fields
  CHECK(it.error("0 1 1,5\n1 2 2,5\n").find("FILE:1: weight '1,5' is not a finite number; use a point") !=
        std::string::npos);
  CHECK(it.error("0\t1\t1,5\n1\t2\t2,5\n").find("FILE:1: weight '1,5'") != std::string::npos);
}

TEST_CASE("lines that are wrong") {
  const EdgeList it;
  CHECK(it.error("1 2 3\n1 2\n") == "edge-list: FILE:2: a line of 2 fields, but the first arc (line 1) has 3");
  CHECK(it.error("1 2\n2 3\n1 2 3\n") == "edge-list: FILE:3: a line of 3 fields, but the first arc (line 1) has 2");
  CHECK(it.error("# c\n1 2\n1\n") == "edge-list: FILE:3: a line of 1 field, but the first arc (line 2) has 2");
  CHECK(it.error("1 2\n-1 2\n") ==
        "edge-list: FILE:2: vertex '-1': ids are integers from 0; ids = \"names\" takes anything");
  CHECK(it.error("1 2\n1.5 2\n") ==
        "edge-list: FILE:2: vertex '1.5': ids are integers from 0; ids = \"names\" takes anything");
  using namespace std::string_view_literals;
  CHECK(it.error("1 2\n1 2\0\n"sv) ==
        "edge-list: FILE:2: vertex '2\\x00': ids are integers from 0; ids = \"names\" takes anything");
  CHECK(it.error("1 2 3\n2 3 99999999999\n").starts_with("edge-list: FILE:2: weight 99999999999 does not fit int32"));
}

TEST_CASE("a carriage return ends no line by itself") {
  const EdgeList it;
  const std::string wrong = "a carriage return without a line feed; end lines with a line feed (mac2unix does that)";
  CHECK(it.error("1 2 3\r2 3 4\r3 4 5\r") == "edge-list: FILE:1: " + wrong);
  CHECK(it.error("# c\r1 2\r2 3\r") == "edge-list: FILE:1: " + wrong);
  CHECK(it.error("1 2\n2 3\r3 4\n") == "edge-list: FILE:2: " + wrong);
  CHECK(it.error("1 2\n# c\r3 4\n") == "edge-list: FILE:2: " + wrong);
  CHECK(it.error("a,b\r1,2\r2,3\r") == "edge-list: FILE:1: " + wrong);
  CHECK(EdgeList("lines = 'neighbours'").error("1 2\n2 3\r3 4\n") == "edge-list: FILE:2: " + wrong);
  // between fields that are skipped, in lines that the fast path reads
  std::string many;
  for (int i = 0; i < 100; ++i) many += "1 2 3 x\n";
  CHECK(EdgeList("weight = 3").error(many + "1 2 3 x\r2 3 4 y\n" + many) == "edge-list: FILE:101: " + wrong);
  CHECK(EdgeList("weight = 3").arcs("1 2 3 x\r\n2 3 4 y\r\n" + many.substr(0, 8)) == "1>2:3 1>2:3 2>3:4");
  CHECK(it.arcs("1 2 3\r\n2 3 4\r") == "1>2:3 2>3:4");
}

TEST_CASE("a byte order mark, and commas in numbers") {
  CHECK(EdgeList().arcs("\xef\xbb\xbfsource,target\n1,2\n") == "1>2:1");
  CHECK(EdgeList().arcs("\xef\xbb\xbf"
                        "1 2\n2 3\n") == "1>2:1 2>3:1");
  CHECK(EdgeList().error("1;2;3,5\n") ==
        "edge-list: FILE:1: weight '3,5' is not a finite number; use a point as the decimal separator");
}

TEST_CASE("options that do not fit the file") {
  CHECK(EdgeList("weight = 2").error("1 2 3\n") ==
        "edge-list: FILE:1: the weights cannot be in column 2, which is the target");
  CHECK(EdgeList("weight = 'from'").error("from,to\n1,2\n").find("cannot be in column 1") != std::string::npos);
  CHECK(EdgeList("ids_from = 0").error("a b\n") ==
        "edge-list: FILE: ids_from is for ids that are numbers, but these are names");
  CHECK(EdgeList("ids = 'names'").error("5\n2\na b 1\nb c 1\n") ==
        "edge-list: FILE: line 1 says 5 vertices, but 3 names occur");
}

TEST_CASE("no arcs") {
  const EdgeList it;
  CHECK(it.text("# nothing\n").graph->info().vertices == 0);
  CHECK(it.text("7\n0\n").graph->info().vertices == 7);
}

TEST_CASE("threads change neither the graph nor what is said") {
  std::string text;
  std::uint32_t state = 1;
  const auto next = [&] { return (state = state * 1664525U + 1013904223U) >> 8; };
  for (int i = 0; i < 200'000; ++i) text += fmt::format("{} {} {}\n", 3 * (next() % 5000), next() % 700, next() % 100);
  EdgeList one, two;
  two.threads = 2;
  const LoadedGraph loaded = one.text(text);
  CHECK(loaded.digest == two.text(text).digest);
  CHECK(loaded.ids.describe(10) == two.text(text).ids.describe(10));
  std::string wrong = text;
  for (const std::size_t at : {wrong.size() / 2, wrong.size() / 3, wrong.size() - 10}) {
    wrong[at] = 'x';
    CHECK(one.error(wrong) != "no error");
    CHECK(one.error(wrong) == two.error(wrong));
  }
  CHECK(one.error(wrong).find(fmt::format(
            "FILE:{}:", std::ranges::count(std::string_view(wrong).substr(0, wrong.size() / 3), '\n') + 1)) !=
        std::string::npos);
}

TEST_CASE("what is recognised") {
  const EdgeList it;
  const auto confidence = [&](std::string_view head) { return it.sniff(head).confidence; };
  CHECK(confidence("# Directed graph\n# FromNodeId\tToNodeId\n0\t1\n") == 90);
  CHECK(confidence("% asym posweighted\n% 2 3 3\n1 2 0.5\n") == 90);
  CHECK(confidence("1 2\n2 3\n") == 50);
  CHECK(confidence("1 2 0.5\n2 3 -1e3\n") == 50);
  CHECK(confidence("1,2,3,4\n") == 50);
  CHECK(confidence("source,target,weight\n1,2,3\n") == 70);
  CHECK(confidence("8\n15\n4 5 0.35\n") == 60);
  CHECK(confidence("10 3\n1 2 5\n") == 80);
  CHECK(confidence("10 3\n1,2,5\n") == 80);
  CHECK(confidence("5 10\n2 3 4 5\n1 3 4 5\n1 2 4 5\n1 2 3 5\n1 2 3 4\n") == 0);  // METIS
  CHECK(confidence("6 9\n4 5 6\n4 5 6\n4 5 6\n1 2 3\n1 2 3\n1 2 3\n") == 60);     // METIS says 70
  CHECK(confidence("Rome\tParis\t5\nParis\tOslo\t6\n") == 30);
  for (const std::string_view other :
       {"", "p sp 3 3\na 1 2 3\n", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n", "c x\np tw 2 1\n",
        "AdjacencyGraph\n3\n2\n0\n1\n2\n1\n2\n", "<NUMBER OF ZONES> 24\n", "3 2\n2\n1 3\n2\n", "hello world\nthis is\n",
        "{\"a\": 1}\n", "1 2 3\n2 3 4 5\n3 1\n", "7\n"})
    CHECK_MESSAGE(confidence(other) == 0, other);
  CHECK(confidence(std::string_view("1 2\n\0\1", 6)) == 0);
}

}  // namespace
}  // namespace wayfront::host
