// The stepping plugins: their choice of delta, and their answers with one to eight threads on graphs that
// are hard for buckets, for barriers, or for both.
#include "../../plugins/stepping/width.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "solving.hpp"

namespace wayfront::host {
namespace stepping_test {

constexpr const char* plugins[] = {WAYFRONT_DELTA_STEPPING, WAYFRONT_RHO_STEPPING, WAYFRONT_STEPPING_BELLMAN_FORD};

/// The chosen width of a graph with these arcs.
template <class W>
double width(Vertex vertices, const std::vector<Arc<W>>& arcs) {
  const auto graph = make_graph<W>(vertices, arcs, OffsetKind::offsets32);
  return visit(graph->csr(), [](const auto& view) { return stepping::chosen_width(stepping::profile(view), 1); });
}

TEST_CASE("the chosen width follows the light arcs, not the range of the weights") {
  const double plain = width(10'000, grid_arcs<std::int32_t>(100, 100));
  CHECK(plain > 20);
  CHECK(plain < 35);
  auto long_tail = grid_arcs<std::int32_t>(100, 100);
  for (std::size_t i = 0; i < long_tail.size(); i += 50) long_tail[i].weight = 1'000'000'000;
  CHECK(width(10'000, long_tail) < 40);
  CHECK(width<std::int32_t>(2, {{0, 1, 0}}) == 1);
  CHECK(width<std::int32_t>(2, {}) == 1);
  CHECK(width<float>(2, {{0, 1, 0.25F}, {1, 0, 0.25F}}) == 0.25);
  CHECK(width<float>(2, {{0, 1, 1e-40F}}) > 0);
}

template <class W>
void check(const Graph& graph, Vertex source, const std::string& options) {
  std::vector<W> expected;
  for (const char* plugin : plugins) {
    CAPTURE(plugin);
    CAPTURE(options);
    const bool has_delta = plugin == plugins[0];
    if (!has_delta && contains(options, "delta")) continue;
    if (!load_plugin(plugin).takes(weight_kind<W>)) continue;
    const auto answer = solve<W>(plugin, options, graph, source);
    REQUIRE_MESSAGE(answer.solved.ok(), answer.solved.text());
    CHECK_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
    if (expected.empty()) expected = answer.distances;
    CHECK(answer.distances == expected);  // bit for bit
  }
}

/// Scans are bounded from the ninth source on.
constexpr unsigned times_until_bounded = 9;

template <class W>
std::vector<Arc<W>> random_arcs(std::mt19937& random, Vertex vertices, std::size_t count, std::uint32_t max) {
  std::vector<Arc<W>> arcs;
  for (std::size_t i = 0; i < count; ++i)
    arcs.push_back({static_cast<Vertex>(random() % vertices), static_cast<Vertex>(random() % vertices),
                    static_cast<W>(random() % (max + 1))});
  return arcs;
}

TEST_CASE("a round that takes everything and one that takes next to nothing") {
  const auto graph = make_graph<std::int32_t>(10'000, grid_arcs<std::int32_t>(100, 1000), OffsetKind::offsets32);
  const auto reference = solve<std::int32_t>(WAYFRONT_DELTA_STEPPING, "", *graph, 17);
  for (const std::string options : {"rho = 1", "rho = 1\nfusion = 0", "rho = 1000000000", "rho = 100"}) {
    const auto answer = solve<std::int32_t>(WAYFRONT_RHO_STEPPING, "threads = 3\n" + options, *graph, 17);
    CHECK_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
    CHECK(answer.distances == reference.distances);
  }
}

TEST_CASE_TEMPLATE("a bound spares most arcs of a graph of long rows", W, std::int32_t, float) {
  std::mt19937 random(7);
  constexpr Vertex vertices = 20'000;
  const auto graph =
      make_graph<W>(vertices, random_arcs<W>(random, vertices, 20 * vertices, 1000), OffsetKind::offsets32);
  for (const char* plugin : {WAYFRONT_DELTA_STEPPING, WAYFRONT_RHO_STEPPING})
    for (const unsigned count : {1U, 4U}) {
      CAPTURE(plugin);
      const std::string threads = "threads = " + std::to_string(count);
      const auto bounded = solve_rows<W>(plugin, threads, *graph, {.source = 5}, 1, times_until_bounded);
      const auto whole = solve<W>(plugin, threads + "\nbounded = false", *graph, 5);
      CHECK_MESSAGE(whole.certificate.finding == Finding::right, whole.certificate.reason);
      CHECK(bounded.distances == whole.distances);
      CHECK(whole.output.work.relaxed >= 20 * vertices);
      // With several threads the work depends on when each of them runs.
      CHECK(bounded.work.relaxed < (count == 1 ? 14 : 19) * vertices);
    }
}

TEST_CASE("a bound that is far too near: the rows are scanned to their ends") {
  // From the vertex with the most arcs everything is near, because it has an arc to everything. From a source in the
  // second half, where arcs are heavy and the way to that vertex is long, nothing is.
  std::mt19937 random(8);
  constexpr Vertex part = 10'000;
  auto arcs = random_arcs<std::int32_t>(random, part, 20 * part, 1000);
  for (Vertex v = 1; v < 2 * part; ++v) arcs.push_back({0, v, static_cast<std::int32_t>(100 + v % 100)});
  for (const auto& arc : random_arcs<std::int32_t>(random, part, 20 * part, 1'000'000))
    arcs.push_back({arc.source + part, arc.target + part, arc.weight});
  arcs.push_back({part, 0, 20'000'000});
  const auto graph = make_graph<std::int32_t>(2 * part, arcs, OffsetKind::offsets32);
  for (const char* plugin : {WAYFRONT_DELTA_STEPPING, WAYFRONT_RHO_STEPPING})
    for (const std::string threads : {"threads = 1", "threads = 4"}) {
      CAPTURE(plugin);
      const auto answer =
          solve_rows<std::int32_t>(plugin, threads, *graph, {.source = part + 7}, 1, times_until_bounded);
      const auto whole = solve<std::int32_t>(plugin, threads + "\nbounded = false", *graph, part + 7);
      CHECK_MESSAGE(whole.certificate.finding == Finding::right, whole.certificate.reason);
      CHECK(whole.certificate.reached == 2 * part);
      CHECK(answer.distances == whole.distances);
      if (threads == "threads = 1") CHECK(answer.work.relaxed >= 40 * part);
    }
}

TEST_CASE("a hub of 2^20 arcs, and one into which as many lead") {
  constexpr Vertex leaves = 1U << 20;
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex v = 1; v <= leaves; ++v) {
    arcs.push_back({0, v, static_cast<std::int32_t>(v % 1000)});
    arcs.push_back({v, leaves + 1, static_cast<std::int32_t>(1000 - v % 1000)});
  }
  const auto graph = make_graph<std::int32_t>(leaves + 2, arcs, OffsetKind::offsets32);
  for (const std::string threads : {"1", "2", "8"}) check<std::int32_t>(*graph, 0, "threads = " + threads);
}

TEST_CASE("a long path costs no barrier per vertex") {
  constexpr Vertex vertices = 200'000;
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex v = 0; v + 1 < vertices; ++v) arcs.push_back({v, v + 1, 3}), arcs.push_back({v + 1, v, 3});
  const auto graph = make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
  check<std::int32_t>(*graph, 1000, "threads = 4");
  for (const char* plugin : {WAYFRONT_DELTA_STEPPING, WAYFRONT_RHO_STEPPING})
    CHECK(solve<std::int32_t>(plugin, "threads = 4", *graph, 0).output.work.rounds < 100);
}

TEST_CASE_TEMPLATE("zero weights, and weights near the largest integer", W, std::int32_t, std::int64_t) {
  std::mt19937 random(5);
  const auto zeros = make_graph<W>(2000, random_arcs<W>(random, 2000, 8000, 0), OffsetKind::offsets32);
  constexpr W max = std::numeric_limits<W>::max(), unit = sizeof(W) == 4 ? 1 : static_cast<W>(std::int64_t{1} << 40);
  std::vector<Arc<W>> heavy = {{0, 1, max - 1}, {0, 2, 1}, {2, 3, max - 2}, {3, 4, 0}, {0, 5, max / 2}};
  for (auto& arc : random_arcs<W>(random, 1000, 3000, 1))
    heavy.push_back({arc.source + 6, arc.target + 6, arc.weight * unit});
  heavy.push_back({5, 6, max / 2 - 3000 * unit});
  const auto large = make_graph<W>(1006, heavy, OffsetKind::offsets32);
  for (const std::string options : {"threads = 1", "threads = 4", "threads = 2\ndelta = 1", "delta = 1e30"}) {
    check<W>(*zeros, 3, options);
    check<W>(*large, 0, options);
  }
}

/// What `plugin` says of `problem`, compared with the distances of the whole row; returns the vertices scanned.
template <WeightType W>
std::uint64_t scanned(const char* plugin, const std::string& options, const Graph& graph, const Problem& problem,
                      const std::vector<W>& whole) {
  const auto answer = solve_rows<W>(plugin, options, graph, problem, 1, times_until_bounded);
  check_exact(answer, problem, whole);
  return answer.work.settled;
}

TEST_CASE_TEMPLATE("limits and targets: a search ends where they say, on one thread and on several", W, std::int32_t,
                   float, double) {
  std::mt19937 random(10);
  const auto roads = make_graph<W>(200 * 200, grid_arcs<W>(200, 1000), OffsetKind::offsets32);
  const auto dense = make_graph<W>(20'000, random_arcs<W>(random, 20'000, 400'000, 1000), OffsetKind::offsets32);
  for (const char* plugin : {WAYFRONT_DELTA_STEPPING, WAYFRONT_RHO_STEPPING}) {
    if (!load_plugin(plugin).takes(weight_kind<W>)) continue;
    for (const std::string options : {"threads = 1", "threads = 4", "threads = 4\nfusion = 0"}) {
      CAPTURE(plugin);
      CAPTURE(options);
      const auto whole = solve<W>(WAYFRONT_DELTA_STEPPING, "threads = 1", *roads, 20'100).distances;
      const std::vector<Vertex> near = {20'103, 20'303}, far = {20'103, 0};
      const auto settled = [&](Problem problem) {
        problem.source = 20'100;
        return scanned<W>(plugin, options, *roads, problem, whole);
      };
      CHECK(settled({.more = {.limit = 3000}}) < 4000);
      CHECK(settled({.more = {.limit = 0}}) < 10);
      CHECK(settled({.more = {.targets = near}}) < 10'000);
      CHECK(settled({.more = {.targets = near, .limit = 100}}) < 100);
      CHECK(settled({.more = {.targets = far}}) < 60'000);

      const auto all = solve<W>(WAYFRONT_DELTA_STEPPING, "threads = 1", *dense, 5).distances;
      const double farthest = static_cast<double>(*std::ranges::max_element(all));
      for (const double share : {0.1, 0.5, 0.8, 0.99, 1.1}) {  // before the bound, at it, and after it
        const std::vector<Vertex> targets = {static_cast<Vertex>(random() % 20'000)};
        scanned<W>(plugin, options, *dense, {.source = 5, .more = {.limit = share * farthest}}, all);
        scanned<W>(plugin, options, *dense, {.source = 5, .more = {.targets = targets, .limit = share * farthest}},
                   all);
        scanned<W>(plugin, options, *dense, {.source = 5, .more = {.targets = targets}}, all);
      }
    }
  }
}

TEST_CASE("float denormals, tiny and huge weights side by side") {
  std::mt19937 random(6);
  for (const float scale : {1e-45F, 1e-38F, 1.0F, 1e30F}) {
    auto arcs = random_arcs<float>(random, 500, 2000, 1000);
    for (auto& arc : arcs) arc.weight *= scale;
    for (std::size_t i = 0; i < arcs.size(); i += 7) arcs[i].weight *= 1e-3F;
    const auto graph = make_graph<float>(500, arcs, OffsetKind::offsets32);
    for (const std::string options : {"threads = 1", "threads = 4", "threads = 2\ndelta = 1e-30"}) {
      CAPTURE(scale);
      check<float>(*graph, 0, options);
    }
  }
}

TEST_CASE("an explicit delta of zero or less is refused with a sentence") {
  const Plugin plugin = load_plugin(WAYFRONT_DELTA_STEPPING);
  for (const std::string text : {"delta = 0", "delta = -5", "delta = 0.0"}) {
    const Document document(text, "options");
    Diagnostics diagnostics;
    Settings::from(plugin.options(), document.root(), "options", diagnostics);
    CHECK(contains(diagnostics.text(), "delta"));
  }
}

TEST_CASE("work signatures of one thread, and what holds for any number") {
  const auto graph = make_graph<std::int32_t>(3600, grid_arcs<std::int32_t>(60, 1000), OffsetKind::offsets32);
  for (const char* plugin : plugins)
    for (const std::string threads : {"1", "4"}) {
      CAPTURE(plugin);
      const Work work = solve<std::int32_t>(plugin, "threads = " + threads, *graph, 0).output.work;
      CHECK(work.settled >= 3600);
      CHECK(work.settled + work.stale == work.pushed + 1);
      CHECK(work.pushed <= work.improved);
    }
  const Work first = solve<std::int32_t>(plugins[0], "threads = 1", *graph, 0).output.work;
  const Work again = solve<std::int32_t>(plugins[0], "threads = 1", *graph, 0).output.work;
  CHECK(first.relaxed == again.relaxed);
  CHECK(first.rounds == again.rounds);
  CHECK(first.improved == again.improved);
  CHECK(solve<std::int32_t>(plugins[0], "threads = 1\ndelta = 1", *graph, 0).output.work.settled == 3600);
}

TEST_CASE("a dead end is reached, but never scanned") {
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 5}, {1, 0, 5}, {0, 2, 1}, {2, 0, 1}, {2, 3, 1}, {2, 1, 1}};
  const auto graph = make_graph<std::int32_t>(4, arcs, OffsetKind::offsets32);
  for (const unsigned times : {1U, 2U}) {  // the first search does not know dead ends
    const auto answer = solve_rows<std::int32_t>(plugins[0], "threads = 1\ndelta = 2", *graph, {.source = 0}, 1, times);
    CHECK(answer.distances == std::vector<std::int32_t>{0, 2, 1, 2});
    CHECK(answer.work.settled == 5 - times);  // 1 is one as seen from 0, not as seen from 2
  }
  CHECK(solve<std::int32_t>(plugins[0], "threads = 1", *graph, 3).distances ==
        std::vector<std::int32_t>{unreached<std::int32_t>, unreached<std::int32_t>, unreached<std::int32_t>, 0});
}

}  // namespace stepping_test
}  // namespace wayfront::host
