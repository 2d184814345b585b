// What a plugin takes beside a source: a limit, targets, a count of nearest vertices, reductions of rows, several sources.
// Only for plugins that have the capabilities; for others the host does these.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/graphs.hpp"
#include "conformance/reference.hpp"
#include "conformance/subject.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host::conformance {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

/// A source, with the reference and the vertices that it reaches, nearest first.
template <WeightType W>
struct SolvedFully {
  SolvedFully(const Graph& graph, Vertex from) : source(from), answer(solve_plainly<W>(graph, from)) {
    for (Vertex v = 0; v < answer.distances.size(); ++v)
      (answer.distances[v] == unreached<W> ? out_of_reach : nearest).push_back(v);
    std::ranges::stable_sort(nearest, {}, [&](Vertex v) { return answer.distances[v]; });
  }
  bool counts() const { return answer.kind == Kind::distances; }
  /// The distance at this share of the way to the farthest vertex, counted in vertices.
  W distance_at(std::size_t part, std::size_t parts) const {
    return answer.distances[nearest[(nearest.size() - 1) * part / parts]];
  }
  Vertex vertex_at(std::size_t part, std::size_t parts) const { return nearest[(nearest.size() - 1) * part / parts]; }

  Vertex source;
  Reference<W> answer;
  std::vector<Vertex> nearest, out_of_reach;
};

/// Between 0 and beyond the farthest vertex: at distances, and just beside them.
template <WeightType W>
std::vector<double> limits(const SolvedFully<W>& solved) {
  std::vector<double> all = {0, 0.5};
  for (const std::size_t part : {1U, 2U, 3U, 4U}) {
    const auto distance = static_cast<double>(solved.distance_at(part, 4));
    all.push_back(distance);
    if (part % 2 != 0) continue;
    all.push_back(std::nextafter(distance, 0.0));
    all.push_back(std::nextafter(distance, no_limit));
    all.push_back(distance / 2);
    all.push_back(2 * distance + 1);
  }
  return all;
}

template <WeightType W>
std::vector<std::vector<Vertex>> targets(const SolvedFully<W>& solved) {
  std::vector<std::vector<Vertex>> all = {{solved.source},
                                          {solved.vertex_at(1, 1)},
                                          {solved.vertex_at(1, 2)},
                                          {solved.vertex_at(3, 4), solved.vertex_at(1, 4), solved.vertex_at(1, 2)},
                                          {solved.vertex_at(1, 1), solved.source, solved.vertex_at(1, 1)}};
  if (solved.out_of_reach.empty()) return all;
  all.push_back({solved.out_of_reach.front()});
  all.push_back({solved.vertex_at(1, 2), solved.out_of_reach.back(), solved.source});
  return all;
}

/// The host never asks for as many targets alone as there are vertices (projection_for()).
template <WeightType W>
bool may_be_alone(const std::vector<Vertex>& targets, const SolvedFully<W>& solved) {
  return targets.size() != solved.answer.distances.size();
}

template <WeightType W>
std::vector<std::uint64_t> counts(const SolvedFully<W>& solved) {
  const std::uint64_t reached = solved.nearest.size(), vertices = solved.answer.distances.size();
  return {1, 2, reached / 2 + 1, reached, reached + 1, vertices};
}

template <WeightType W>
void try_source(Subject& subject, const SolvedFully<W>& solved, std::uint64_t parts) {
  const Reference<W>* const expected[] = {&solved.answer};
  const auto ask = [&](const More& more, Form form = Form::rows) {
    subject.check<W>({.source = solved.source, .more = more}, expected, form);
  };
  const auto has = [parts](std::uint64_t part) { return (parts & part) != 0; };
  const double middle = static_cast<double>(solved.distance_at(1, 2));
  const bool early = has(capability::early);
  if (early)
    for (const double limit : limits(solved)) ask({.limit = limit});
  for (const std::vector<Vertex>& some : targets(solved)) {
    if (early) {
      ask({.targets = some});
      ask({.targets = some, .limit = middle});
    }
    if (has(capability::targets_only) && may_be_alone(some, solved)) ask({.targets = some}, Form::targets);
  }
  if (has(capability::reduce)) {
    ask({.reduce = true}, Form::reductions);
    ask({.reduce = true, .check = true, .within = middle}, Form::reductions);
    if (early)
      for (const double limit : limits(solved))
        ask({.limit = limit, .reduce = true, .within = middle}, Form::reductions);
  }
  if (!early) return;
  for (const std::uint64_t count : counts(solved)) {
    ask({.count = count});
    ask({.limit = middle, .count = count});
  }
}

