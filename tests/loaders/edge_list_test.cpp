#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "load/loaded_graph.hpp"
#include "loading.hpp"

namespace wayfront::host {
namespace {

struct EdgeList : Loading {
  explicit EdgeList(std::string the_options = "", WeightKind kind = WeightKind::int32) : Loading(WAYFRONT_EDGE_LIST) {
    options = std::move(the_options);
    weights = kind;
  }
};

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
        "edge-list: FILE:2: weight 0.5 is not an integer; weights = \"float32\" reads it, on the command line "
        "--weights float32");
  const EdgeList floats("", WeightKind::float32);
  CHECK(floats.arcs("0 1 2.5\n1 2 -.125\n2 0 1e-3\n") == "0>1:2.5 1>2:-0.125 2>0:0.001");
  // many in a row, so that the fast path reads them
  std::string many;
  for (int i = 0; i < 1000; ++i) many += fmt::format("{} {} {}.{:03}\n", i, i + 1, i, i);
  const LoadedGraph loaded = floats.text(many);
  visit(loaded.graph->csr(), []<class W, class O>(const CsrView<W, O>& view) {
    if constexpr (std::is_same_v<W, float>)
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

TEST_CASE("a line of column names") {
  const EdgeList it;
  CHECK(it.arcs("source,target,weight\n1,2,5\n2,1,6\n") == "1>2:5 2>1:6");
  CHECK(it.arcs("Source;Target;Type;Weight\n1;2;road;5\n2;1;rail;6\n") == "1>2:5 2>1:6");
  CHECK(it.arcs("from\tto\nOslo\tRome\n") == "Oslo>Rome:1");
  CHECK(it.arcs("a,b\n1,2\n") == "1>2:1");
  CHECK(
      it.error("source,target,time\n1,2,5\n") ==
      "edge-list: FILE:1: which column has the weights? there are source, target, time; say loader = "
      "\"edge-list\" and options = { weight = \"NAME\" }, on the command line --loader edge-list --set weight=NAME, or "
      "\"none\"");
  CHECK(EdgeList("weight = 'time'").arcs("source,target,time\n1,2,5\n") == "1>2:5");
  CHECK(EdgeList("weight = 'none'").arcs("source,target,time\n1,2,5\n") == "1>2:1");
  CHECK(EdgeList("weight = 'price'").error("source,target,time\n1,2,5\n") ==
        "edge-list: FILE:1: no column is called 'price'; there are source, target, time");
  CHECK(EdgeList("weight = 'time'").error("1,2,5\n2,3,4\n") ==
        "edge-list: FILE:1: weight = \"time\" names a column, but no line names the columns; give its number");
  CHECK(EdgeList("header = 'none'").arcs("source target\nOslo Rome\n") == "source>target:1 Oslo>Rome:1");
  CHECK(EdgeList("header = 'names'").arcs("x y\nOslo Rome\n") == "Oslo>Rome:1");
}

/// A table with its columns in every order, and what is read from each: the digest, or "" where it is refused.
struct Table {
  std::vector<std::string> header;  // of id, source, target, weight
  bool names_are_plain = true;      // so that no order may be refused
};

std::string in_order(const Table& table, const std::vector<std::size_t>& order, char separator, bool named_vertices) {
  std::string text;
  const auto add_line = [&](const std::vector<std::string>& fields) {
    for (std::size_t i = 0; i < order.size(); ++i) text += (i == 0 ? "" : std::string(1, separator)) + fields[order[i]];
    text += '\n';
  };
  add_line(table.header);
  const std::vector<std::vector<std::string>> rows = {{"0", "10", "11", "5"},
                                                      {"1", "11", "12", "7"},
                                                      {"2", "12", "10", "1"},
                                                      {"3", "2", "3", "2"},
                                                      {"4", "10", "12", "9"}};
  for (std::vector<std::string> row : rows) {
    if (named_vertices) row[1] = "n" + row[1], row[2] = "n" + row[2];
    add_line(row);
  }
  return text;
}

TEST_CASE("every order of a table's columns gives the same graph or an error, never another graph") {
  const std::string expected = EdgeList().text("10 11 5\n11 12 7\n12 10 1\n2 3 2\n10 12 9\n").digest;
  const std::string expected_names =
      EdgeList("header = 'none'").text("n10 n11 5\nn11 n12 7\nn12 n10 1\nn2 n3 2\nn10 n12 9\n").digest;
  const std::vector<Table> tables = {
      {{"id", "source", "target", "weight"}},
      {{"edge_id", "u", "v", "length"}},
      {{"id", "from", "to", "cost"}},
      {{"key", "Src", "DST", "W"}},
      {{"\"id\"", "\"tail\"", "\"head\"", "\"Weight\""}},
      {{"osmid", "FromNodeId", "ToNodeId", "distance"}},
      {{"eid", "start_node", "end_node", "value"}},
      {{"i", "source", "target", "weight"}, false},  // two may be sources
      {{"id", "a", "b", "weight"}, false},
      {{"id", "source", "b", "weight"}, false},
      {{"id", "a", "target", "weight"}, false},
      {{"start", "u", "v", "cost"}, false},
      {{"length", "u", "v", "cost"}, false},
      {{"id", "a", "b", "c"}, false},
  };
  for (const Table& table : tables)
    for (const char separator : {',', ';', '\t', ' '})
      for (const std::size_t columns : {3U, 4U})  // without the id, and with it
        for (const bool named_vertices : {false, true}) {
          std::vector<std::size_t> order = {0, 1, 2, 3};
          if (columns == 3 && !table.names_are_plain) continue;  // without names, the first two are the ends
          if (columns == 3) order.erase(order.begin());
          do {
            const std::string text = in_order(table, order, separator, named_vertices);
            INFO(text);
            const EdgeList it;
            const std::string error = it.error(text);
            const bool read = error == "no error";
            if (table.names_are_plain) CHECK_MESSAGE(read, error);
            if (read) CHECK(it.text(text).digest == (named_vertices ? expected_names : expected));
            if (table.names_are_plain) CHECK(it.sniff(text).confidence >= 60);
            if (!read) CHECK_MESSAGE(error.find("--set ") != std::string::npos, error);
          } while (std::ranges::next_permutation(order).found);
        }
}

TEST_CASE("the four orders of columns that were read as other graphs") {
  const EdgeList it;
  CHECK(it.arcs("weight,source,target\n5,1,2\n6,2,3\n") == "1>2:5 2>3:6");
  CHECK(it.arcs(",src,dst,weight\n0,1,2,5\n1,2,3,6\n") == "1>2:5 2>3:6");
  CHECK(it.arcs("edge_id,u,v,length\n7,1,2,5\n8,2,3,6\n") == "1>2:5 2>3:6");
  CHECK(it.arcs("target,source,weight\n2,1,5\n3,2,6\n") == "1>2:5 2>3:6");
  CHECK(it.arcs("id;from;to;cost\n1;Oslo;Rome;5\n2;Rome;Bonn;6\n") == "Oslo>Rome:5 Rome>Bonn:6");
  CHECK(it.arcs("source target weight\nOslo Rome 5\nRome Bonn 6\n") == "Oslo>Rome:5 Rome>Bonn:6");
  CHECK(it.arcs(",src,dst\n0,1,2\n1,2,3\n") == "1>2:1 2>3:1");
}

TEST_CASE("how a table was understood is said") {
  const auto reading = [](const LoadedGraph& loaded) { return fmt::format("{}", fmt::join(loaded.reading, " | ")); };
  const EdgeList it;
  CHECK(reading(it.text(",src,dst,weight\n0,1,2,5\n1,2,3,6\n")) ==
        "source = column 2 'src', target = column 3 'dst', weight = column 4 'weight'; not used: column 1 without a "
        "name, which counts from 0 as pandas' index does");
  CHECK(reading(it.text("edge_id,u,v,length,time\n7,1,2,5,0\n")) ==
        "source = column 2 'u', target = column 3 'v', weight = column 4 'length'; not used: column 1 'edge_id', "
        "column 5 'time'");
  CHECK(reading(it.text("1 2 3 4 5\n2 3 4 5 6\n")) ==
        "source = column 1, target = column 2, weight = column 3; not used: columns 4 .. 5");
  CHECK(reading(it.text("1 2\n2 3\n")) == "source = column 1, target = column 2, no weights");
  CHECK(reading(it.text("person,friend\nAnn,Bob\n"))
            .ends_with("no header line: line 1 is the arc from 'person' to 'friend'"));
}

TEST_CASE("source and target by name or number") {
  CHECK(EdgeList("source = 2\ntarget = 3\nweight = 1").arcs("5 1 2\n6 2 3\n") == "1>2:5 2>3:6");
  CHECK(EdgeList("source = 2\ntarget = 1").arcs("2 1 5\n3 2 6\n") == "1>2:5 2>3:6");
  CHECK(EdgeList("source = 'a'\ntarget = 'B'").arcs("id,b,a,weight\n7,2,1,5\n") == "1>2:5");
  CHECK(EdgeList("source = 'origin'").arcs("u,v,origin,weight\n7,2,1,5\n") == "1>2:5");
  CHECK(EdgeList("source = 'none'").error("u,v\n1,2\n").find("no column is called 'none'; there are u, v") !=
        std::string::npos);
  CHECK(EdgeList("source = 'a'").error("1 2 3\n").find("names a column, but no line names the columns") !=
        std::string::npos);
  CHECK(EdgeList("source = 3").error("1 2 3\n").find("which column is the target?") != std::string::npos);
  CHECK(EdgeList("source = 1\ntarget = 1").error("1 2 3\n").find("are both column 1") != std::string::npos);
  CHECK(EdgeList("source = 4\ntarget = 1").error("1 2 3\n").find("a line has only 3 columns") != std::string::npos);
  CHECK(EdgeList("source = 2\ntarget = 3").error("5 1 2\n").find("which column has the weights") != std::string::npos);
  CHECK(EdgeList("source = 2").error("1 80,982\n").find("remove both options") != std::string::npos);
}

TEST_CASE("the weight is never an end, and of two candidates none is taken") {
  CHECK(EdgeList("weight = 'u'").error("u,v\n1,2\n").find("the weights cannot be in column 1 'u', which is the") !=
        std::string::npos);
  CHECK(EdgeList("weight = 2").error("weight,source,target\n5,1,2\n").find("column 2 'source'") != std::string::npos);
  CHECK(EdgeList().error("u,v,cost,length\n1,2,3,4\n").find("both column 3 'cost' and column 4 'length'") !=
        std::string::npos);
  CHECK(EdgeList().arcs("u,v,length,weight\n1,2,3,4\n") == "1>2:4");
  CHECK(EdgeList().error("u,v,weight,Weight\n1,2,3,4\n").find("both column 3") != std::string::npos);
}

TEST_CASE("names of columns in a comment are heeded where they contradict") {
  CHECK(EdgeList().arcs("# source target weight\n1 2 5\n") == "1>2:5");
  CHECK(EdgeList().error("# weight source target\n5 1 2\n").find("FILE:2: a comment names the columns") !=
        std::string::npos);
  CHECK(EdgeList().error("# u,v,time,weight\n1,2,3,4\n").find("a comment names the columns") != std::string::npos);
  CHECK(EdgeList().arcs("# from here to there\n1 2 5 0\n") == "1>2:5");
  CHECK(EdgeList("header = 'none'").arcs("# weight source target\n5 1 2\n") == "5>1:2");
  CHECK(EdgeList("source = 2\ntarget = 3\nweight = 1").arcs("# weight source target\n5 1 2\n") == "1>2:5");
}

TEST_CASE("a header line that is too short for its table") {
  CHECK(EdgeList().sniff("src dst weight\n0 1 2 5\n").confidence == 60);
  CHECK(EdgeList()
            .error("src dst weight\n0 1 2 5\n")
            .find("FILE:1: a header line of 3 names, but the line below has 4") != std::string::npos);
}

TEST_CASE("a matrix is not a list of arcs") {
  std::string wide, square;
  for (int row = 0; row < 2; ++row) {
    for (int i = 0; i < 100'000; ++i) wide += i == 0 ? "1" : ",1";
    wide += '\n';
  }
  for (int row = 0; row < 5; ++row) square += "0 1 1 0 1\n";
  CHECK(EdgeList().sniff(wide.substr(0, 4096)).confidence > 0);
  CHECK(EdgeList().error(wide).find("FILE:1: a line of 100000 columns without names looks like a matrix") !=
        std::string::npos);
  CHECK(EdgeList().error(square).find("FILE:1: 5 lines of 5 columns without names look like a matrix") !=
        std::string::npos);
  CHECK(EdgeList("source = 1\ntarget = 2").text(square).graph->info().edges == 5);
  CHECK(EdgeList("source = 1\ntarget = 2").text(wide).graph->info().edges == 2);
  CHECK(EdgeList().text(square + "0 1 1 0 1\n").graph->info().edges == 6);
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

TEST_CASE("NetworkX's dictionaries") {
  for (const std::string_view text : {"0 1 {'weight': 4}\n", "0 1 {}\n", "0 1 {'weight': 4, 'name': 'x'}\n"}) {
    CHECK(EdgeList().sniff(text).confidence == 60);
    CHECK(EdgeList().error(text).find("FILE:1: the attributes of the arc are a dictionary, as NetworkX writes them; "
                                      "write the file with networkx.write_weighted_edgelist") != std::string::npos);
  }
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

TEST_CASE("which column has the weights") {
  CHECK(EdgeList().arcs("6,2,4,1289241912\n6,5,-2,1289241942\n") == "6>2:4 6>5:-2");
  CHECK(EdgeList("weight = 4").arcs("6,2,4,12\n6,5,-2,13\n") == "6>2:12 6>5:13");
  CHECK(EdgeList("weight = 'none'").arcs("6,2,4,12\n6,5,-2,13\n") == "6>2:1 6>5:1");
  CHECK(EdgeList("weight = 5").error("6,2,4,12\n") == "edge-list: FILE:1: weight = 5, but a line has only 4 columns");
  CHECK(EdgeList().error("1 2 3\n1 2 x\n") == "edge-list: FILE:2: weight 'x' is not a finite number");
  CHECK(EdgeList().error("1,2,3\n1,2,\n") == "edge-list: FILE:2: an empty field where the weight is expected");
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
  const EdgeList it;
  CHECK(it.arcs("1\t80,982\t163,-8\n80 1,5\n163\n") == "1>80:982 1>163:-8 80>1:5");
  CHECK(it.sniff("1\t80,982\t163,-8\n80\t1,5\n").confidence == 70);
  CHECK(it.error("1 80,982\n80 1\n") ==
        "edge-list: FILE:2: '1' is not TARGET,WEIGHT, as in the first line of neighbours (line 1)");
  CHECK(it.error("1 80,982\n80 x,1\n") ==
        "edge-list: FILE:2: vertex 'x': ids are integers from 0; ids = \"names\" takes anything");
  CHECK(it.error("1 80,982\n80 1,\n") == "edge-list: FILE:2: weight '' is not a finite number");
  CHECK(neighbours.error("1 2\n-3\n").starts_with("edge-list: FILE:2: vertex '-3': ids are integers"));
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
  CHECK(it.error(many + "1 2 3 x\r2 3 4 y\n" + many) == "edge-list: FILE:101: " + wrong);
  CHECK(it.arcs("1 2 3 x\r\n2 3 4 y\r\n" + many.substr(0, 8)) == "1>2:3 1>2:3 2>3:4");
  CHECK(it.arcs("1 2 3\r\n2 3 4\r") == "1>2:3 2>3:4");
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

TEST_CASE("a byte order mark, and commas in numbers") {
  CHECK(EdgeList().arcs("\xef\xbb\xbfsource,target\n1,2\n") == "1>2:1");
  CHECK(EdgeList().arcs("\xef\xbb\xbf"
                        "1 2\n2 3\n") == "1>2:1 2>3:1");
  CHECK(EdgeList()
            .sniff("\xef\xbb\xbf"
                   "1 2\n2 3\n")
            .confidence == 50);
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
