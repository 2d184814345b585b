// Files that are named, and what to do with them.
#include "load/graph_store.hpp"
#include "conformance/reference.hpp"
#include "graph/graph_inspection.hpp"
#include "little_graph.hpp"
#include "load/asked_graph.hpp"
#include "load/beside/beside.hpp"
#include "load/loaded_graph.hpp"
#include "load/loader_choice.hpp"
#include "run/host_context.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace graph_store_test {

namespace fs = std::filesystem;

const PluginRegistry& registry() {
  static const PluginRegistry plugins = registry_of({WAYFRONT_DIMACS, WAYFRONT_FAULTY_LOADER});
  return plugins;
}

std::string refusal(const GraphRequest& request, ExitCode code, RunContext& context) {
  return refusal_by(code, [&] { load_graph(request, registry(), context); });
}

std::string refusal(const GraphRequest& request, ExitCode code = ExitCode::input) {
  HostContext context(1);
  return refusal(request, code, context);
}

TEST_CASE("a loaded graph says where it came from") {
  const Scratch scratch;
  HostContext context(2);
  GraphRequest request;
  request.path = scratch.write("triangle.gr", triangle);
  const LoadedGraph loaded = load_graph(request, registry(), context);
  CHECK(loaded.name == "triangle.gr");
  CHECK(loaded.loader == "dimacs");
  CHECK(contains(loaded.loader_reason, "p sp"));
  CHECK(loaded.compression == "");
  CHECK(loaded.ids.first() == 1);
  CHECK(loaded.directed);
  CHECK(loaded.weighted);
  CHECK(loaded.weight_rule == "");
  CHECK(loaded.bytes == triangle.size());
  CHECK(loaded.seconds > 0);
  CHECK(loaded.digest == graph_digest(*loaded.graph));
  CHECK(loaded.graph->info().offsets == OffsetKind::offsets32);
  CHECK(loaded.graph->info().min_weight == -5);

  request.loader = "dimacs";
  CHECK(load_graph(request, registry(), context).loader_reason == "forced");
}

TEST_CASE("which loader: by content, or a sentence that lists what was tried") {
  const Scratch scratch;
  GraphRequest request;
  request.path = scratch.write("x.txt", "hello, \x01 world\n");
  CHECK(contains(refusal(request),
                 "x.txt: no loader recognises it; it starts with \"hello, . world\"; tried dimacs (neither a comment, "
                 "a header nor an arc), faulty; if it is one of these formats, name the loader: loader = \"NAME\", on "
                 "the command line --loader NAME"));
  request.path = scratch.write("both.gr", "c both\np sp 1 0\n");
  CHECK(contains(refusal(request),
                 "more than one loader recognises it: dimacs (header line 'p sp': DIMACS 9 shortest paths), "
                 "faulty (the word 'both')"));
  request.loader = "dimacs";
  CHECK(refusal(request) == "");
  request.loader = "dimac";
  CHECK(contains(refusal(request, ExitCode::plugin), "did you mean 'dimacs'?"));

  request = {};
  CHECK(contains(refusal(request, ExitCode::usage), "give path"));
  request.loader = "dimacs";
  CHECK(contains(refusal(request, ExitCode::usage), "loader 'dimacs' reads a file; give its path"));
  request.path = scratch.path() / "missing.gr";
  CHECK(refusal(request) != "");

  const PluginRegistry nothing;
  HostContext context(1);
  request = {};
  request.path = scratch.path() / "both.gr";
  CHECK_THROWS_WITH(load_graph(request, nothing, context), doctest::Contains("no loader plugin that reads files"));
}

TEST_CASE("a graph without weights needs a rule, and the error says how to write one") {
  const Scratch scratch;
  GraphRequest request;
  request.path = scratch.write("x.gr", "p tw 3 2\n1 2\n2 3\n");
  CHECK(contains(
      refusal(request),
      "missing_weights = \"unit\", { constant = 5 }, { uniform = [1, 100], seed = 1 }, \"hash1000\", \"gap\" or "));
  request.missing_weights.kind = WeightRule::Kind::uniform;
  HostContext context(1);
  const LoadedGraph loaded = load_graph(request, registry(), context);
  CHECK(loaded.weight_rule == "uniform 1..100, seed 1");
  CHECK_FALSE(loaded.directed);
  CHECK(loaded.graph->info().edges == 4);
  visit(loaded.graph->csr(), [](const auto& view) {
    CHECK(view.weights[0] == view.weights[1]);  // 1-2 and 2-1
    CHECK(view.weights[2] == view.weights[3]);  // 2-3 and 3-2
  });
  request.path = scratch.write("weighted.gr", triangle);
  CHECK(load_graph(request, registry(), context).weight_rule == "");
  request.missing_weights.min = 7;
  request.missing_weights.max = 3;
  CHECK(refusal(request, ExitCode::usage) != "");
}

