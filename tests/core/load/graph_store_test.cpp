#include "load/graph_store.hpp"

#include "graph/graph_inspection.hpp"
#include "load/loaded_graph.hpp"
#include "run/host_context.hpp"
#include "triangle.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

const PluginRegistry& registry() {
  static const PluginRegistry plugins = registry_of({WAYFRONT_DIMACS, WAYFRONT_FAULTY_LOADER});
  return plugins;
}

struct Ended {
  ExitCode code = ExitCode::fine;
  std::string message;
};

Ended end_of(const GraphRequest& request, RunContext& context) {
  try {
    load_graph(request, registry(), context);
  } catch (const UserError& error) {
    return {error.code(), error.what()};
  }
  return {};
}

Ended end_of(const GraphRequest& request) {
  HostContext context(1);
  return end_of(request, context);
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
  const Ended none = end_of(request);
  CHECK(none.code == ExitCode::input);
  CHECK(contains(none.message,
                 "x.txt: no loader recognises it; it starts with \"hello, . world\"; tried dimacs (neither a comment, "
                 "a header nor an arc), faulty; if it is one of these formats, name the loader: loader = \"NAME\", on "
                 "the command line --loader NAME"));
  request.path = scratch.write("both.gr", "c both\np sp 1 0\n");
  const Ended both = end_of(request);
  CHECK(both.code == ExitCode::input);
  CHECK(contains(both.message,
                 "more than one loader recognises it: dimacs (header line 'p sp': DIMACS 9 shortest paths), "
                 "faulty (the word 'both')"));
  request.loader = "dimacs";
  CHECK(end_of(request).code == ExitCode::fine);
  request.loader = "dimac";
  CHECK(end_of(request).code == ExitCode::plugin);
  CHECK(contains(end_of(request).message, "did you mean 'dimacs'?"));

  request = {};
  CHECK(end_of(request).code == ExitCode::usage);
  CHECK(contains(end_of(request).message, "give path"));
  request.loader = "dimacs";
  CHECK(end_of(request).code == ExitCode::usage);
  CHECK(contains(end_of(request).message, "loader 'dimacs' reads a file; give its path"));
  request.path = scratch.path() / "missing.gr";
  CHECK(end_of(request).code == ExitCode::input);

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
  const Ended ended = end_of(request);
  CHECK(ended.code == ExitCode::input);
  CHECK(contains(
      ended.message,
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
  CHECK(end_of(request).code == ExitCode::usage);
}

TEST_CASE("a loader that breaks its contract is named, and nothing goes astray") {
  const Scratch scratch;
  const auto load = [&](std::string_view way, WeightKind weights = WeightKind::int32) {
    GraphRequest request;
    request.path = scratch.write("x", "faulty " + std::string(way) + "\n");
    request.weights = weights;
    return end_of(request);
  };
  const auto faulty = [&](std::string_view way, std::string_view what, ExitCode code = ExitCode::plugin) {
    CAPTURE(way);
    const Ended ended = load(way);
    CHECK(ended.code == code);
    CAPTURE(ended.message);
    CHECK(contains(ended.message, what));
    CHECK(contains(ended.message, (scratch.path() / "x").string()));
  };
  CHECK(load("nothing").code == ExitCode::fine);
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
  CHECK(load("fine", WeightKind::float32).code == ExitCode::fine);
  CHECK(contains(load("nan", WeightKind::float32).message, "it gave an arc of weight nan"));
}

TEST_CASE("a load can be cancelled, before it and while it runs") {
  const Scratch scratch;
  HostContext context(1);
  GraphRequest request;
  request.path = scratch.write("x.gr", triangle);
  context.cancel();
  const Ended before = end_of(request, context);
  CHECK(before.code == ExitCode::interrupted);
  CHECK(contains(before.message, "x.gr: loading was interrupted"));
  request.path = scratch.write("y", "faulty waits\n");
  context.start(0.05, false);
  CHECK(end_of(request, context).code == ExitCode::interrupted);
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
  CHECK(graph_digest(*make_graph<float>(3, floats, OffsetKind::offsets32)) != digest({{0, 1, 0}}));

  std::vector<Arc<std::int32_t>> path;
  for (Vertex v = 0; v < 20'000; ++v) path.push_back({v, v + 1, 1});
  CHECK(digest(path, 20'001) == digest(path, 20'001, OffsetKind::offsets64));
}

}  // namespace
}  // namespace wayfront::host
