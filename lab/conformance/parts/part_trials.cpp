#include "conformance/subject.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "conformance/reference.hpp"
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

}  // namespace wayfront::host::conformance