TEST_CASE("a loader that breaks its contract is named, and nothing goes astray") {
  const Scratch scratch;
  const auto load = [&](std::string_view way, ExitCode code = ExitCode::plugin,
                        WeightKind weights = WeightKind::int32) {
    GraphRequest request;
    request.path = scratch.write("x", "faulty " + std::string(way) + "\n");
    request.weights = weights;
    return refusal(request, code);
  };
  const auto faulty = [&](std::string_view way, std::string_view what, ExitCode code = ExitCode::plugin) {
    CAPTURE(way);
    const std::string message = load(way, code);
    CAPTURE(message);
    CHECK(contains(message, what));
    CHECK(contains(message, (scratch.path() / "x").string()));
  };
  CHECK(load("nothing") == "");
  faulty("no begin", "it never called begin");
  faulty("few", "it announced 2 arcs but gave 1");
  faulty("many", "more arcs than the header says, 2", ExitCode::input);
  faulty("vertex", "it gave an arc at vertex 3 of 3");
  faulty("unreached", "it gave an arc of weight 2147483647");
  faulty("same numbers", "loader 'faulty' is faulty: reading");
  faulty("same numbers", "it gave the id 7 to two vertices");
  faulty("same names", "it gave the name 'Ulm' to two vertices");
  faulty("no name", "it gave vertex 1 an empty name");
  faulty("last id", "it gave first_id 18446744073709551614, and later ids do not fit 64 bits");
  faulty("kind", "not the weight type of the request");
  faulty("early", "arcs was called before begin");
  faulty("twice", "begin was called twice");
  faulty("throws", "loader 'faulty' failed on");
  faulty("memory", "not enough memory to load it", ExitCode::input);
  faulty("unsupported", "complex weights", ExitCode::input);
  faulty("huge", "4294967280 vertices and 1152921504606846976 arcs need", ExitCode::input);
  faulty("vertices", "4294967295 vertices, but ids have 32 bits: at most 4294967294", ExitCode::input);
  faulty("cancel", "loading was interrupted", ExitCode::interrupted);
  CHECK(load("fine", ExitCode::plugin, WeightKind::float32) == "");
  CHECK(contains(load("nan", ExitCode::plugin, WeightKind::float32), "it gave an arc of weight nan"));
}

TEST_CASE("a load can be cancelled, before it and while it runs") {
  const Scratch scratch;
  HostContext context(1);
  GraphRequest request;
  request.path = scratch.write("x.gr", triangle);
  context.cancel();
  CHECK(contains(refusal(request, ExitCode::interrupted, context), "x.gr: loading was interrupted"));
  request.path = scratch.write("y", "faulty waits\n");
  context.start(0.05, false);
  CHECK(refusal(request, ExitCode::interrupted, context) != "");
}

