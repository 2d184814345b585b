// Every format that can be written: what was written is read as the same graph.
#include "graph/places/vertex_points.hpp"
#include "load/graph_file.hpp"
#include "load_and_save.hpp"

namespace wayfront::host {
namespace round_trip_test {

struct Format {
  const char* name;
  const char* file;
  const char* options = "";
  bool only_int32 = false;
  bool first_id = false;  // whether ids from 7 on are kept
};

constexpr Format formats[] = {
    {"dimacs", "x.gr"},
    {"matrix-market", "x.mtx"},
    {"galois", "x.gr", "version = 1"},
    {"galois", "x.gr", "version = 2"},
    {"gapbs", "x.wsg", "", true},
    {"npz", "x.npz"},
    {"edge-list", "x.wel", "", false, true},
    {"edge-list", "x.csv", "", false, true},
    {"edge-list", "x.tsv", "", false, true},
    {"edge-list", "x", "", false, true},
    {"gml", "x.gml", "", false, true},
    {"pajek", "x.net", "", false, true},
    {"graphml", "x.graphml", "", false, true},
    {"node-link", "x.json", "", false, true},
    {"node-link", "x.json", "list = 'links'", false, true},
};
/// Those in which vertices have texts.
const std::set<std::string_view> attributed = {"gml", "pajek", "graphml", "node-link"};

/// Those of these names, or all, without those whose libraries are missing.
std::vector<Format> formats_of(const std::set<std::string_view>& names = {}) {
  std::vector<Format> found;
  for (const Format& format : formats)
    if ((names.empty() || names.contains(format.name)) && loaders().look_up(PluginKind::loader, format.name) != nullptr)
      found.push_back(format);
  return found;
}

template <class W>
Loading reading(const Format& format) {
  Loading how;
  how.weights = weight_kind<W>;
  // Everything else is found by content, also without a hint by the name.
  if (std::string_view(format.name) == "galois" && std::is_floating_point_v<W>)
    how.loader = "galois", how.options = "edge_data = 'float'";
  return how;
}

void check_binary(const LoadedGraph& graph, WeightKind weights) {
  const Scratch scratch;
  write_graph_file(scratch.path() / "x.wfg", graph);
  const LoadedGraph again = load(scratch.path() / "x.wfg", {.weights = weights});
  CHECK(again.digest == graph.digest);
  CHECK(again.weighted);
  CHECK(again.ids.first() == graph.ids.first());
}

template <class W>
void check_round_trip(const LoadedGraph& graph) {
  check_binary(graph, weight_kind<W>);
  for (const Format& format : formats_of()) {
    if (format.only_int32 && weight_kind<W> != WeightKind::int32) continue;
    CAPTURE(format.name);
    CAPTURE(format.file);
    CAPTURE(format.options);
    const LoadedGraph again = written_and_read(graph, format.file, format.name, format.options, {}, reading<W>(format));
    CHECK(again.loader == format.name);
    CHECK(again.digest == graph.digest);
    CHECK(again.weighted);
    if (format.first_id && graph.graph->info().vertices != 0) {
      CHECK(again.ids.kind() == VertexIds::Kind::range);
      CHECK(again.ids.first() == graph.ids.first());
    }
  }
}

/// Loops, parallel arcs, vertices without arcs, weights of every size and sign, zeros among them.
template <class W>
LoadedGraph random_graph(std::mt19937& random) {
  const auto vertices = static_cast<Vertex>(1 + random() % (random() % 4 == 0 ? 3000 : 12));
  const std::size_t count = random() % (4 * vertices);
  std::vector<Arc<W>> arcs;
  for (std::size_t i = 0; i < count; ++i) {
    Arc<W> arc{static_cast<Vertex>(random() % vertices), static_cast<Vertex>(random() % vertices), W{}};
    if (random() % 8 == 0) arc.target = arc.source;
    if (random() % 8 == 0 && !arcs.empty()) arc.source = arcs.back().source, arc.target = arcs.back().target;
    using Bits = std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t>;
    constexpr unsigned digits = 8 * sizeof(W) - 1;
    const Bits max = (Bits{1} << digits) - 1;
    const Bits bits = static_cast<Bits>(std::uint64_t{random()} << 32 | random()) & max;
    const Bits size = std::min<Bits>(bits >> (random() % digits), max - 1);
    if constexpr (std::is_floating_point_v<W>)
      arc.weight = static_cast<W>(size) / static_cast<W>(Bits{1} << (random() % digits)) + W{0};
    else
      arc.weight = static_cast<W>(size);
    if (random() % 3 == 0 && arc.weight != 0) arc.weight = -arc.weight;
    if (random() % 8 == 0) arc.weight = 0;
    arcs.push_back(arc);
  }
  return graph_of<W>(vertices, arcs, random() % 2 == 0 ? 0 : 1 + random() % 7);
}

TEST_CASE_TEMPLATE("random graphs", W, std::int32_t, float, std::int64_t, double) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    check_round_trip<W>(random_graph<W>(random));
  }
}

