#include "../../plugins/bmssp/search.hpp"

#include <set>

#include "../../plugins/bmssp/cycles.hpp"
#include "../core/threaded_context.hpp"
#include "conformance/reference.hpp"
#include "solving.hpp"

namespace wayfront::host {
namespace bmssp_test {

using bmssp::Shape;

/// What the lemmas promise of each call, checked from inside (Lemma 3.1; Algorithm 3).
template <WeightType W, class Labels>
struct Promises {
  using Key = typename Labels::Key;
  struct Call {
    unsigned level;
    Key bound;
    std::optional<Key> reached;  // by the last call below it
    std::size_t begin;           // of what it settles
  };
  const Shape* shape;
  const std::vector<W>* wanted;
  std::vector<Call> calls{};
  std::vector<Vertex> taken{};
  std::uint64_t partial = 0;

  void before(unsigned level, const Key& bound, std::span<const Vertex> sources, const Labels& labels) {
    REQUIRE(sources.size() <= shape->room(level));
    for (const Vertex source : sources) REQUIRE(labels.key(source) < bound);
    calls.push_back({level, bound, std::nullopt, taken.size()});
  }
  void take(Vertex v) { taken.push_back(v); }
  void after(unsigned level, const Key& bound, const Key& reached, const Labels& labels) {
    const auto settled = std::span(taken).subspan(calls.back().begin);
    REQUIRE_FALSE(bound < reached);
    if (reached < bound) {
      ++partial;
      REQUIRE(settled.size() >= shape->k * shape->room(level));
    }
    for (const Vertex v : settled) {  // their keys are final
      REQUIRE(Labels::distance_of(labels.key(v)) == static_cast<Magnitude<W>>((*wanted)[v]));
      REQUIRE(labels.key(v) < reached);
    }
    calls.pop_back();
    if (calls.empty()) {
      std::vector<Vertex> once(settled.begin(), settled.end());
      std::ranges::sort(once);
      REQUIRE(std::ranges::adjacent_find(once) == once.end());
      return;
    }
    Call& caller = calls.back();
    if (caller.reached) REQUIRE_FALSE(reached < *caller.reached);
    caller.reached = reached;
  }
};

/// Solves one graph in one shape; returns how many calls stopped early.
template <WeightType W, class Labels>
std::uint64_t try_shape(const Graph& graph, Vertex source, const std::vector<W>& wanted, const Shape& shape) {
  ThreadedContext context(1);
  const auto csr = std::get<CsrView<W, std::uint32_t>>(graph.csr());
  using Watched = bmssp::Search<W, std::uint32_t, Labels, false, Promises<W, Labels>>;
  Watched search(csr, shape, {&shape, &wanted});
  const Work work = search.run(source, static_cast<Magnitude<W>>(unreached<W>), context);
  for (Vertex v = 0; v < csr.vertices; ++v) CHECK(search.distance(v) == static_cast<Magnitude<W>>(wanted[v]));
  CHECK(work.settled == std::ranges::count_if(wanted, [](W it) { return it != unreached<W>; }));
  return search.probe.partial;
}

template <WeightType W>
std::uint64_t try_shapes(const Graph& graph, Vertex source, std::uint64_t max = 4) {
  const std::vector<W> wanted = conformance::solve_plainly<W>(graph, source).distances;
  std::uint64_t partial = 0;
  for (const bool raised : {false, true})
    for (std::uint64_t k = 1; k <= max; ++k)
      for (unsigned t = 1; t <= max; ++t) {
        CAPTURE(raised);
        CAPTURE(k);
        CAPTURE(t);
        const Shape shape = Shape::of(graph.info().vertices, k, t, 0, raised);
        partial += try_shape<W, bmssp::LongLabels<W>>(graph, source, wanted, shape);
        if constexpr (std::is_same_v<W, std::int32_t>)
          if (graph.info().min_weight >= 1)
            partial += try_shape<W, bmssp::ShortLabels<W>>(graph, source, wanted, shape);
      }
  return partial;
}

/// As many random graphs as WAYFRONT_BMSSP_GRAPHS says.
int graphs_to_try() {
  const char* const text = std::getenv("WAYFRONT_BMSSP_GRAPHS");
  return text == nullptr ? 150 : std::stoi(text);
}

TEST_CASE_TEMPLATE("bmssp keeps the promises of its lemmas on small random graphs, whatever k and t", W, std::int32_t,
                   float) {
  std::mt19937 random(17);
  std::uint64_t partial = 0;
  for (int trial = 0; trial < graphs_to_try(); ++trial) {
    CAPTURE(trial);
    const auto vertices = static_cast<Vertex>(random() % 60 + 1);
    const std::uint32_t min = trial % 3 == 0 ? 0 : 1, spread = trial % 4 == 0 ? 1 : trial % 4 == 1 ? 3 : 100;
    std::vector<Arc<W>> arcs;
    for (std::uint64_t count = vertices * (random() % 6 + 1); count > 0; --count)
      arcs.push_back({static_cast<Vertex>(random() % vertices), static_cast<Vertex>(random() % vertices),
                      static_cast<W>(min + random() % spread)});
    const auto graph = make_graph<W>(vertices, arcs, OffsetKind::offsets32);
    partial += try_shapes<W>(*graph, static_cast<Vertex>(random() % vertices));
  }
  CHECK(partial > 100);
}

/// Graphs on which public programs lose vertices or do not end.
TEST_CASE_TEMPLATE("bmssp solves what breaks others", W, std::int32_t, float) {
  const auto check = [](Vertex vertices, const std::vector<Arc<W>>& arcs) {
    try_shapes<W>(*make_graph<W>(vertices, arcs, OffsetKind::offsets32), 0, 3);
  };
  for (const W weight : {W{0}, W{1}}) {
    CAPTURE(weight);
    std::vector<Arc<W>> cycle, star, falling, parallel;
    for (Vertex v = 0; v < 300; ++v) {
      cycle.push_back({v, (v + 1) % 300, weight});
      star.insert(star.end(), {{0, v, weight}, {v, 0, weight}});
      falling.push_back({(300 - v) % 300, 299 - v, weight});  // 0 to 299, then down to 1
      for (int i = 0; i < 5; ++i) parallel.push_back({v, std::min<Vertex>(v + 1 + v % 7, 299), weight + W(i)});
    }
    check(300, cycle);
    check(300, star);
    check(300, falling);
    check(300, parallel);
    check(400, grid_arcs<W>(20, 1));
  }
  // A float that is too small to be added is a zero.
  if constexpr (std::is_same_v<W, float>) {
    std::vector<Arc<W>> absorbed = {{0, 1, 1e9F}};
    for (Vertex v = 1; v < 200; ++v)
      absorbed.insert(absorbed.end(), {{v, v % 199 + 1, 1.0F}, {v, (v * 7) % 199 + 1, 1.0F}});
    check(200, absorbed);
  }
}

TEST_CASE("a vertex as a cycle has at most two arcs out and two in, and the distances stay") {
  std::mt19937 random(5);
  for (int trial = 0; trial < 30; ++trial) {
    const auto vertices = static_cast<Vertex>(random() % 40 + 1);
    std::vector<Arc<std::int32_t>> arcs;
    for (std::uint64_t count = random() % (vertices * 5); count > 0; --count)
      arcs.push_back({static_cast<Vertex>(random() % vertices), static_cast<Vertex>(random() % vertices),
                      static_cast<std::int32_t>(random() % 9)});
    const auto graph = make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
    const bmssp::CycleGraph<std::int32_t> cycles(std::get<CsrView<std::int32_t, std::uint32_t>>(graph->csr()));
    const auto& view = cycles.view();
    REQUIRE(view.vertices == vertices + 2 * arcs.size());
    std::vector<Arc<std::int32_t>> its_arcs;
    std::vector<int> into(view.vertices);
    for (Vertex v = 0; v < view.vertices; ++v) {
      CHECK(view.degree(v) <= 2);
      for (std::uint64_t arc = view.begin(v); arc < view.end(v); ++arc) {
        its_arcs.push_back({v, view.targets[arc], view.weights[arc]});
        ++into[view.targets[arc]];
      }
    }
    CHECK(std::ranges::max(into) <= 2);
    const auto whole = make_graph<std::int32_t>(view.vertices, its_arcs, OffsetKind::offsets32);
    const auto source = static_cast<Vertex>(random() % vertices);
    const auto wanted = conformance::solve_plainly<std::int32_t>(*graph, source).distances;
    const auto got = conformance::solve_plainly<std::int32_t>(*whole, source).distances;
    for (Vertex v = 0; v < vertices; ++v) CHECK(got[v] == wanted[v]);
  }
}

TEST_CASE("the partial queue gives out its least entries, at most a block at a time, copies of a key once") {
  using Key = std::uint64_t;
  std::mt19937 random(3);
  for (const std::uint64_t block : {1, 2, 3, 8, 100})
    for (const Key spread : {3, 50, 100'000}) {
      bmssp::PartialQueue<Key, bmssp::Less<false>> queue;
      queue.reset(block, spread, {});
      std::set<Key> wanted;
      Key low = 0;
      const auto add = [&](int count, Key from, Key to, auto&& into) {
        for (; from < to && count > 0; --count) {
          const Key key = from + random() % (to - from);
          wanted.insert(key);
          into(key);
        }
      };
      add(500, 0, spread, [&](Key key) { queue.insert(key); });
      while (!queue.empty()) {
        std::set<Key> seen;
        std::vector<Key> pulled, below;
        const Key upper = queue.pull([&](Key key) { return seen.insert(key).second; }, [](Key) {}, pulled);
        REQUIRE(pulled.size() <= block);
        for (const Key key : pulled) {
          REQUIRE((key >= low && key < upper));
          REQUIRE(wanted.erase(key) == 1);
        }
        REQUIRE((wanted.empty() || *wanted.begin() >= upper));
        low = upper;
        if (random() % 4 != 0) continue;
        add(5, upper, spread, [&](Key key) { queue.insert(key); });
        if (!pulled.empty()) low = pulled.front() + 1;
        add(static_cast<int>(block), low, upper, [&](Key key) { below.push_back(key); });
        queue.prepend(below, upper);
      }
      CHECK(wanted.empty());
    }
}

TEST_CASE("bmssp compares less often than Dijkstra's algorithm with a binary heap") {
  std::mt19937 random(11);
  constexpr Vertex vertices = 1 << 14;
  std::vector<Arc<std::int32_t>> arcs(3 * vertices);
  for (auto& arc : arcs) {
    const auto tail = static_cast<Vertex>(random() % vertices), head = static_cast<Vertex>(random() % vertices);
    arc = {tail, head, static_cast<std::int32_t>(random() % 1'000'000 + 1)};
  }
  const auto graph = make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
  const auto csr = std::get<CsrView<std::int32_t, std::uint32_t>>(graph->csr());
  const auto comparisons = [&](const Shape& shape) {
    ThreadedContext context(1);
    bmssp::Search<std::int32_t, std::uint32_t, bmssp::ShortLabels<std::int32_t>, true> search(csr, shape);
    return search.run(arcs[0].source, unreached<std::int32_t>, context).own[0];
  };
  CHECK(comparisons(Shape::of(vertices, 0, 0, 0, false)) * 5 < comparisons(Shape::of(vertices, 0, 0, 1, true)) * 4);
}

TEST_CASE("bmssp's shape is the paper's, and holds all vertices") {
  CHECK(Shape::of(1U << 20, 0, 0, 0, false).levels == 3);
  CHECK(Shape::of(1U << 20, 0, 0, 0, false).t == 7);
  CHECK(Shape::of(1U << 22, 0, 0, 0, false).t == 8);
  CHECK(Shape::of(1U << 20, 0, 0, 0, false).k == 2);
  CHECK(Shape::of(1U << 20, 0, 0, 2, true).t == 10);
  for (const std::uint64_t vertices : {1ULL, 2ULL, 3ULL, 1000ULL, 0xffff'fffeULL})
    for (const unsigned t : {0U, 1U, 32U})
      for (const unsigned levels : {0U, 1U, 32U}) {
        const Shape shape = Shape::of(vertices, 0, t, levels, false);
        CHECK(shape.levels >= 1);
        CHECK(shape.room(shape.levels) >= vertices);
      }
}

}  // namespace bmssp_test
}  // namespace wayfront::host