TEST_CASE("the digest tells graphs apart, but not offset kinds") {
  const auto digest = [](std::vector<Arc<std::int32_t>> arcs, Vertex vertices = 3,
                         OffsetKind offsets = OffsetKind::offsets32) {
    return graph_digest(*make_graph<std::int32_t>(vertices, arcs, offsets));
  };
  const std::string base = digest({{0, 1, 5}, {1, 2, 7}});
  CHECK(base.size() == 32);
  CHECK(digest({{0, 1, 5}, {1, 2, 7}}, 3, OffsetKind::offsets64) == base);
  CHECK(digest({{1, 2, 7}, {0, 1, 5}}) == base);
  CHECK(digest({{0, 1, 5}, {1, 2, 8}}) != base);
  CHECK(digest({{0, 1, 5}, {1, 1, 7}}) != base);
  CHECK(digest({{0, 1, 5}, {0, 2, 7}}) != base);
  CHECK(digest({{0, 1, 5}, {1, 2, 7}}, 4) != base);
  const std::vector<Arc<float>> floats = {{0, 1, 0}};
  CHECK(graph_digest(*make_graph<float>(3, floats)) != digest({{0, 1, 0}}));

  std::vector<Arc<std::int32_t>> path;
  for (Vertex v = 0; v < 20'000; ++v) path.push_back({v, v + 1, 1});
  CHECK(digest(path, 20'001) == digest(path, 20'001, OffsetKind::offsets64));
}

using Arcs = std::vector<std::tuple<Vertex, Vertex, double>>;

/// Sorted.
Arcs arcs_of(const Graph& graph) {
  Arcs arcs;
  visit(graph.csr(), [&](const auto& csr) {
    for (Vertex u = 0; u < csr.vertices; ++u)
      for (auto e = csr.begin(u); e < csr.end(u); ++e)
        arcs.emplace_back(u, csr.targets[e], static_cast<double>(csr.weights[e]));
  });
  std::ranges::sort(arcs);
  return arcs;
}

template <WeightType W>
std::vector<W> distances(const LoadedGraph& loaded, Vertex source) {
  return conformance::solve_plainly<W>(*loaded.graph, source).distances;
}

template <WeightType W>
LoadedGraph random_graph(std::mt19937_64& random, Vertex vertices) {
  std::vector<Arc<W>> arcs;
  for (std::size_t i = random() % (3 * vertices); i > 0; --i)
    arcs.push_back({static_cast<Vertex>(random() % vertices), static_cast<Vertex>(random() % vertices),
                    static_cast<W>(random() % 9)});
  return loaded_graph<W>(vertices, arcs);
}

TEST_CASE_TEMPLATE("from the virtual source each vertex is as far as from the nearest of the sources", W, std::int32_t,
                   float) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 100; ++round) {
    const auto vertices = static_cast<Vertex>(1 + random() % 12);
    const LoadedGraph loaded = random_graph<W>(random, vertices);
    std::vector<Vertex> sources;
    for (Vertex v = 0; v < vertices; ++v)
      if (sources.empty() || random() % 3 == 0) sources.push_back(v);
    const LoadedGraph asked = graph_with_virtual_source(loaded, sources, context());
    REQUIRE(asked.graph->info().vertices == vertices + 1);
    CHECK(asked.graph->info().edges == loaded.graph->info().edges + sources.size());
    const std::vector<W> found = distances<W>(asked, vertices);
    for (Vertex v = 0; v < vertices; ++v) {
      W nearest = unreached<W>;
      for (const Vertex source : sources) nearest = std::min(nearest, distances<W>(loaded, source)[v]);
      CHECK(found[v] == nearest);
    }
  }
}

TEST_CASE("the other vertices keep their ids, and the virtual one has a phrase that no id finds") {
  const LoadedGraph asked = graph_with_virtual_source(little(), std::vector<Vertex>{0, 3}, context());
  CHECK(asked.graph->info().vertices == 6);
  CHECK(asked.ids.text(4) == "5");
  CHECK(asked.ids.text(5) == "the nearest of 2 sources");
  CHECK_FALSE(asked.ids.find(6, 5).has_value());
  CHECK(asked.directed);
  CHECK(contains(asked.steps.back(), "virtual source"));
  CHECK(asked.cache_key.empty());
  CHECK(asked.digest != little().digest);
}

TEST_CASE("the reversed graph has every arc turned around, and twice reversed it is the same") {
  const LoadedGraph loaded = little();
  const LoadedGraph reversed = reversed_graph(loaded, context());
  Arcs expected;
  for (const auto& [u, v, w] : arcs_of(*loaded.graph)) expected.emplace_back(v, u, w);
  std::ranges::sort(expected);
  // An undirected graph has each arc in both directions already, as its steps say.
  LoadedGraph directed = loaded;
  directed.directed = true;
  CHECK(arcs_of(*reversed_graph(directed, context()).graph) == expected);
  CHECK(arcs_of(*reversed_graph(reversed_graph(directed, context()), context()).graph) == arcs_of(*loaded.graph));
  CHECK(reversed.ids.text(0) == "1");
  CHECK(reversed.steps.size() == loaded.steps.size() + 1);
}

TEST_CASE("distances on the reversed graph are those to the source") {
  std::mt19937_64 random(4);
  for (int round = 0; round < 50; ++round) {
    const auto vertices = static_cast<Vertex>(1 + random() % 10);
    LoadedGraph loaded = random_graph<std::int32_t>(random, vertices);
    loaded.directed = true;
    const auto to = distances<std::int32_t>(reversed_graph(loaded, context()), 0);
    for (Vertex v = 0; v < vertices; ++v) CHECK(to[v] == distances<std::int32_t>(loaded, v)[0]);
  }
}

using namespace std::string_literals;

