// Each step on random graphs, against the same done plainly on a list of arcs.
#include "../../test.hpp"
#include "../threaded_context.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/steps/graph_steps.hpp"
#include "graph/stored_graph.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace graph_steps_test {

/// A cycle 0 -> 1 -> ... -> 0 of the given weights, and arcs from each vertex to all others of weight 100.
template <WeightType W>
GraphInSteps cycle_and_chords(const std::vector<W>& weights) {
  std::vector<Arc<W>> arcs;
  const auto n = static_cast<Vertex>(weights.size());
  for (Vertex v = 0; v < n; ++v) arcs.push_back({v, (v + 1) % n, weights[v]});
  for (Vertex u = 0; u < n; ++u)
    for (Vertex v = 0; v < n; ++v) arcs.push_back({u, v, W{100}});
  const std::span<const Arc<W>> blocks[] = {arcs};
  return {build_csr<W>(n, blocks, false, OffsetKind::offsets32)};
}

template <WeightType W>
std::vector<W> weights_after(const std::vector<GraphStep>& steps, unsigned threads) {
  HostContext context(threads);
  GraphInSteps graph = cycle_and_chords<W>(std::vector<W>(500, W{7}));
  apply(steps, graph, context);
  return visit(graph.csr.view, []<class V, class O>(const CsrView<V, O>& view) {
    return std::vector<W>(view.weights, view.weights + view.edges);
  });
}

TEST_CASE_TEMPLATE("potentials make negative arcs and keep the weight of every cycle", W, std::int32_t, float) {
  const std::vector<W> weights = weights_after<W>({PotentialsStep{4, 1000}}, 1);
  const std::size_t n = 500;
  REQUIRE(weights.size() == n + n * n);
  W around = 0;
  bool negative = false;
  // Row u: the arc of the cycle, then the chords in the order of their targets.
  const auto chord = [&](std::size_t u, std::size_t v) { return weights[u * (n + 1) + 1 + v]; };
  for (std::size_t u = 0; u < n; ++u) {
    around += weights[u * (n + 1)];
    CHECK(chord(u, u) == 100);
    for (std::size_t v = 0; v < u; ++v) {
      CHECK(chord(u, v) + chord(v, u) == 200);
      CHECK(chord(0, v) + chord(v, u) + chord(u, 0) == 300);
      CHECK(chord(u, v) <= 1100);
      negative |= chord(u, v) < 0;
    }
  }
  CHECK(around == 7 * n);
  CHECK(negative);
}

TEST_CASE("the same seed gives the same potentials with any number of threads, another seed others") {
  const auto once = weights_after<std::int32_t>({PotentialsStep{4, 1000}}, 1);
  CHECK(once == weights_after<std::int32_t>({PotentialsStep{4, 1000}}, 3));
  CHECK(once != weights_after<std::int32_t>({PotentialsStep{5, 1000}}, 1));
  CHECK(once != weights_after<std::int32_t>({PotentialsStep{4, 1000}, PotentialsStep{5, 10}}, 1));
  CHECK(weights_after<std::int32_t>({PotentialsStep{4, 0}}, 1) == weights_after<std::int32_t>({}, 1));
}