TEST_CASE("the extremes of the weight types") {
  check_round_trip<std::int64_t>(graph_of<std::int64_t>(
      2, {{0, 1, 9223372036854775806}, {1, 0, -9223372036854775806}, {0, 0, 9007199254740993}, {1, 1, 0}}));
  check_round_trip<double>(graph_of<double>(2, {{0, 1, 1.7976931348623157e308},
                                                {1, 0, -1.7976931348623157e308},
                                                {0, 1, 5e-324},
                                                {1, 1, 0.1},
                                                {0, 0, 0.30000000000000004},
                                                {1, 1, 9007199254740993.0}}));
  check_round_trip<std::int32_t>(graph_of<std::int32_t>(2, {{0, 1, 2147483646}, {1, 0, -2147483646}, {0, 0, 0}}));
  check_round_trip<float>(graph_of<float>(
      2, {{0, 1, 3.4028235e38F}, {1, 0, -3.4028235e38F}, {0, 1, 1e-45F}, {1, 1, 0.1F}, {0, 0, 16777216}}));
}

TEST_CASE("one vertex, no arcs, no vertices") {
  check_round_trip<std::int32_t>(graph_of<std::int32_t>(1, {}));
  check_round_trip<std::int32_t>(graph_of<std::int32_t>(1, {{0, 0, 5}}));
  check_round_trip<std::int32_t>(graph_of<std::int32_t>(5, {}, 3));
  check_round_trip<float>(graph_of<float>(1, {}));
  check_round_trip<std::int32_t>(graph_of<std::int32_t>(0, {}));
}

TEST_CASE("arcs that look like the counts of an edge list") {
  for (const std::uint64_t first : {0U, 1U}) {
    check_round_trip<std::int32_t>(graph_of<std::int32_t>(3, {{1, 1, 2}, {0, 0, 1}, {2, 2, 2}}, first));
    check_round_trip<std::int32_t>(graph_of<std::int32_t>(2, {{0, 0, 1}, {1, 1, 2}}, first));
  }
}

TEST_CASE("graphs without weights") {
  const LoadedGraph graph = graph_of<std::int32_t>(4, {{0, 1, 1}, {0, 3, 1}, {3, 2, 1}, {3, 3, 1}}, 1);
  const LoadedGraph doubtful = graph_of<std::int32_t>(6, {{5, 2, 1}, {3, 4, 1}, {1, 0, 1}});
  const std::vector<std::pair<const char*, const char*>> unweighted = {
      {"matrix-market", "x.mtx"}, {"galois", "x.gr"},    {"gapbs", "x.sg"},
      {"npz", "x.npz"},           {"edge-list", "x.el"}, {"edge-list", "x.csv"}};
  for (const LoadedGraph* it : {&graph, &doubtful})
    for (const auto& [format, file] : unweighted) {
      CAPTURE(format);
      const LoadedGraph again = written_and_read(*it, file, format, "", {.weighted = false});
      CHECK(again.loader == format);
      CHECK(again.digest == it->digest);
      CHECK_FALSE(again.weighted);
    }
}