void is(const std::string& head, std::string_view what, std::string_view advice) {
  const std::string_view said = unreadable_format(head);
  CAPTURE(head);
  CHECK_MESSAGE(said.starts_with(what), said);
  CHECK_MESSAGE(contains(said, advice), said);
}

TEST_CASE("by magic numbers") {
  is("PK\x03\x04\x14\0\0\0"s, "a zip archive", "unpack it");
  is("PAR1\x15\x04", "a Parquet file", "pandas.read_parquet");
  is("ARROW1\0\0"s, "an Arrow file", "pandas.read_feather");
  is("\x89HDF\r\n\x1a\n", "an HDF5 file", "source,target,weight");
  is("SQLite format 3\0"s, "an SQLite database", "source,target,weight");
  is("SQLite format 3\0"s + std::string(52, 'x') + "GPKG", "a GeoPackage", "source,target,weight");
  is("MATLAB 5.0 MAT-file, Platform: GLNXA64", "a MATLAB file", "scipy.sparse.save_npz");
  is("\0\0\0\x0d\x0a\x09OSMHeader\x18"s, "an OpenStreetMap file", "source,target,weight");
  is("\0\0\x27\x0a\0\0\0\0"s, "a shapefile", "source,target,weight");
  is(std::string(257, 'x') + "ustar\0"s, "a tar archive", "unpack it");
  is("\x80\x04\x95\x10\0\0\0"s, "a Python pickle, which is not read because it is a program", "save_npz");
  is("\xff\xfe"
     "1\0 \0"s,
     "text in UTF-16", "iconv");
  is(std::string(16, '\0'), "only zero bytes", "damaged");
}

TEST_CASE("by words, whatever their case and what is before them") {
  is("<?xml version=\"1.0\"?>\n<!-- by hand -->\n<graphml xmlns=\"x\">", "a GraphML file", "read_graphml");
  is("<graphml>", "a GraphML file", "read_graphml");
  is("<?XML version='1.0'?><gexf>", "a GEXF file", "read_gexf");
  is("<?xml version='1.0'?>\n<osm version=\"0.6\">", "an OpenStreetMap file", "source,target,weight");
  is("<osmChange version=\"0.6\">", "changes of OpenStreetMap", "osmium apply-changes");
  is("<?xml version='1.0'?>\n<svg>", "an XML file of another kind", "source,target,weight");
  is("<!DOCTYPE html><html>", "a web page", "downloaded");
  is("strict digraph g {", "a DOT file", "read_dot");
  is("digraph{a->b}", "a DOT file", "read_dot");
  is("{\"nodes\": []", "a JSON file", "source,target,weight");
}

TEST_CASE("what has no name") {
  for (const char* text : {"", "1 2 3\n", "p sp 3 2\n", "PK", "graph", "source,target\n", "\x80"})
    CHECK(unreadable_format(text).empty());
}

std::vector<VertexId> read(std::string_view text) {
  const Scratch scratch;
  const std::filesystem::path file = scratch.path() / "ids.txt";
  std::ofstream(file, std::ios::binary) << text;
  return read_vertex_list(file);
}

using Ids = std::vector<VertexId>;

TEST_CASE("one id per line, in their order; blanks, empty lines and comments do not count") {
  CHECK(read("3\n1\n2\n") == Ids{3, 1, 2});
  CHECK(read("# two\n\n  7\t\n   # in the middle\n5") == Ids{7, 5});
  CHECK(read("3\r\n1\r\n\r\n") == Ids{3, 1});
  CHECK(read("# nothing\n").empty());
  CHECK(read("18446744073709551615\n") == Ids{18446744073709551615U});
}

TEST_CASE("what is not a number is a name, even with blanks in it") {
  CHECK(read("Rome\nSan Marino\n") == Ids{std::string_view("Rome"), std::string_view("San Marino")});
  CHECK(read("-1\n1.5\n18446744073709551616\n") ==
        Ids{std::string_view("-1"), std::string_view("1.5"), std::string_view("18446744073709551616")});
}

TEST_CASE("an id may be listed again, and long files come in pieces") {
  CHECK(read("4\n5\n4\n") == Ids{4, 5, 4});
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += std::to_string(i) + '\n';
  CHECK(read(text).size() == 300'000);
}

TEST_CASE("a missing file is an input error that names it") {
  CHECK(contains(refusal_by(ExitCode::input, [&] { read_vertex_list("/nowhere/ids.txt"); }), "/nowhere/ids.txt"));
}

}  // namespace graph_store_test
}  // namespace wayfront::host