TEST_CASE("a weight that does not fit is refused with its arc") {
  HostContext context(2);
  GraphInSteps graph = cycle_and_chords<std::int32_t>(std::vector<std::int32_t>(40, 2'000'000'000));
  const GraphStep step = PotentialsStep{1, 1'000'000'000};
  CHECK(contains(refusal_by(ExitCode::input,
                            [&] {
                              apply({&step, 1}, graph, context);
                            }),
                 "which does not fit int32; lower 'most'"));
}

TEST_CASE("steps are described in words") {
  CHECK(describe(PotentialsStep{7, 50}) == "potentials up to 50, seed 7");
  CHECK(describe(SymmetrizeStep{}) == "symmetrize");
  CHECK(describe(MergeParallelStep{}) == "merge_parallel min");
  CHECK(describe(ScaleWeightsStep{2.5}) == "scale_weights 2.5");
  CHECK(describe(NegativeFractionStep{0.1, 3}) == "negative_fraction 0.1, seed 3");
  CHECK(describe(ReorderStep{ReorderStep::Order::bfs}) == "reorder bfs");
  CHECK(describe(ReorderStep{ReorderStep::Order::random, 4}) == "reorder random, seed 4");
}

template <WeightType W>
using Triple = std::tuple<Vertex, Vertex, W>;

template <WeightType W>
struct ArcList {
  Vertex vertices = 0;
  std::vector<Triple<W>> arcs;  // sorted
};

/// Few vertices and many arcs, so that loops and parallel arcs come by themselves; with negative and zero weights.
template <WeightType W>
std::vector<Arc<W>> random_arcs(std::mt19937& random, Vertex vertices, std::size_t count) {
  std::vector<Arc<W>> arcs;
  for (std::size_t i = 0; i < count; ++i)
    arcs.push_back(
        {static_cast<Vertex>(random() % vertices), static_cast<Vertex>(random() % vertices),
         static_cast<W>(static_cast<int>(random() % 41) - 20) / (std::is_floating_point_v<W> ? W{4} : W{1})});
  return arcs;
}

/// The arcs of a graph after steps, between the numbers that its vertices had before.
template <WeightType W>
ArcList<W> arcs_of(const GraphInSteps& graph) {
  return visit(graph.csr.view, [&]<class V, class O>(const CsrView<V, O>& view) {
    ArcList<W> list{view.vertices, {}};
    const auto original = [&](Vertex v) { return graph.original_vertices.empty() ? v : graph.original_vertices.at(v); };
    for (Vertex u = 0; u < view.vertices; ++u)
      for (O e = view.begin(u); e < view.end(u); ++e)
        list.arcs.emplace_back(original(u), original(view.targets[e]), static_cast<W>(view.weights[e]));
    std::ranges::sort(list.arcs);
    return list;
  });
}

template <WeightType W>
GraphInSteps stepped(const std::vector<Arc<W>>& arcs, Vertex vertices, const std::vector<GraphStep>& steps,
                     RunContext& context, OffsetKind offsets = OffsetKind::offsets32) {
  const std::span<const Arc<W>> blocks[] = {arcs};
  GraphInSteps graph{build_csr<W>(vertices, blocks, false, offsets)};
  apply(steps, graph, context);
  return graph;
}

std::string digest_of(const GraphInSteps& graph) { return graph_digest(StoredGraph(graph.csr)); }

/// `plainly` changes a list of arcs as the step should. Returns nothing; every difference is a failed check.
template <WeightType W>
void compare(const GraphStep& step, const std::function<void(ArcList<W>&)>& plainly) {
  std::mt19937 random(11);
  for (int round = 0; round < 30; ++round) {
    CAPTURE(round);
    const bool large = round == 0;  // large enough for several threads
    const auto vertices = static_cast<Vertex>(large ? 30'000 : 1 + random() % 60);
    const std::vector<Arc<W>> arcs = random_arcs<W>(random, vertices, large ? 60'000 : random() % 200);
    HostContext context(1);
    ThreadedContext threads(3);
    ArcList<W> expected = arcs_of<W>(stepped<W>(arcs, vertices, {}, context));
    plainly(expected);
    std::ranges::sort(expected.arcs);
    const GraphInSteps got = stepped<W>(arcs, vertices, {step}, context);
    const ArcList<W> list = arcs_of<W>(got);
    CHECK(list.vertices == expected.vertices);
    CHECK(list.arcs == expected.arcs);
    const GraphInSteps again = stepped<W>(arcs, vertices, {step}, threads);
    CHECK(digest_of(got) == digest_of(again));
    CHECK(got.original_vertices == again.original_vertices);
    CHECK(digest_of(got) == digest_of(stepped<W>(arcs, vertices, {step}, context, OffsetKind::offsets64)));
  }
}

/// Of each vertex, the least one that it hangs together with.
template <WeightType W>
std::vector<Vertex> plain_components(const ArcList<W>& list) {
  std::vector<Vertex> first(list.vertices);
  for (Vertex v = 0; v < list.vertices; ++v) first[v] = v;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [u, v, w] : list.arcs) {
      if (first[u] == first[v]) continue;
      first[u] = first[v] = std::min(first[u], first[v]);
      changed = true;
    }
  }
  return first;
}

TEST_CASE_TEMPLATE("symmetrize, transpose, drop_self_loops", W, std::int32_t, float) {
  compare<W>(SymmetrizeStep{}, [](ArcList<W>& list) {
    const auto arcs = list.arcs;
    for (const auto& [u, v, w] : arcs)
      if (u != v) list.arcs.emplace_back(v, u, w);
  });
  compare<W>(TransposeStep{}, [](ArcList<W>& list) {
    for (auto& [u, v, w] : list.arcs) std::swap(u, v);
  });
  compare<W>(DropSelfLoopsStep{}, [](ArcList<W>& list) {
    std::erase_if(list.arcs, [](const auto& arc) { return std::get<0>(arc) == std::get<1>(arc); });
  });
}

TEST_CASE_TEMPLATE("merge_parallel keeps the lightest or the heaviest, in rows ordered by target", W, std::int32_t,
                   float) {
  const auto merged = [](bool min) {
    return [min](ArcList<W>& list) {
      std::map<std::pair<Vertex, Vertex>, W> kept;
      for (const auto& [u, v, w] : list.arcs) {
        const auto [it, is_new] = kept.try_emplace({u, v}, w);
        if (!is_new) it->second = min ? std::min(it->second, w) : std::max(it->second, w);
      }
      list.arcs.clear();
      for (const auto& [ends, w] : kept) list.arcs.emplace_back(ends.first, ends.second, w);
    };
  };
  compare<W>(MergeParallelStep{}, merged(true));
  compare<W>(MergeParallelStep{MergeParallelStep::Keep::max}, merged(false));
}

TEST_CASE_TEMPLATE("abs_weights, scale_weights", W, std::int32_t, float) {
  compare<W>(AbsWeightsStep{}, [](ArcList<W>& list) {
    for (auto& [u, v, w] : list.arcs) w = std::abs(w);
  });
  compare<W>(ScaleWeightsStep{-2.5}, [](ArcList<W>& list) {
    for (auto& [u, v, w] : list.arcs) {
      const double product = static_cast<double>(w) * -2.5;
      w = static_cast<W>(std::is_floating_point_v<W> ? product : std::round(product));
    }
  });
}

TEST_CASE_TEMPLATE("negative_fraction takes about so many arcs, parallel ones alike, none or all", W, std::int32_t,
                   float) {
  compare<W>(NegativeFractionStep{0, 1}, [](ArcList<W>&) {});
  compare<W>(NegativeFractionStep{1, 1}, [](ArcList<W>& list) {
    for (auto& [u, v, w] : list.arcs) w = w > 0 ? -w : w;
  });
  std::mt19937 random(3);
  std::vector<Arc<W>> arcs = random_arcs<W>(random, 500, 40'000);
  for (Arc<W>& arc : arcs) arc.weight = 1;
  HostContext context(2);
  const auto negative = [&](double fraction, std::uint64_t seed) {
    std::set<std::pair<Vertex, Vertex>> pairs, others;
    for (const auto& [u, v, w] :
         arcs_of<W>(stepped<W>(arcs, 500, {NegativeFractionStep{fraction, seed}}, context)).arcs)
      (w < 0 ? pairs : others).emplace(u, v);
    for (const auto& pair : pairs) CHECK_FALSE(others.contains(pair));
    CHECK(static_cast<double>(pairs.size()) > 0.9 * fraction * static_cast<double>(pairs.size() + others.size()));
    CHECK(static_cast<double>(pairs.size()) < 1.1 * fraction * static_cast<double>(pairs.size() + others.size()));
    return pairs;
  };
  CHECK(negative(0.1, 1) != negative(0.1, 2));
  CHECK(std::ranges::includes(negative(0.3, 1), negative(0.1, 1)));
}

TEST_CASE_TEMPLATE("largest_component keeps the vertices of the largest part, in their order", W, std::int32_t, float) {
  std::mt19937 random(5);
  int cut = 0;
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const auto vertices = static_cast<Vertex>(1 + random() % 80);
    const std::vector<Arc<W>> arcs = random_arcs<W>(random, vertices, random() % (vertices + 1));
    HostContext context(1);
    ThreadedContext threads(3);
    const ArcList<W> all = arcs_of<W>(stepped<W>(arcs, vertices, {}, context));
    const std::vector<Vertex> first = plain_components(all);
    std::map<Vertex, Vertex> sizes;
    for (const Vertex v : first) ++sizes[v];
    const Vertex largest = std::ranges::max_element(sizes, {}, [](const auto& it) { return it.second; })->first;
    std::vector<Vertex> members;
    for (Vertex v = 0; v < vertices; ++v)
      if (first[v] == largest) members.push_back(v);
    ArcList<W> expected{static_cast<Vertex>(members.size()), {}};
    for (const auto& arc : all.arcs)
      if (first[std::get<0>(arc)] == largest) expected.arcs.push_back(arc);

    const GraphInSteps got = stepped<W>(arcs, vertices, {LargestComponentStep{}}, threads);
    CHECK(arcs_of<W>(got).vertices == expected.vertices);
    CHECK(arcs_of<W>(got).arcs == expected.arcs);
    if (members.size() == vertices)
      CHECK(got.original_vertices.empty());
    else
      CHECK(got.original_vertices == members);
    cut += members.size() < vertices ? 1 : 0;
    CHECK(digest_of(got) == digest_of(stepped<W>(arcs, vertices, {LargestComponentStep{}}, context)));
  }
  CHECK(cut > 30);
}

std::vector<Vertex> degrees(const GraphInSteps& graph) {
  return visit(graph.csr.view, [](const auto& view) {
    std::vector<Vertex> all;
    for (Vertex v = 0; v < view.vertices; ++v) all.push_back(static_cast<Vertex>(view.degree(v)));
    return all;
  });
}

TEST_CASE_TEMPLATE("reorder changes numbers and nothing else", W, std::int32_t, float) {
  using Order = ReorderStep::Order;
  for (const ReorderStep step : {ReorderStep{}, ReorderStep{Order::bfs}, ReorderStep{Order::degree},
                                 ReorderStep{Order::random, 1}, ReorderStep{Order::random, 2}})
    compare<W>(step, [](ArcList<W>&) {});
  // Twice, and with vertices dropped in between: the numbers are still those of the file.
  std::mt19937 random(9);
  HostContext context(2);
  const std::vector<Arc<W>> arcs = random_arcs<W>(random, 50, 60);
  const auto once = arcs_of<W>(stepped<W>(arcs, 50, {LargestComponentStep{}}, context));
  const auto often = arcs_of<W>(stepped<W>(
      arcs, 50,
      {ReorderStep{Order::random, 7}, LargestComponentStep{}, ReorderStep{Order::degree}, ReorderStep{Order::bfs}},
      context));
  CHECK(once.arcs == often.arcs);
}

TEST_CASE("reorder by degree, by breadth-first search, at random") {
  using Order = ReorderStep::Order;
  HostContext context(2);
  std::mt19937 random(1);
  const std::vector<Arc<std::int32_t>> arcs = random_arcs<std::int32_t>(random, 100, 400);
  const GraphInSteps by_degree = stepped<std::int32_t>(arcs, 100, {ReorderStep{Order::degree}}, context);
  CHECK(std::ranges::is_sorted(degrees(by_degree), std::ranges::greater()));
  const std::vector<Vertex>& original = by_degree.original_vertices;
  const std::vector<Vertex> sorted = degrees(by_degree);
  for (std::size_t v = 1; v < 100; ++v)
    if (sorted[v - 1] == sorted[v]) CHECK(original[v - 1] < original[v]);

  // 3 has the most out-arcs; what it finds comes in the order of its arcs; 0 and then 2 are left.
  const std::vector<Arc<std::int32_t>> tree = {{3, 5, 1}, {3, 1, 1}, {3, 3, 1}, {5, 4, 1}, {1, 4, 1}, {0, 4, 1}};
  CHECK(stepped<std::int32_t>(tree, 6, {ReorderStep{Order::bfs}}, context).original_vertices ==
        std::vector<Vertex>{3, 5, 1, 4, 0, 2});

  const auto shuffled = [&](std::uint64_t seed) {
    return stepped<std::int32_t>(arcs, 100, {ReorderStep{Order::random, seed}}, context).original_vertices;
  };
  CHECK(shuffled(1) == shuffled(1));
  CHECK(shuffled(1) != shuffled(2));
  int fixed = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const std::vector<Vertex> order = shuffled(seed);
    for (Vertex v = 0; v < 100; ++v) fixed += order[v] == v ? 1 : 0;
  }
  CHECK(fixed > 60);  // 100 expected, deviation 10
  CHECK(fixed < 140);
}

TEST_CASE("symmetrize leaves an undirected graph alone, and makes a directed one undirected") {
  HostContext context(1);
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 5}, {1, 0, 5}};
  const std::span<const Arc<std::int32_t>> blocks[] = {arcs};
  const GraphStep steps[] = {SymmetrizeStep{}, SymmetrizeStep{}};
  GraphInSteps graph{build_csr<std::int32_t>(2, blocks, false, OffsetKind::offsets32), false};
  apply(steps, graph, context);
  CHECK(arcs_of<std::int32_t>(graph).arcs.size() == 2);
  graph.directed = true;
  apply(steps, graph, context);
  CHECK(arcs_of<std::int32_t>(graph).arcs.size() == 4);
  CHECK_FALSE(graph.directed);
  const GraphStep uneven[] = {PotentialsStep{}};  // the two arcs of an edge do not weigh the same afterwards
  apply(uneven, graph, context);
  CHECK(graph.directed);
}

