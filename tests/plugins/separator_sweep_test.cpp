#include "conformance/graphs.hpp"
#include "kept_preparation.hpp"
#include "load/cache/kept_bytes.hpp"
#include "preparation.hpp"
#include "separator_tree.hpp"
#include "solving.hpp"
#include "streets.hpp"
#include "vertex_cut.hpp"

namespace wayfront::host {
namespace separator_sweep_test {

using conformance::Random;
using conformance::streets;
using conformance::TestGraph;
using separators::no_node;

constexpr const char* plugin = WAYFRONT_SEPARATOR_SWEEP;
constexpr const char* small_leaves = "leaf_size = 8";  // deep trees on small graphs

template <WeightType W>
void check_all_sources(const TestGraph<W>& graph, std::uint32_t sources, std::uint64_t seed) {
  const auto built = graph.build(OffsetKind::offsets32);
  Random random(seed);
  for (std::uint32_t i = 0; i < sources; ++i) {
    const Vertex source = random.below(graph.vertices);
    const auto answer = solve<W>(plugin, small_leaves, *built, source);
    REQUIRE_MESSAGE(answer.solved.ok(), answer.prepared.text(), answer.solved.text());
    CHECK_MESSAGE(answer.certificate.finding == Finding::right, "seed ", seed, ", source ", source, ": ",
                  answer.certificate.reason);
  }
}

TEST_CASE_TEMPLATE("streets of every kind", W, std::int32_t, float, std::int64_t, double) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const std::uint32_t max = seed % 3 == 0 ? 4 : 1000;  // with 4, every fourth arc weighs nothing
    check_all_sources(streets<W>(seed, 12, [&](Random& random, std::uint32_t) { return random.below(max); }), 4, seed);
  }
}

TEST_CASE_TEMPLATE("sums that round are mended", W, float, double) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const W unit = static_cast<W>(seed % 2 == 0 ? 0.1 : 1e-3);
    const auto weight = [&](Random& random, std::uint32_t arc) {
      // Some weights vanish beside the sums: arcs from larger rounded distances to smaller ones are tight, too.
      return unit * static_cast<W>(1 + random.below(1000)) * (seed % 5 == 4 && arc % 3 == 0 ? W{1e-12F} : W{1});
    };
    check_all_sources(streets<W>(seed, 24, weight), 3, seed);
  }
}

TEST_CASE_TEMPLATE("a distance that does not fit is found out", W, std::int32_t, std::int64_t) {
  const auto weight = [](Random& random, std::uint32_t) { return unreached<W> / 8 + random.below(100); };
  std::uint32_t overflows = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto graph = streets<W>(seed, 12, weight);
    const auto built = graph.build(OffsetKind::offsets32);
    const auto answer = solve<W>(plugin, small_leaves, *built, 5 * static_cast<Vertex>(seed));
    REQUIRE(answer.solved.ok());
    CHECK(answer.certificate.finding != Finding::wrong);
    overflows += answer.certificate.finding == Finding::overflow ? 1 : 0;
  }
  CHECK(overflows > 3);
}

TEST_CASE_TEMPLATE("a batch has the answers of its sources", W, std::int32_t, float, std::int64_t, double) {
  const auto graph = streets<W>(5, 20, [](Random& random, std::uint32_t) { return W(1 + random.below(99)) / W(8); });
  const auto built = graph.build(OffsetKind::offsets64);
  std::vector<Vertex> sources;
  for (Vertex source = 0; source < 37; ++source) sources.push_back(source * 11 % graph.vertices);
  std::vector<W> expected;
  for (const Vertex source : sources) {
    const auto answer = solve<W>(plugin, small_leaves, *built, source);
    expected.insert(expected.end(), answer.distances.begin(), answer.distances.end());
  }
  for (const unsigned threads : {1U, 3U})
    for (const std::size_t count : {1U, 3U, 4U, 9U, 16U, 37U}) {
      const auto rows =
          solve_rows<W>(plugin, small_leaves, *built,
                        {.source = sources[0], .more = {.sources = std::span(sources).first(count)}}, threads);
      REQUIRE(rows.solved.ok());
      CHECK(std::ranges::equal(rows.distances, std::span(expected).first(rows.distances.size())));
    }
}