/// All at once, the first alone, and each with other answers than its neighbours need.
template <WeightType W>
void try_batch(Subject& subject, const std::vector<SolvedFully<W>>& all, std::uint64_t parts) {
  std::vector<Vertex> sources;
  std::vector<const Reference<W>*> expected;
  for (const SolvedFully<W>& solved : all) {
    sources.push_back(solved.source);
    expected.push_back(&solved.answer);
  }
  const auto has = [parts](std::uint64_t part) { return (parts & part) != 0; };
  for (const std::size_t rows : {all.size(), std::size_t{1}}) {
    const auto ask = [&](More more, Form form = Form::rows) {
      more.sources = std::span(sources).first(rows);
      const Problem problem{.source = sources[0], .more = more};
      subject.check<W>(problem, std::span<const Reference<W>* const>(expected).first(rows), form);
    };
    ask({});
    const SolvedFully<W>& last = all[rows - 1];
    const double middle = static_cast<double>(last.distance_at(1, 2));
    const std::vector<Vertex> some = {last.vertex_at(1, 2), all[0].vertex_at(1, 4)};
    if (has(capability::early)) {
      ask({.limit = middle});
      ask({.targets = some});
      ask({.targets = some, .limit = middle});
      ask({.count = last.nearest.size() / 2 + 1});
    }
    if (has(capability::targets_only) && may_be_alone(some, last)) ask({.targets = some}, Form::targets);
    if (has(capability::reduce)) ask({.reduce = true, .check = true, .within = middle}, Form::reductions);
  }
}

}  // namespace

template <WeightType W>
void try_parts(const Suite& suite, Subject& subject, const Graph& graph, std::span<const Vertex> sources,
               std::uint64_t parts) {
  parts &= suite.plugin.about().capabilities;
  const Vertex vertices = graph.info().vertices;
  if ((parts & part_capabilities) == 0 || vertices == 0) return;
  std::vector<SolvedFully<W>> all;
  const auto add = [&](Vertex source) {
    if (std::ranges::find(all, source, &SolvedFully<W>::source) != all.end()) return;
    if (SolvedFully<W> solved(graph, source); solved.counts()) all.push_back(std::move(solved));
  };
  for (const Vertex source : sources.first(std::min<std::size_t>(sources.size(), 2))) add(source);
  const std::size_t alone = all.size();
  if ((parts & capability::batch) != 0) {
    const Vertex more = vertices > 10'000 ? 1 : 5;
    for (Vertex i = 1; i <= more; ++i) add(static_cast<Vertex>(std::uint64_t{i} * 7919 % vertices));
  }
  if (all.empty()) return;
  for (std::size_t i = 0; i < alone; ++i) try_source(subject, all[i], parts);
  if ((parts & capability::batch) != 0) try_batch(subject, all, parts);
  subject.check<W>(all[0].source, all[0].answer);
}

template void try_parts<std::int32_t>(const Suite&, Subject&, const Graph&, std::span<const Vertex>, std::uint64_t);
template void try_parts<float>(const Suite&, Subject&, const Graph&, std::span<const Vertex>, std::uint64_t);
template void try_parts<std::int64_t>(const Suite&, Subject&, const Graph&, std::span<const Vertex>, std::uint64_t);
template void try_parts<double>(const Suite&, Subject&, const Graph&, std::span<const Vertex>, std::uint64_t);