TEST_CASE("compressed by the ending of the name") {
  std::mt19937 random(1);
  std::vector<Arc<std::int32_t>> arcs;
  for (int i = 0; i < 200'000; ++i)
    arcs.push_back({static_cast<Vertex>(random() % 1000), static_cast<Vertex>(random() % 1000), 7});
  const LoadedGraph graph = graph_of<std::int32_t>(1000, arcs, 1);
  for (const auto& [ending, name] : std::vector<std::pair<std::string, std::string>>{
           {".gz", "gzip"}, {".bz2", "bzip2"}, {".xz", "xz"}, {".zst", "zstd"}, {"", ""}}) {
    CAPTURE(ending);
    const LoadedGraph again = written_and_read(graph, "x.gr" + ending, "dimacs");
    CHECK(again.compression == name);
    CHECK(again.digest == graph.digest);
  }
}

TEST_CASE("an undirected graph stays one where the format has such graphs") {
  const LoadedGraph graph = load_text("4 3 1\n2 5 3 1\n1 5 3 2\n1 1 2 2\n\n");
  REQUIRE_FALSE(graph.directed);
  const auto check = [](const LoadedGraph& it, const char* file, const char* format, bool directed) {
    const LoadedGraph again = written_and_read(it, file, format);
    CHECK(again.directed == directed);
    CHECK(again.digest == it.digest);
  };
  check(graph, "x.wsg", "gapbs", false);
  check(graph, "x.gr", "dimacs", true);
  // as directed as its arcs, whatever the file said
  LoadedGraph one_way = graph_of<std::int32_t>(2, {{0, 1, 5}, {1, 0, 6}});
  one_way.directed = false;
  check(one_way, "y.wsg", "gapbs", true);
}

TEST_CASE("ids with gaps and names") {
  const LoadedGraph sparse = load_text("5 900 3\n5 70000000000 4\n900 5 1\n");
  REQUIRE(sparse.ids.kind() == VertexIds::Kind::numbers);
  const LoadedGraph named = load_text("source,target,weight\na,\"b, c\",3\na,d e,4\n\"b, c\",a,1\n");
  REQUIRE(named.ids.kind() == VertexIds::Kind::names);
  for (const LoadedGraph* graph : {&sparse, &named}) {
    for (const char* file : {"x.csv", "x.wel"}) {
      const LoadedGraph again = written_and_read(*graph, file, "edge-list");
      CHECK(again.digest == graph->digest);
      for (Vertex v = 0; v < 3; ++v) CHECK(again.ids[v] == graph->ids[v]);
    }
    for (const char* format : {"dimacs", "matrix-market", "galois", "gapbs", "npz"}) {
      CHECK(contains(refusal_of(*graph, "x", format), "numbers its vertices without gaps"));
      CHECK(written_and_read(*graph, "x", format, "", {.renumber = true}).digest == graph->digest);
    }
  }
}

TEST_CASE("edge lists of any names are recognised, and read as they were") {
  constexpr std::string_view pieces[] = {
      "a",  "B",  "1", "-2.5", "source",    "target",  "weight", "#",    "%",  ",",  ";",  "\t", " ",   "{",
      "}'", "\\", "=", ":",    "*Vertices", "graph [", "<osm>",  "p sp", "0x", "\v", "\f", "[",  "nan", "\u00e9"};
  constexpr Vertex names = 30;
  std::uint32_t state = 1;
  const auto random = [&](std::size_t below) { return ((state = state * 1664525U + 1013904223U) >> 8) % below; };
  std::vector<Arc<std::int32_t>> ring;
  for (Vertex v = 0; v < names; ++v) ring.push_back({v, (v + 1) % names, 1});
  LoadedGraph graph = graph_of<std::int32_t>(names, ring);
  const Scratch scratch;
  for (int i = 0; i < 40; ++i) {
    std::set<std::string> seen;
    std::string text;
    std::vector<std::uint64_t> ends;
    while (ends.size() < names) {
      std::string name;
      for (std::size_t left = 1 + random(4); left > 0; --left) name += pieces[random(std::size(pieces))];
      if (!seen.insert(name).second) continue;
      text += name;
      ends.push_back(text.size());
    }
    graph.ids = VertexIds::of_names(text, ends);
    const auto path = scratch.path() / std::vector{"x.csv", "x.tsv", "x"}[i % 3];
    save(graph, path, "edge-list", "", {.weighted = i % 2 == 0});
    CAPTURE(content_of(path));
    const LoadedGraph again = load(path);
    CHECK(again.loader == "edge-list");
    CHECK(again.digest == graph.digest);
    for (Vertex v = 0; v < names; ++v) CHECK(again.ids[v] == graph.ids[v]);
    std::filesystem::remove(path);
  }
}

TEST_CASE("GraphML, GML, node-link JSON and Pajek keep ids, names, direction, and vertices without arcs") {
  LoadedGraph numbers = graph_of<std::int32_t>(4, {{0, 2, 1}, {2, 0, 5}, {0, 2, 1}, {2, 2, 7}});
  numbers.ids = VertexIds::of_numbers({5, 7, 100, 70000000000});
  LoadedGraph named = numbers;
  const std::string texts = "a b<&>'A\u00e9\u4e2d\U0001F600 7";
  named.ids = VertexIds::of_names(texts, {3, 7, 17, 19});
  LoadedGraph undirected =
      graph_of<std::int32_t>(3, {{0, 1, 5}, {0, 1, 5}, {1, 0, 5}, {1, 0, 5}, {1, 1, 2}, {1, 2, 3}, {2, 1, 3}}, 1);
  undirected.directed = false;
  for (const Format& format : formats_of(attributed)) {
    CAPTURE(format.name);
    for (const LoadedGraph* graph : {&numbers, &named, &undirected}) {
      const LoadedGraph again = written_and_read(*graph, format.file, format.name, format.options);
      CHECK(again.loader == format.name);
      CHECK(again.digest == graph->digest);
      CHECK(again.directed == graph->directed);
      for (Vertex v = 0; v < graph->graph->info().vertices; ++v) CHECK(again.ids[v] == graph->ids[v]);
      CHECK_FALSE(written_and_read(*graph, "bare", format.name, format.options, {.weighted = false}).weighted);
    }
  }
}

TEST_CASE("GraphML, GML, node-link JSON and archives of arrays keep coordinates") {
  const std::set<std::string_view> keepers = {"gml", "graphml", "node-link", "npz"};
  LoadedGraph graph = graph_of<std::int32_t>(4, {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}}, 3);
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  for (const bool geographic : {false, true}) {
    graph.coordinates = {{{8.5, 50}, {-1e-7, 0.1}, {unknown, unknown}, {geographic ? 180 : 1e20, -90}}, geographic};
    for (const Format& format : formats_of()) {
      CAPTURE(format.name);
      const LoadedGraph again = written_and_read(graph, format.file, format.name, format.options);
      CHECK(static_cast<bool>(again.coordinates) == keepers.contains(format.name));
      if (!again.coordinates) continue;
      CHECK(again.coordinates.geographic() == geographic);
      for (Vertex v = 0; v < 4; ++v) {
        CHECK(is_known(again.coordinates[v]) == (v != 2));
        if (v == 2) continue;
        CHECK(again.coordinates[v].x == graph.coordinates[v].x);
        CHECK(again.coordinates[v].y == graph.coordinates[v].y);
      }
    }
  }
}