/// Targets that come twice, that are sources, that are out of reach, and others: by sweeps over the nodes that lead to
/// them, and in later calls, or where there are few, by meetings.
TEST_CASE_TEMPLATE("targets alone have the distances that they have among all", W, std::int32_t, float, std::int64_t,
                   double) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const W unit = seed % 4 == 3 && std::is_floating_point_v<W> ? W(0.1F) : W(1);  // with sums that round
    const std::uint32_t max = seed % 3 == 0 ? 4 : 99;
    const auto graph = streets<W>(seed, 24, [&](Random& random, std::uint32_t) { return unit * W(random.below(max)); });
    const auto built = graph.build(OffsetKind::offsets32);
    Random random(seed);
    std::vector<Vertex> sources;
    for (Vertex i = 0; i < 40; ++i) sources.push_back(i * 13);
    std::vector<Vertex> targets = {sources[1], graph.vertices - 1, sources[1]};
    for (std::uint32_t i = 0; i < (seed % 2 == 0 ? 9U : 300U); ++i) targets.push_back(random.below(graph.vertices));
    const auto whole =
        solve_rows<W>(plugin, small_leaves, *built, {.source = sources[0], .more = {.sources = sources}});

    const MadePlugin made(plugin, small_leaves);
    HostContext context(seed % 5 == 0 ? 3 : 1);
    context.start(0, false);
    throw_if_failed(made.algorithm->prepare(*built, context));
    OutputBuffers buffers(weight_kind<W>, static_cast<Vertex>(targets.size()), false);
    for (const std::size_t count : {1U, 40U, 3U}) {
      Output& output = buffers.fresh(static_cast<std::uint32_t>(count));
      const auto some = std::span(sources).first(count);
      throw_if_failed(
          made.algorithm->solve({.source = some[0], .more = {.sources = some, .targets = targets}}, output, context));
      REQUIRE(buffers.damage() == "");
      for (std::uint32_t row = 0; row < count; ++row)
        for (std::size_t i = 0; i < targets.size(); ++i)
          if (output.distances_as<W>(row)[i] != whole.distances[std::size_t{row} * graph.vertices + targets[i]])
            FAIL("seed ", seed, ", source ", sources[row], ", target ", targets[i], ": ",
                 output.distances_as<W>(row)[i]);
    }
  }
}

std::string declined(const Graph& graph, const char* options = "") {
  const auto answer = solve<std::int32_t>(plugin, options, graph, 0);
  CHECK(answer.prepared.code == StatusCode::unsupported);
  return std::string(answer.prepared.text());
}

TestGraph<std::int32_t> random_edges(Vertex vertices, std::uint32_t edges) {
  Random random(1);
  TestGraph<std::int32_t> graph;
  graph.vertices = vertices;
  for (std::uint32_t i = 0; i < edges; ++i) graph.add_both(random.below(vertices), random.below(vertices), 1);
  return graph;
}

TEST_CASE("what is not like a road network is declined with figures") {
  const std::string dense = declined(*random_edges(50'000, 700'000).build(OffsetKind::offsets32));
  CHECK_MESSAGE(contains(dense, "edges between"), dense);
  CHECK_MESSAGE(contains(dense, "at most 6 per vertex"), dense);
  const std::string tangled = declined(*random_edges(60'000, 160'000).build(OffsetKind::offsets32));
  CHECK_MESSAGE(contains(tangled, "separator of at most 6000 vertices"), tangled);
  const std::string slow = declined(*random_edges(15'000, 40'000).build(OffsetKind::offsets32));
  CHECK_MESSAGE(contains(slow, "G operations, and at most 200.0 G"), slow);
  TestGraph<std::int32_t> cube{.vertices = 32 * 32 * 32, .arcs = {}};
  for (Vertex v = 0; v < cube.vertices; ++v)
    for (const Vertex step : {1U, 32U, 32U * 32U})
      if (v / step % 32 != 31) cube.add_both(v, v + step, 1);
  const std::string large = declined(*cube.build(OffsetKind::offsets32));
  CHECK_MESSAGE(contains(large, "at most 64 per vertex"), large);
}