namespace {

struct Part {
  std::uint64_t own, all;  // the capability that it is about, and those that are asked with it
  std::string_view name;
};
/// A batch has the other parts with it.
constexpr Part all_parts[] = {{capability::early, capability::early, "early ends"},
                              {capability::targets_only, capability::targets_only, "targets alone"},
                              {capability::reduce, capability::reduce | capability::early, "reductions"},
                              {capability::batch, part_capabilities, "batches"}};

template <WeightType W>
void try_graph(const Suite& suite, const TestGraph<W>& test, OffsetKind offsets, std::uint64_t parts) {
  const auto graph = test.build(offsets);
  Subject subject(suite, *graph);
  try_parts<W>(suite, subject, *graph, test.sources, parts);
}

template <WeightType W>
void on_every_graph(const Suite& suite, std::uint64_t parts) {
  std::vector<NamedGraph<W>> graphs = with_weights<W>(hard_graphs(true));
  std::ranges::move(extreme_graphs<W>(false), std::back_inserter(graphs));
  Attempts attempts;
  bool wide = false;
  for (const NamedGraph<W>& named : graphs) {
    wide = !wide;
    told_of(fmt::format("graph '{}'", named.name), [&] {
      attempts.make(
          [&] { try_graph(suite, named.make(), wide ? OffsetKind::offsets64 : OffsetKind::offsets32, parts); });
    });
  }
  attempts.finish();
}

template <WeightType W>
void on_random_graphs(const Suite& suite, std::uint32_t count, std::uint64_t parts, bool negative) {
  with_random_seeds(suite, count, [&](std::uint64_t seed, OffsetKind offsets) {
    try_graph(suite, negative ? random_negative_graph<W>(seed, false) : random_graph<W>(seed), offsets, parts);
  });
}

/// Around the number of lanes of a vector or a warp.
template <WeightType W>
void batches_of_many_sizes(const Suite& suite) {
  const auto graph = grid<W>(30, 40, 75).build(OffsetKind::offsets32);
  constexpr std::size_t sizes[] = {33, 1, 2, 31, 32};
  std::vector<Vertex> sources;
  std::vector<Reference<W>> solved;
  for (std::uint64_t i = 0; i < sizes[0]; ++i) {
    sources.push_back(static_cast<Vertex>(i * 7919 % graph->info().vertices));
    solved.push_back(solve_plainly<W>(*graph, sources.back()));
  }
  std::vector<const Reference<W>*> expected;
  for (const Reference<W>& it : solved) expected.push_back(&it);
  Subject subject(suite, *graph);
  for (const std::size_t size : sizes) {
    const std::span<const Reference<W>* const> rows = std::span<const Reference<W>* const>(expected).first(size);
    Problem problem{.source = sources[0], .more = {.sources = std::span(sources).first(size)}};
    subject.check<W>(problem, rows);
    if (!suite.plugin.has(capability::reduce)) continue;
    problem.more.reduce = true;
    subject.check<W>(problem, rows, Form::reductions);
  }
}

/// Some rows may be complete when the plugin stops; the next batch must be.
template <WeightType W>
void cancelled_batch(const Suite& suite) {
  const auto graph = grid<W>(60, 60, 75).build(OffsetKind::offsets32);
  const std::array<Vertex, 6> sources = {0, 1, 2, 1000, 2000, 3599};
  Subject subject(suite, *graph);
  subject.context().start(0, false);
  subject.context().cancel();
  Output& output = subject.buffers(false).fresh(static_cast<std::uint32_t>(sources.size()));
  const Status status =
      subject.instance().solve({.source = sources[0], .more = {.sources = sources}}, output, subject.context());
  if (status.code != StatusCode::cancelled) require_ok(status, "a cancelled batch");
  try_parts<W>(suite, subject, *graph, sources, capability::batch);
}

}  // namespace

void add_part_cases(const Suite& suite, Cases& cases) {
  const std::uint32_t count = suite.options.quick ? 30 : 150;
  for_each_weight(suite.plugin, [&]<WeightType W>() {
    const auto add = [&](const std::string& name, std::function<void()> body) {
      add_case(cases, weight_kind<W>, name, std::move(body));
    };
    for (const Part& part : all_parts) {
      if (!suite.plugin.has(part.own)) continue;
      const std::uint64_t parts = part.all;
      add(fmt::format("{} on every graph", part.name), [&suite, parts] { on_every_graph<W>(suite, parts); });
      add(fmt::format("{} on {} random graphs", part.name, count),
          [&suite, count, parts] { on_random_graphs<W>(suite, count, parts, false); });
    }
    if (!suite.plugin.has(capability::batch)) return;
    add("batches of 1, 2, 31, 32 and 33 sources", [&suite] { batches_of_many_sizes<W>(suite); });
    add("a batch that is cancelled", [&suite] { cancelled_batch<W>(suite); });
    if (!suite.plugin.has(capability::negative_weights)) return;
    add(fmt::format("batches on {} random graphs with negative arcs", count),
        [&suite, count] { on_random_graphs<W>(suite, count, capability::batch | capability::reduce, true); });
  });
}

}  // namespace wayfront::host::conformance
