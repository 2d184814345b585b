// Edge lists that are long, made by rules, or read with files beside them. cases/edge-list has the others.
#include "load_and_save.hpp"

namespace wayfront::host {
namespace edge_list_test {

LoadedGraph read(std::string_view text, const std::string& options = "", unsigned threads = 1) {
  return load_text(text, {.loader = "edge-list", .options = options, .threads = threads});
}

std::string error(std::string_view text, unsigned threads = 1) {
  return error_of(text, {.loader = "edge-list", .threads = threads});
}

TEST_CASE("floats that the fast path reads") {
  std::string many;
  for (int i = 0; i < 1000; ++i) many += fmt::format("{} {} {}.{:03}\n", i, i + 1, i, i);
  const auto arcs = arcs_of<float>(load_text(many, {.loader = "edge-list", .weights = WeightKind::float32}));
  REQUIRE(arcs.size() == 1000);
  for (const Arc<float>& arc : arcs) REQUIRE(arc.weight == std::stof(fmt::format("{}.{:03}", arc.source, arc.source)));
}

TEST_CASE("a large id between many others: small parts before, large ones after") {
  std::string text;
  for (int i = 0; i < 40'000; ++i) text += fmt::format("{} {} 1\n", i, i + 1);
  const std::string large = text + "9999999999 3 1\n" + text;
  for (const unsigned threads : {1U, 2U}) {
    const LoadedGraph loaded = read(large, "", threads);
    CHECK(loaded.graph->info().vertices == 40'002);
    CHECK(loaded.graph->info().edges == 80'001);
    CHECK(loaded.ids.find(9'999'999'999U, 40'002) == Vertex{40'001});
    CHECK(loaded.ids.find(40'000, 40'002) == Vertex{40'000});
  }
}

TEST_CASE("threads change neither the graph nor what is said") {
  std::string text;
  std::uint32_t state = 1;
  const auto next = [&] { return (state = state * 1664525U + 1013904223U) >> 8; };
  for (int i = 0; i < 200'000; ++i) text += fmt::format("{} {} {}\n", 3 * (next() % 5000), next() % 700, next() % 100);
  const LoadedGraph loaded = read(text);
  CHECK(loaded.digest == read(text, "", 2).digest);
  CHECK(loaded.ids.describe(10) == read(text, "", 2).ids.describe(10));
  std::string wrong = text;
  for (const std::size_t at : {wrong.size() / 2, wrong.size() / 3, wrong.size() - 10}) {
    wrong[at] = 'x';
    CHECK(error(wrong) != "no error");
    CHECK(error(wrong) == error(wrong, 2));
  }
  CHECK(contains(
      error(wrong),
      fmt::format("FILE:{}:", std::ranges::count(std::string_view(wrong).substr(0, wrong.size() / 3), '\n') + 1)));
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
  const std::string expected = read("10 11 5\n11 12 7\n12 10 1\n2 3 2\n10 12 9\n").digest;
  const std::string expected_names =
      read("n10 n11 5\nn11 n12 7\nn12 n10 1\nn2 n3 2\nn10 n12 9\n", "header = 'none'").digest;
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
            const std::string said = error(text);
            const bool taken = said == "no error";
            if (table.names_are_plain) CHECK_MESSAGE(taken, said);
            if (taken) CHECK(read(text).digest == (named_vertices ? expected_names : expected));
            if (table.names_are_plain) CHECK(sniff("edge-list", text).confidence >= 60);
            if (!taken) CHECK_MESSAGE(contains(said, "--set "), said);
          } while (std::ranges::next_permutation(order).found);
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
    const LoadedGraph loaded = read(text);
    CHECK(loaded.directed);
    CHECK(contains(note(loaded), "edges = \"undirected\""));
    CHECK(note(read(text, "edges = 'directed'")) == "");
    CHECK(note(read(text, "edges = 'undirected'")) == "");
  }
  std::string names = mixed;
  for (std::size_t at = 0; (at = names.find_first_of("123456789", at)) != names.npos;
       at = names.find_first_of(" \n", at))
    names.insert(at, "n");
  CHECK(note(read(names)) != "");
  CHECK(note(read(both)) == "");
  CHECK(note(read("# Directed graph\n" + up)) == "");
  // KONECT's marks are statements: they are followed, and said
  const LoadedGraph konect = read("% sym unweighted\n" + up);
  CHECK_FALSE(konect.directed);
  CHECK(note(konect) == "");
  CHECK(konect.reading[0] == "undirected, as line 1 says (KONECT's sym)");
  CHECK(note(read("% asym unweighted\n" + up)) == "");
}

TEST_CASE("whether edges are undirected is also told of long lists, on any number of threads") {
  std::string once;
  for (int i = 0; i < 300'000; ++i) once += fmt::format("{} {}\n", i % 7 == 0 ? i : i + 5, i % 7 == 0 ? i + 5 : i);
  std::string twice = once;
  for (int i = 0; i < 300'000; i += 3) twice += fmt::format("{} {}\n", i % 7 == 0 ? i + 5 : i, i % 7 == 0 ? i : i + 5);
  for (const unsigned threads : {1U, 2U}) {
    CHECK(read(once, "", threads).notes.size() == 1);
    CHECK(read(twice, "", threads).notes.empty());
  }
}

TEST_CASE("Graphalytics: vertices and directedness beside the edges") {
  const Scratch scratch;
  const auto refused = [&](const char* words) {
    CHECK_THROWS_WITH_AS(load(scratch.path() / "g.e", {.loader = "edge-list"}), doctest::Contains(words), UserError);
  };
  scratch.write("g.v", "2\n5\n9\n11\n");
  scratch.write("g.properties", "# x\ngraph.g.directed = false\ngraph.g.meta.edges = 2\n");
  const auto path = scratch.write("g.e", "2 5 0\n5 9 4\n");
  const LoadedGraph loaded = load(path, {.loader = "edge-list"});
  CHECK_FALSE(loaded.directed);
  CHECK(loaded.graph->info().vertices == 4);
  CHECK(arcs_text(loaded) == "2>5:0 5>2:0 5>9:4 9>5:4");
  CHECK(loaded.ids.find(11, 4) == Vertex{3});
  scratch.write("g.e", "2 5 0\n5 8 4\n");
  refused("g.e: vertex 8 has arcs, but the .v file next to it does not list it");
  scratch.write("g.v", "2\n5\n8\n70000000000\n");
  CHECK(load(path, {.loader = "edge-list"}).ids.describe(4) == "2 .. 70000000000, with gaps");
  scratch.write("g.v", "2\n5\n9\n70000000000\n");
  refused("g.e: vertex 8 has arcs, but the .v file next to it does not list it");
  scratch.write("g.v", "2\n5\n9\n5\n");
  refused("g.v: vertex 5 is listed twice");
  scratch.write("g.v", "2\n5\nx\n");
  refused("g.v:3: vertex 'x': ids are integers from 0");
  scratch.write("g.v", "2\n5\n8\n");
  scratch.write("g.properties", "graph.g.directed = maybe\n");
  refused("g.properties:1: 'maybe' must be true or false");
}

}  // namespace edge_list_test
}  // namespace wayfront::host
