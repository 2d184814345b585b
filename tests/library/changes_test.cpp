// Weights that change: graphs with other weights and closed arcs, and solvers that go over to them.
#include "arrays.hpp"

namespace wayfront {
namespace changes_test {

Library library() { return Library({.threads = 2}); }

/// A grid that separator-sweep takes apart, with the ids of its file and places.
SharedGraph grid(WeightKind kind = WeightKind::int32) {
  return library().generate(
      {{"kind", "grid"}, {"rows", 20}, {"columns", 30}, {"min_weight", 1}, {"max_weight", 99}, {"seed", 3}}, kind);
}

/// The arcs with these weights, without the closed ones, from the beginning.
template <WeightType W>
SharedGraph built_new(const SharedGraph& graph, const std::vector<W>& weights) {
  std::vector<Vertex> sources, targets;
  std::vector<W> open;
  std::visit(
      [&](auto offsets) {
        for (Vertex u = 0; u < graph.vertices(); ++u)
          for (auto e = offsets[u]; e < offsets[u + 1]; ++e) {
            if (weights[e] == unreached<W>) continue;
            sources.push_back(u);
            targets.push_back(graph.targets()[e]);
            open.push_back(weights[e]);
          }
      },
      graph.offsets());
  return library().build({.vertices = graph.vertices(),
                          .sources = std::span<const Vertex>(sources),
                          .targets = std::span<const Vertex>(targets),
                          .weights = std::span<const W>(open)});
}

template <WeightType W>
std::vector<W> weights_of(const SharedGraph& graph) {
  return {graph.weights<W>().begin(), graph.weights<W>().end()};
}

TEST_CASE("other weights keep rows, ids and places") {
  const host::Scratch scratch;
  const SharedGraph graph = library()
                                .load(scratch.write("roads.csv", "from,to,cost\nB,A,5\nA,C,2\nB,C,9\n"))
                                .with_coordinates(std::vector<double>{1, 2, 3, 4, 5, 6});
  std::vector<int> weights = weights_of<int>(graph);
  weights[graph.arcs_between(graph.vertex("B"), graph.vertex("C")).front()] = 3;
  const SharedGraph other = graph.with_weights(weights);
  CHECK(other.targets().data() == graph.targets().data());
  CHECK(other.vertex("C") == graph.vertex("C"));
  CHECK(other.coordinates()[5] == 6);
  CHECK(other.digest() == built_new(graph, weights).digest());
  CHECK(library().solver(other).solve(other.vertex("B")).distance(other.vertex("C")) == 3);
  CHECK(library().solver(graph).solve(graph.vertex("B")).distance(graph.vertex("C")) == 7);
  const SharedGraph closed = other.without(other.arcs_between(other.vertex("B"), other.vertex("C")));
  CHECK(closed.arcs() == 2);
  CHECK(closed.id(2) == graph.id(2));
  CHECK(library().solver(closed).solve(closed.vertex("B")).distance(closed.vertex("C")) == 7);
  const std::vector<double> doubles = {0.5, -0.0, 2.5};
  CHECK(graph.with_weights(doubles).info().weights == WeightKind::float64);
  CHECK(library().solver(graph.with_weights(doubles), "dijkstra").solve(graph.vertex("B")).certified());
}

template <WeightType W>
void change_to_lowest() {
  const std::vector<Vertex> sources = {0, 1}, targets = {1, 2};
  std::vector<W> weights = {-unreached<W>, 5};
  const SharedGraph graph = library().build({.vertices = 3,
                                             .sources = std::span<const Vertex>(sources),
                                             .targets = std::span<const Vertex>(targets),
                                             .weights = std::span<const W>(weights)});
  weights[1] = 7;
  CHECK(weights_of<W>(graph.with_weights(weights)) == weights);
  weights[1] = std::numeric_limits<W>::lowest();
  CHECK_THROWS_AS((void)graph.with_weights(weights), InputError);
}

TEST_CASE("a weight may be as low as that of any graph") {
  change_to_lowest<std::int32_t>();
  change_to_lowest<std::int64_t>();
}

TEST_CASE("the graph before lives no longer than its owner, and its rows as long as they are used") {
  auto owner = std::make_shared<Arrays<float>>(random_arrays<float>(40, 1));
  const std::weak_ptr<Arrays<float>> rows = owner;
  SharedGraph graph = library().adopt(owner->view(), owner);
  for (int i = 0; i < 3; ++i) graph = graph.with_weights(owner->weights);
  CHECK(graph.targets().data() == reinterpret_cast<const Vertex*>(owner->targets.data()));
  owner.reset();
  CHECK_FALSE(rows.expired());
  graph = grid();
  CHECK(rows.expired());
}

TEST_CASE("wrong weights and arcs are named") {
  const SharedGraph graph = grid(WeightKind::float64);
  std::vector<double> weights = weights_of<double>(graph);
  const Vertex last = graph.vertices() - 1;
  weights.back() = -unreached<double>;
  const std::string of_last = said<InputError>([&] { (void)graph.with_weights(weights); });
  CHECK(host::contains(of_last, "to vertex " + graph.id(graph.targets().back()) + ", is -inf, which no weight may be"));
  CHECK(host::contains(of_last, "from vertex " + graph.id(last) + " "));
  weights.back() = std::nan("");
  CHECK(host::contains(said<InputError>([&] { (void)graph.with_weights(weights); }), "is nan"));
  weights.pop_back();
  CHECK(host::contains(said<InputError>([&] { (void)graph.with_weights(weights); }), "weights, but "));
  const std::vector<std::uint64_t> beyond = {graph.arcs()};
  CHECK(host::contains(said<UsageError>([&] { (void)graph.without(beyond); }), "there is no arc "));
  CHECK_THROWS_AS((void)graph.arcs_between(0, last + 1), UsageError);
  CHECK(graph.arcs_between(0, last).empty());
}

/// Rounds of random changes: more and more arcs are closed, then all are open again.
template <WeightType W>
void compare_with_new_graphs(const char* plugin) {
  const SharedGraph graph = grid(weight_kind<W>);
  std::mt19937 random(7);
  Solver solver = library().solver(graph, plugin);
  for (const unsigned closed : {0U, 1U, 40U, 400U, 0U}) {
    CAPTURE(closed);
    std::vector<W> weights = weights_of<W>(graph);
    for (W& weight : weights) weight = static_cast<W>(random() % 1000);
    for (unsigned i = 0; i < closed; ++i) weights[random() % weights.size()] = unreached<W>;
    const SharedGraph now = graph.with_weights(std::span<const W>(weights)), fresh = built_new(graph, weights);
    CHECK(now.digest() == fresh.digest());
    solver.update(now);
    CHECK(solver.plugin() == plugin);
    CHECK(solver.graph().digest() == now.digest());
    Solver other = library().solver(fresh, plugin);
    const std::vector<Vertex> sources = {0, 299, 599}, targets = {7, 300, 598};
    for (const SolveOptions& options :
         {SolveOptions{}, SolveOptions{.predecessors = true}, SolveOptions{.targets = targets, .certify = false}}) {
      const Result result = solver.solve(sources, options), expected = other.solve(sources, options);
      CHECK(result.certified() == options.certify);
      for (std::size_t row = 0; row < 3; ++row)
        for (const Vertex v : options.certify ? sources : targets)
          CHECK(result.distance(v, row) == expected.distance(v, row));
    }
    const Result all = solver.solve(5), expected = other.solve(5);
    CHECK(std::ranges::equal(all.distances<W>(), expected.distances<W>()));
    CHECK(solver.nearest(sources).distance(310) == other.nearest(sources).distance(310));
  }
}

TEST_CASE("updated solvers answer as new ones do") {
  for (const char* plugin : {"separator-sweep", "dijkstra", "delta-stepping", "bellman-ford-tarjan"}) {
    CAPTURE(plugin);
    compare_with_new_graphs<std::int32_t>(plugin);
  }
  compare_with_new_graphs<float>("separator-sweep");
  compare_with_new_graphs<std::int64_t>("separator-sweep");
  compare_with_new_graphs<double>("separator-sweep");
}

TEST_CASE("separators stay where arcs are closed, and go where there are others") {
  const auto keeps = [](const Solver& solver) {
    return std::ranges::any_of(solver.notes(),
                               [](const std::string& note) { return host::contains(note, "only the tables"); });
  };
  const SharedGraph graph = grid();
  Solver solver = library().solver(graph, "separator-sweep");
  CHECK_FALSE(keeps(solver));
  std::vector<std::uint64_t> street = graph.arcs_between(100, 101);
  for (const std::uint64_t back : graph.arcs_between(101, 100)) street.push_back(back);
  REQUIRE(street.size() == 2);
  solver.update(graph.without(street));
  CHECK(keeps(solver));
  solver.update(graph);
  CHECK(keeps(solver));
  const SharedGraph larger = library().generate({{"kind", "grid"}, {"rows", 30}, {"columns", 20}});
  solver.update(larger);
  CHECK_FALSE(keeps(solver));
  CHECK(solver.solve(0).certified());
}

TEST_CASE("a failed update leaves the graph before") {
  const SharedGraph graph = grid();
  std::vector<int> weights = weights_of<int>(graph);
  weights[17] = -1;
  for (const char* plugin : {"dijkstra", "separator-sweep"}) {
    CAPTURE(plugin);
    Solver solver = library().solver(graph, plugin);
    const double before = solver.solve(3).distance(200);
    CHECK_THROWS_AS(solver.update(graph.with_weights(weights)), UnsupportedError);
    CHECK(solver.graph().digest() == graph.digest());
    CHECK(solver.solve(3).distance(200) == before);
    std::stop_source stop;
    stop.request_stop();
    CHECK_THROWS_AS(solver.update(graph.reversed(), stop.get_token()), CancelledError);
    CHECK(solver.solve(3).distance(200) == before);
    solver.update(graph.reversed());
    CHECK(solver.solve(200).distance(3) == before);
  }
}

TEST_CASE("solvers of auto, in several instances and isolated ones are updated, too") {
  const SharedGraph graph = grid();
  std::vector<int> weights = weights_of<int>(graph);
  for (int& weight : weights) weight = 2;
  const SharedGraph other = graph.with_weights(weights);
  for (const SolverOptions& rest : {SolverOptions{}, SolverOptions{.parallel = 2}, SolverOptions{.isolated = true}}) {
    CAPTURE(rest.isolated);
    Solver solver = library().solver(graph, rest.parallel == 2 ? "dijkstra" : "", {}, rest);
    const std::string plugin = solver.plugin();
    CHECK(solver.solve(0).certified());
    solver.update(other);
    CHECK(solver.plugin() == plugin);
    CHECK(solver.solve(std::vector<Vertex>{0, 1, 2}).distance(599) == 2 * (19 + 29));
  }
}

}  // namespace changes_test
}  // namespace wayfront