TEST_CASE("weights that do not fit are refused with what to do") {
  HostContext context(1);
  const auto message = [&]<class W>(W weight, const GraphStep& step) -> std::string {
    return refusal_by(ExitCode::input, [&] { stepped<W>({{0, 1, weight}}, 2, {step}, context); });
  };
  CHECK(message(-2'147'483'647, AbsWeightsStep{}).find("abs_weights: the arc from vertex 0 to 1") == 0);
  CHECK(message(-2'147'483'646, AbsWeightsStep{}) == "");
  CHECK(
      contains(message(2'000'000'000, ScaleWeightsStep{2}), "would have weight 4000000000, which does not fit int32"));
  CHECK(contains(message(1e30F, ScaleWeightsStep{1e10}), "which does not fit float32"));
  CHECK(message(1e30F, ScaleWeightsStep{1e8}) == "");
}

TEST_CASE("graphs without arcs or vertices pass every step") {
  using Order = ReorderStep::Order;
  HostContext context(2);
  const std::vector<GraphStep> all = {
      SymmetrizeStep{},       TransposeStep{},         DropSelfLoopsStep{},        MergeParallelStep{},
      LargestComponentStep{}, AbsWeightsStep{},        ScaleWeightsStep{2},        PotentialsStep{},
      NegativeFractionStep{}, ReorderStep{Order::bfs}, ReorderStep{Order::degree}, ReorderStep{Order::random}};
  CHECK(arcs_of<float>(stepped<float>({}, 0, all, context)).vertices == 0);
  CHECK(arcs_of<float>(stepped<float>({}, 3, all, context)).vertices == 1);
  CHECK(arcs_of<float>(stepped<float>({{0, 0, 1.0F}}, 1, all, context)).vertices == 1);
}

TEST_CASE("a step that is told to stop does") {
  ThreadedContext context(2);
  context.cancel = true;
  CHECK_THROWS_AS(stepped<float>({{0, 1, 1.0F}}, 2, {TransposeStep{}}, context), Cancelled);
}

}  // namespace graph_steps_test
}  // namespace wayfront::host