TEST_CASE("names that a format cannot hold are refused") {
  LoadedGraph graph = graph_of<std::int32_t>(2, {{0, 1, 1}});
  const auto refused = [&](const std::string& name, const char* format) {
    graph.ids = VertexIds::of_names("a" + name, {1, 1 + name.size()});
    return refusal_of(graph, "x", format);
  };
  CHECK(refused("b\"c", "pajek") ==
        "pajek: FILE: the name of vertex 1 (counted from 0) has a quote or a line end, which the format cannot hold; "
        "--renumber gives the vertices numbers");
  for (const Format& format : formats_of(attributed)) {
    CAPTURE(format.name);
    for (const char* bytes : {"\x80", "\xc3", "\xe4\xb8", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"})
      CHECK(contains(refused(bytes, format.name), "has bytes that are not UTF-8"));
    const bool is_xml = std::string_view(format.name) == "graphml";
    CHECK((contains(refused("\x01", format.name), "has a control character")) == is_xml);
    CHECK((contains(refused("\xEF\xBF\xBE", format.name), "has U+FFFE")) == is_xml);
  }
}

TEST_CASE("quotes, line ends and control characters in names") {
  LoadedGraph graph = graph_of<std::int32_t>(2, {{0, 1, 1}});
  const std::string odd = "b\"\\ \t\n\r&amp;&#65;";
  graph.ids = VertexIds::of_names("a" + odd, {1, 1 + odd.size()});
  for (const Format& format : formats_of({"gml", "graphml", "node-link"})) {
    CAPTURE(format.name);
    CHECK(written_and_read(graph, format.file, format.name, format.options).ids.name(1) == odd);
  }
}

TEST_CASE("vertices without arcs among ids with gaps have no place in an edge list") {
  LoadedGraph graph = graph_of<std::int32_t>(3, {{0, 2, 1}});
  graph.ids = VertexIds::of_numbers({5, 7, 100});
  CHECK(refusal_of(graph, "x.wel", "edge-list") ==
        "edge-list: FILE: the vertex 7 has no arcs, so a list of arcs cannot contain it; --renumber gives the "
        "vertices numbers without gaps");
  const Scratch scratch;
  save(graph, scratch.path() / "x.wel", "edge-list", "", {.renumber = true});
  CHECK(content_of(scratch.path() / "x.wel") == "# vertices: 3 from 0\n0 2 1\n");
  CHECK(load(scratch.path() / "x.wel").digest == graph.digest);
}

TEST_CASE("what a file looks like") {
  const LoadedGraph graph = graph_of<std::int32_t>(3, {{0, 1, 7}, {2, 0, -3}}, 1);
  const Scratch scratch;
  const auto written = [&](const char* file, const char* format) {
    save(graph, scratch.path() / file, format);
    return content_of(scratch.path() / file);
  };
  CHECK(written("x.gr", "dimacs") == "p sp 3 2\na 1 2 7\na 3 1 -3\n");
  CHECK(written("x.mtx", "matrix-market") ==
        "%%MatrixMarket matrix coordinate integer general\n3 3 2\n1 2 7\n3 1 -3\n");
  CHECK(written("x.wel", "edge-list") == "1 2 7\n3 1 -3\n");
  CHECK(written("x.tsv", "edge-list") == "1\t2\t7\n3\t1\t-3\n");
  CHECK(written("x.csv", "edge-list") == "source,target,weight\n1,2,7\n3,1,-3\n");
  CHECK(written("x.gml", "gml") ==
        "graph [\n  directed 1\n  node [ id 1 label \"1\" ]\n  node [ id 2 label \"2\" ]\n  node [ id 3 label \"3\" ]\n"
        "  edge [ source 1 target 2 weight 7 ]\n  edge [ source 3 target 1 weight -3 ]\n]\n");
  CHECK(written("x.net", "pajek") == "*Vertices 3\n1 \"1\"\n2 \"2\"\n3 \"3\"\n*Arcs\n1 2 7\n3 1 -3\n");
  CHECK(written("g", "galois").size() == 32 + 3 * 8 + 2 * 4 + 2 * 4);
  save(graph_of<std::int64_t>(3, {{0, 1, 7}, {2, 0, -3}}, 1), scratch.path() / "wide", "galois");
  CHECK(content_of(scratch.path() / "wide").size() == 32 + 3 * 8 + 2 * 4 + 2 * 8);
  CHECK(written("x.wsg", "gapbs").size() == 17 + 2 * (4 * 8 + 2 * 8));
}

TEST_CASE("what a format cannot hold is refused in a sentence, and no file is left") {
  const LoadedGraph floats = graph_of<float>(2, {{0, 1, 0.5F}});
  CHECK(refusal_of(floats, "x.wsg", "gapbs") ==
        "gapbs: FILE: the format supports only int32 weights, but these are float32");
  const LoadedGraph graph = graph_of<std::int32_t>(2, {{0, 1, 5}});
  CHECK(refusal_of(graph, "x.sg.gz", "gapbs") ==
        "gapbs: FILE: an .sg file has no weights, but the graph has; use the suffix .wsg");
  CHECK(contains(refusal_of(graph, "x.wsg", "gapbs", "", {.weighted = false}), "has none; use the suffix .sg"));
  CHECK(refusal_of(graph, "x.el", "edge-list") ==
        "edge-list: FILE: an .el file has no weights, but the graph has; use the suffix .wel");
  CHECK(contains(refusal_of(graph_of<std::int32_t>(3, {{0, 2, 1}}), "x.npy", "npy"), "vertex 1 has no arcs"));
  const LoadedGraph named = load_text("source,target,weight\na,b,3\n");
  CHECK(contains(refusal_of(named, "x.npy", "npy"), "not names"));
  LoadedGraph large = graph_of<double>(2, {{0, 1, 0.5}});
  large.ids = VertexIds::of_numbers({7, (std::uint64_t{1} << 53) + 2});
  CHECK(contains(refusal_of(large, "x.npy", "npy"), "does not hold the id 9007199254740994"));
}

TEST_CASE("compressed, where the size is not known: the name says whether there are weights, or the option") {
  const LoadedGraph graph = graph_of<std::int32_t>(3, {{0, 1, 7}, {0, 2, -8}, {2, 0, 9}});
  const Scratch scratch;
  const auto path = [&](const char* name) { return scratch.path() / name; };
  CHECK(written_and_read(graph, "x.gr.gz", "galois").digest == graph.digest);
  save(graph, path("x.wsg.gz"), "gapbs");
  CHECK(load(path("x.wsg.gz")).digest == graph.digest);
  save(graph, path("x.bin.gz"), "gapbs");
  CHECK_THROWS_WITH_AS(load(path("x.bin.gz")),
                       doctest::Contains("neither its size nor its name says whether it has weights"), UserError);
  CHECK(load(path("x.bin.gz"), {.loader = "gapbs", .options = "weighted = 'yes'"}).digest == graph.digest);
  CHECK_THROWS_WITH_AS(load(path("x.wsg.gz"), {.loader = "gapbs", .options = "weighted = 'no'"}),
                       doctest::Contains("byte 53: edge at vertex 0 to vertex 7, but"), UserError);
}

TEST_CASE("a rule gives both directions of an edge one weight") {
  LoadedGraph edge = graph_of<std::int32_t>(2, {{0, 1, 1}, {1, 0, 1}});
  edge.directed = false;
  const auto arcs = arcs_of<std::int32_t>(written_and_read(edge, "x.sg", "gapbs", "", {.weighted = false},
                                                           {.missing_weights = WeightRule::Kind::hash1000}));
  REQUIRE(arcs.size() == 2);
  CHECK(arcs[0].weight == arcs[1].weight);
  CHECK(arcs[0].weight != 1);
}

// What says so where nothing of it can be written: tests/cli/convert.txt.
TEST_CASE("a file that cannot be written to its end leaves nothing behind") {
  const Scratch scratch;
  {
    WrittenFile file(scratch.path() / "x.gr.gz");
    file.write(std::string(5'000'000, 'x'));
  }  // given up
  CHECK(std::filesystem::is_empty(scratch.path()));
  std::vector<Arc<std::int32_t>> arcs(300'000, {0, 1, 5});
  CHECK_THROWS_WITH_AS(save(graph_of<std::int32_t>(2, arcs), "/dev/full", "dimacs"),
                       doctest::Contains("/dev/full: cannot be written: No space left on device"), UserError);
}

}  // namespace round_trip_test
}  // namespace wayfront::host