TEST_CASE("memory that will not do is known before it is asked for") {
  const auto grid = conformance::grid<std::int32_t>(300, 300, 1).build(OffsetKind::offsets32);
  const std::string reason = declined(*grid, "max_memory = 1");
  CHECK_MESSAGE(contains(reason, "MiB of host memory, and 1.0 MiB are allowed"), reason);
}

TEST_CASE("hard shapes, and a large grid") {
  const auto check = [](const TestGraph<std::int32_t>& graph) {
    const auto built = graph.build(OffsetKind::offsets32);
    const auto answer = solve<std::int32_t>(plugin, "", *built, graph.sources[0]);
    REQUIRE_MESSAGE(answer.solved.ok(), answer.prepared.text());
    CHECK_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
  };
  conformance::for_each_hard_shape(check);
  auto large = conformance::grid<std::int32_t>(512, 512, 1);
  large.sources = {131'000};
  check(large);
}

TEST_CASE("an instance that gets other weights on the same streets keeps its separators") {
  const auto weights = [](std::uint32_t max) {
    return streets<std::int32_t>(3, 30, [max](Random& random, std::uint32_t) { return random.below(1000) % max; })
        .build(OffsetKind::offsets32);
  };
  const auto first = weights(10);
  const auto second = weights(1000);
  const auto other =
      streets<std::int32_t>(4, 30, [](Random&, std::uint32_t) { return 1; }).build(OffsetKind::offsets32);
  HostContext context(1);
  context.start(0, false);
  separators::Preparation preparation;
  const separators::PreparationOptions options{.seed = 1, .leaf_size = 8, .max_memory = 0};
  CHECK(prepare_structure(*first, options, preparation, context));
  const auto positions = preparation.structure.position;
  CHECK_FALSE(prepare_structure(*second, options, preparation, context));
  CHECK(preparation.structure.position == positions);
  CHECK(prepare_structure(*other, options, preparation, context));
  CHECK(prepare_structure(*first, options, preparation, context));
  CHECK(preparation.structure.position == positions);
}

/// As an instance meets it: in another process, with the store alone in common.
TEST_CASE("separators that a run kept serve a later one with other weights, and damaged ones are made anew") {
  const Scratch scratch;
  std::vector<std::string> warnings;
  const KeptBytesStore store(scratch.path() / "cache", 1e9,
                             [&](std::string_view text) { warnings.emplace_back(text); });
  const auto weights = [](std::uint32_t max) {
    return streets<std::int32_t>(3, 30, [max](Random& random, std::uint32_t) { return random.below(1000) % max; })
        .build(OffsetKind::offsets32);
  };
  const auto prepared = [&](const Graph& graph, const char* options, std::string_view note) {
    const MadePlugin made(plugin, options);
    HostContext context(1);
    context.set_store(&store);
    context.start(0, false);
    throw_if_failed(made.algorithm->prepare(graph, context));
    CHECK(context.notes().size() == (note.empty() ? 0 : 1));
    if (!note.empty()) CHECK_MESSAGE(contains(context.notes()[0], note), context.notes()[0]);
    context.write_kept();
    OutputBuffers buffers(WeightKind::int32, graph.info().vertices, false);
    Output& output = buffers.fresh();
    throw_if_failed(made.algorithm->solve({.source = 17}, output, context));
    Arena arena(1);
    CHECK(certify(graph, 17, output, nullptr, arena).finding == Finding::right);
  };
  constexpr std::string_view reused = "come from the cache";
  const auto first = weights(10);
  const auto second = weights(1000);
  prepared(*first, "leaf_size = 8", "");
  prepared(*first, "leaf_size = 8", reused);
  prepared(*second, "leaf_size = 8", reused);
  prepared(*second, "leaf_size = 9", "");  // another structure
  prepared(*streets<std::int32_t>(4, 30, [](Random&, std::uint32_t) { return 1; }).build(OffsetKind::offsets32),
           "leaf_size = 8", "");
  CHECK(warnings.empty());
  for (const auto& entry : std::filesystem::directory_iterator(scratch.path() / "cache" / "kept"))
    std::filesystem::resize_file(entry.path(), std::filesystem::file_size(entry.path()) - 8);
  prepared(*second, "leaf_size = 8", "");
  CHECK(warnings.size() == 1);
  prepared(*second, "leaf_size = 8", reused);

  // Bytes that somebody else wrote under the key: whole for the host, but not separators of this graph.
  const separators::PreparationOptions options{.seed = 1, .leaf_size = 8, .max_memory = 0};
  const separators::PreparationKey key(*second, options);
  const separators::PreparationKey other(*second, {.seed = 2, .leaf_size = 8, .max_memory = 0});
  CHECK(key_digest(other.pieces()) != key_digest(key.pieces()));
  store.keep(key_digest(key.pieces()), "?", std::vector<std::byte>(1000));
  prepared(*second, "leaf_size = 8", "cannot be read");
}

TEST_CASE("a preparation as bytes is the same again, and what is cut or of another graph is refused") {
  const auto graph =
      streets<std::int32_t>(1, 40, [](Random&, std::uint32_t) { return 1; }).build(OffsetKind::offsets32);
  HostContext context(1);
  context.start(0, false);
  separators::Preparation it;
  prepare_structure(*graph, {.seed = 1, .leaf_size = 8, .max_memory = 0}, it, context);
  const std::vector<std::byte> bytes = bytes_of(it);
  const Vertex vertices = graph->info().vertices;
  const auto again = separators::preparation_from(bytes, vertices);
  REQUIRE(again);
  CHECK(again->is_complete);
  CHECK(bytes_of(*again) == bytes);
  CHECK(again->structure.boundaries == it.structure.boundaries);
  CHECK(again->skeleton.chains.size() == it.skeleton.chains.size());
  CHECK(!separators::preparation_from(bytes, vertices + 1));
  for (std::size_t size = 0; size < bytes.size(); size += 8)
    if (separators::preparation_from(std::span(bytes).first(size), vertices)) FAIL("cut after ", size, " bytes");
  std::vector<std::byte> more = bytes;
  more.resize(bytes.size() + 8);
  CHECK(!separators::preparation_from(more, vertices));
}

TEST_CASE("prepare stops within a second when it is told to, wherever it is") {
  using Clock = std::chrono::steady_clock;
  const auto grid = conformance::grid<std::int32_t>(400, 400, 1).build(OffsetKind::offsets32);
  const MadePlugin made(plugin, "");
  std::uint32_t cancelled = 0;
  for (const int milliseconds : {1, 30, 100, 200, 400, 800, 1200}) {
    HostContext context(1);
    context.start(0, false);
    Clock::time_point told;
    std::jthread teller([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      told = Clock::now();
      context.cancel();
    });
    const Status status = made.algorithm->prepare(*grid, context);
    const auto end = Clock::now();
    teller.join();
    if (status.code != StatusCode::cancelled) continue;
    ++cancelled;
    CHECK(std::chrono::duration<double>(end - told).count() < 1);
  }
  CHECK(cancelled > 2);
}

TEST_CASE("the structure holds what its comments promise, with any number of threads") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const auto graph = streets<std::int32_t>(seed, 40, [](Random&, std::uint32_t) { return 1; });
    const auto built = graph.build(OffsetKind::offsets32);
    const separators::PreparationOptions options{
        .seed = static_cast<std::int64_t>(seed), .leaf_size = 8, .max_memory = 0};
    separators::Preparation preparation;
    for (const unsigned threads : {1U, 3U}) {
      HostContext context(threads);
      context.start(0, false);
      separators::Preparation again;
      prepare_structure(*built, options, again, context);
      if (threads > 1) CHECK(again.structure.position == preparation.structure.position);
      preparation = std::move(again);
    }
    const auto& s = preparation.structure;
    REQUIRE(s.nodes.size() > 20);
    std::uint32_t next = 0;
    for (std::uint32_t x = 0; x < s.nodes.size(); ++x) {
      const auto& node = s.nodes[x];
      CHECK(node.first == next);
      next += node.size;
      CHECK((x == 0) == (node.parent == no_node));
      CHECK((x == 0 || (node.parent < x && node.step == s.nodes[node.parent].step + 1)));
      const auto* const boundary = s.boundaries.data() + node.boundary_start;
      CHECK(std::is_sorted(boundary, boundary + node.boundary_size));
      CHECK((node.boundary_size == 0 || boundary[node.boundary_size - 1] < node.first));
    }
    CHECK(next == s.core);
    const auto is_ancestor = [&](std::uint32_t above, std::uint32_t x) {
      while (x != no_node && x != above) x = s.nodes[x].parent;
      return x == above;
    };
    for (const auto& arc : graph.arcs) {
      const std::uint32_t p = s.position[arc.source];
      const std::uint32_t q = s.position[arc.target];
      if (p == no_vertex || q == no_vertex) continue;
      CHECK((is_ancestor(s.node_of[p], s.node_of[q]) || is_ancestor(s.node_of[q], s.node_of[p])));
    }
  }
}

/// Whether a path leads from the near side to the far one around the cut.
bool separates(const separators::UndirectedGraph& graph, const std::vector<separators::Side>& side,
               const std::vector<std::uint32_t>& cut) {
  std::vector<bool> seen(graph.vertices());
  for (const std::uint32_t v : cut) seen[v] = true;
  std::vector<std::uint32_t> queue;
  for (std::uint32_t v = 0; v < graph.vertices(); ++v)
    if (side[v] == separators::Side::near) seen[v] = true, queue.push_back(v);
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const std::uint32_t v : graph.row(queue[i]))
      if (!seen[v]) seen[v] = true, queue.push_back(v);
  return std::ranges::none_of(queue, [&](std::uint32_t v) { return side[v] == separators::Side::far; });
}

TEST_CASE("cuts separate, and no smaller ones do") {
  HostContext context(1);
  context.start(0, false);
  separators::VertexCut cut;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const std::uint32_t vertices = 4 + random.below(9);
    std::vector<separators::Side> side(vertices, separators::Side::middle);
    side[0] = side[1] = separators::Side::near;
    side[2] = side[3] = separators::Side::far;
    std::vector<std::int32_t> coordinate;
    for (std::uint32_t v = 0; v < vertices; ++v) coordinate.push_back(static_cast<std::int32_t>(random.below(5)));
    std::vector<std::array<std::uint32_t, 2>> edges;
    for (std::uint32_t i = 0; i < 2 * vertices; ++i) {
      const std::uint32_t u = random.below(vertices);
      const std::uint32_t v = random.below(vertices);
      if (std::min(u, v) > 1 || std::max(u, v) < 2 || std::max(u, v) > 3) edges.push_back({u, v});
    }
    const auto graph = separators::undirected_graph(vertices, context, [&](auto&& add) {
      for (const auto& [u, v] : edges) add(u, v);
    });
    std::size_t smallest = vertices;
    for (std::uint32_t set = 0; set < 1U << (vertices - 4); ++set) {
      std::vector<std::uint32_t> members;
      for (std::uint32_t v = 4; v < vertices; ++v)
        if ((set >> (v - 4) & 1) != 0) members.push_back(v);
      if (separates(graph, side, members)) smallest = std::min(smallest, members.size());
    }
    REQUIRE(cut.find(graph, side, coordinate, vertices, context));
    CHECK(cut.nearest().size() == smallest);
    CHECK(cut.farthest().size() == smallest);
    CHECK(separates(graph, side, cut.nearest()));
    CHECK(separates(graph, side, cut.farthest()));
    if (smallest > 0) CHECK_FALSE(cut.find(graph, side, coordinate, static_cast<std::uint32_t>(smallest) - 1, context));
  }
}

}  // namespace separator_sweep_test
}  // namespace wayfront::host
