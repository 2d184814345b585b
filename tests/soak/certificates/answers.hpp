// Answers to try: right ones, and ones that plugins with faults might give.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "certify/poison.hpp"
#include "cycle_claims.hpp"
#include "oracle.hpp"
#include "random.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::certificates {

template <WeightType W>
class Answers {
 public:
  /// The first two must outlive it. Nothing of the oracle but distances, tight arcs and reach is asked: what it says of
  /// an answer comes later.
  Answers(const RandomGraph<W>& graph, const Oracle<W>& oracle, Random& random)
      : graph_(graph), oracle_(oracle), random_(random) {}

  /// The distances that the oracle knows, without predecessors, and with them where they can be found.
  std::vector<Answer<W>> plain() {
    std::vector<Answer<W>> answers = {known(), known()};
    answers.back().what += " with predecessors";
    add_tree(answers.back());
    return answers;
  }

  /// The same with something changed, or a claim of a negative cycle.
  Answer<W> changed() {
    const std::uint32_t part = random_.below(20);
    if (part < 4) return cycle_claim(graph_, random_);
    Answer<W> answer = known();
    if (part == 4) {
      answer.what += ", an outcome that means nothing";
      answer.outcome = static_cast<Outcome>(2 + random_.below(254));
      return answer;
    }
    if (random_.percent(50)) add_tree(answer);
    if (answer.has_predecessors && random_.percent(70))
      change_predecessors(answer);
    else
      change_distances(answer);
    if (answer.has_predecessors && random_.percent(10)) change_distances(answer);
    return answer;
  }

  /// A limit, targets, a count, or some of them.
  Asked question() {
    Asked asked;
    if (random_.percent(60)) {
      const W limit = random_.percent(70) ? oracle_.distances()[any_vertex()] : static_cast<W>(random_.below(30));
      const bool exact =
          std::is_floating_point_v<W> || sizeof(W) == 4 || std::abs(static_cast<double>(limit)) <= 0x1p53;
      if (exact && limit >= 0) asked.limit = static_cast<double>(limit);
    }
    if (random_.percent(40))
      for (std::uint32_t count = 1 + random_.below(3); count > 0; --count) asked.targets.push_back(any_vertex());
    if (random_.percent(30)) asked.count = 1 + random_.below(graph_.vertices + 2);
    return asked;
  }

  /// Makes the answer exact up to some distance, mostly one that is far enough, with anything beyond.
  void stop_early(Answer<W>& answer, const Asked& asked) {
    if (answer.outcome != Outcome::solved || random_.percent(15)) return;
    answer.what += ", stopped early";
    const auto limit = limit_as<W>(asked.limit);
    W farthest = 0;
    for (const Vertex target : asked.targets)
      farthest = std::max(farthest, std::min(limit, oracle_.distances()[target]));
    switch (random_.below(5)) {
      case 0:
        answer.exact_to = random_.percent(70) ? oracle_.distances()[any_vertex()] : odd_distance();
        break;
      case 1:
        answer.exact_to = asked.targets.empty() ? limit : step(farthest, random_.percent(80));
        break;
      case 2:
        answer.exact_to = asked.targets.empty() ? limit : farthest;
        break;
      default:
        answer.exact_to = limit;
    }
    const unsigned chance = random_.pick({0U, 30U, 100U});
    for (Vertex v = 0; v < graph_.vertices; ++v) {
      W& distance = answer.distances[v];
      if (!(distance > answer.exact_to)) continue;
      if (random_.percent(chance)) {
        distance = random_.percent(50) ? unreached<W> : step(answer.exact_to, true);
        if (random_.percent(30)) distance = saturating_add(answer.exact_to, static_cast<W>(random_.below(9)));
        if (random_.percent(1)) distance = odd_distance();
      }
      if (answer.has_predecessors && random_.percent(chance)) answer.predecessors[v] = odd_vertex();
    }
  }

 private:
  Answer<W> known() {
    Answer<W> answer;
    answer.what = "what the oracle knows";
    answer.distances = oracle_.distances();
    return answer;
  }

  /// Predecessors by a walk over tight arcs in random order; what it does not come to gets any tight arc.
  void add_tree(Answer<W>& answer) {
    answer.has_predecessors = true;
    answer.predecessors.assign(graph_.vertices, no_vertex);
    std::vector<Vertex> found = {graph_.source};
    std::vector<bool> seen(graph_.vertices);
    seen[graph_.source] = true;
    while (!found.empty()) {
      std::swap(found[random_.below(found.size())], found.back());
      const Vertex u = found.back();
      found.pop_back();
      for (const Arc<W>& arc : graph_.arcs) {
        if (arc.source != u || seen[arc.target] || !oracle_.is_tight(u, arc.target)) continue;
        seen[arc.target] = true;
        answer.predecessors[arc.target] = u;
        found.push_back(arc.target);
      }
    }
    for (Vertex v = 0; v < graph_.vertices; ++v)
      if (!seen[v] && answer.distances[v] != unreached<W>) answer.predecessors[v] = tight_tail(v);
  }

  Vertex any_vertex() { return random_.below(graph_.vertices); }
  Vertex odd_vertex() {
    return random_.pick({no_vertex, host::poison_vertex, graph_.vertices, graph_.vertices + random_.below(100),
                         any_vertex(), any_vertex()});
  }

  /// The tail of a random tight arc to v, or no_vertex.
  Vertex tight_tail(Vertex v) {
    std::vector<Vertex> tails;
    for (const Arc<W>& arc : graph_.arcs)
      if (arc.target == v && oracle_.is_tight(arc.source, v)) tails.push_back(arc.source);
    return tails.empty() ? no_vertex : random_.pick(tails);
  }

  W step(W distance, bool up) {
    if constexpr (std::is_floating_point_v<W>) {
      constexpr W infinity = std::numeric_limits<W>::infinity();
      return std::nextafter(distance, up ? infinity : -infinity);
    } else {
      return std::bit_cast<W>(std::bit_cast<Bits<W>>(distance) +
                              (up ? Bits<W>{1} : ~Bits<W>{0}));  // goes round at the ends
    }
  }

  W odd_distance() {
    using Limits = std::numeric_limits<W>;
    if (random_.percent(30)) return std::bit_cast<W>(host::poison_bits<W>);
    if (random_.percent(30)) return oracle_.distances()[any_vertex()];
    if constexpr (std::is_floating_point_v<W>) {
      return random_.pick({Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::signaling_NaN(), Limits::infinity(),
                           -Limits::infinity(), Limits::max(), Limits::lowest(), Limits::denorm_min(), W{0}, -W{0},
                           static_cast<W>(random_.below(20))});
    } else {
      return random_.pick({Limits::max(), static_cast<W>(Limits::max() - 1), Limits::lowest(),
                           static_cast<W>(Limits::lowest() + 1), W{0}, W{-1}, static_cast<W>(random_.below(20))});
    }
  }

  void change_predecessors(Answer<W>& answer) {
    std::vector<Vertex>& predecessors = answer.predecessors;
    Vertex& one = predecessors[any_vertex()];
    answer.what += take_one(
        random_,
        {{", a predecessor odd", [&] { one = odd_vertex(); }},
         {", two predecessors swapped", [&] { std::swap(one, predecessors[any_vertex()]); }},
         {", a predecessor along another arc",
          [&] {
            if (graph_.arcs.empty()) return;
            const Arc<W>& arc = random_.pick(graph_.arcs);
            predecessors[arc.target] = arc.source;
          }},
         {", a predecessor of the source",
          [&] { predecessors[graph_.source] = random_.percent(50) ? tight_tail(graph_.source) : odd_vertex(); }},
         {", predecessors that were not written",
          [&] {
            for (Vertex& p : predecessors)
              if (random_.percent(20)) p = host::poison_vertex;
          }},
         {", any tight arcs",
          [&] {
            for (Vertex v = 0; v < graph_.vertices; ++v)
              if (v != graph_.source) predecessors[v] = tight_tail(v);
          },
          2}});
  }

  void change_distances(Answer<W>& answer) {
    answer.what += take_one(random_, {{"", [&] { change_group(answer); }, 2},
                                      {"", [&] { change_reach(answer); }},
                                      {"", [&] { solve_another(answer); }},
                                      {", the sign of zeros changed",
                                       [&] {
                                         for (W& distance : answer.distances)
                                           if (distance == 0 && random_.percent(70)) distance = -distance;
                                       }},
                                      {"",
                                       [&] {
                                         for (std::uint32_t count = 2 + random_.below(3); count > 0; --count)
                                           change_one(answer);
                                       }},
                                      {"", [&] { change_one(answer); }, 2}});
  }

  void change_one(Answer<W>& answer) {
    W& distance = answer.distances[any_vertex()];
    answer.what +=
        take_one(random_, {{", one entry odd", [&] { distance = odd_distance(); }},
                           {", two entries swapped", [&] { std::swap(distance, answer.distances[any_vertex()]); }},
                           {", the source odd",
                            [&] {
                              answer.distances[graph_.source] =
                                  random_.percent(50) ? odd_distance() : step(W{0}, random_.percent(50));
                            }},
                           {", one entry by a step", [&] { distance = step(distance, random_.percent(50)); }, 2}});
  }

  void change_reach(Answer<W>& answer) {
    if (random_.percent(40)) {
      answer.what += ", entries unset";
      const unsigned chance = random_.pick({10U, 50U, 100U});
      answer.distances[any_vertex()] = unreached<W>;
      for (W& distance : answer.distances)
        if (random_.percent(chance) && random_.percent(30)) distance = unreached<W>;
      return;
    }
    // Distances from an unreached vertex on, as if somebody had been there.
    answer.what += ", an unreached part set";
    const Vertex start = any_vertex();
    const W shift = random_.percent(50) ? W{0} : static_cast<W>(random_.below(10));
    const std::vector<W> beyond = walk_lengths(graph_, start, graph_.vertices);
    for (Vertex v = 0; v < graph_.vertices; ++v)
      if (!oracle_.reaches(v) && beyond[v] != unreached<W>) answer.distances[v] = saturating_add(beyond[v], shift);
  }

  /// Moves vertices that arcs between equal distances hold together, those beyond some distance, or a tree below one.
  void change_group(Answer<W>& answer) {
    answer.what += ", a group shifted";
    const std::vector<W> before = answer.distances;
    std::vector<bool> group(graph_.vertices);
    const Vertex first = any_vertex();
    group[first] = true;
    const bool level = random_.percent(70);
    const bool both_ways = random_.percent(50);
    for (bool grown = !random_.percent(20); grown;) {
      grown = false;
      for (const Arc<W>& arc : graph_.arcs) {
        if (level && before[arc.source] != before[arc.target]) continue;
        if (!oracle_.is_tight(arc.source, arc.target)) continue;
        for (const auto& [from, to] : {std::pair(arc.source, arc.target), std::pair(arc.target, arc.source)}) {
          if (!group[from] || group[to] || (from == arc.target && !both_ways)) continue;
          group[to] = true;
          grown = true;
        }
      }
    }
    if (!level && random_.percent(30))
      for (Vertex v = 0; v < graph_.vertices; ++v) group[v] = before[v] >= before[first];
    const bool with_source = random_.percent(20);
    const bool up = random_.percent(50);
    const W by = static_cast<W>(1 + random_.below(3));
    const std::uint32_t how = random_.below(3);
    for (Vertex v = 0; v < graph_.vertices; ++v) {
      W& distance = answer.distances[v];
      if (!group[v] || distance == unreached<W> || (v == graph_.source && !with_source)) continue;
      if (how == 0) distance = step(distance, up);
      if (how == 1) distance = saturating_add(distance, up ? by : -by);
      if (how == 2) distance /= 2;
    }
  }

  /// The right answer to a question that was not asked.
  void solve_another(Answer<W>& answer) {
    RandomGraph<W> other = graph_;
    std::size_t rounds = graph_.vertices;
    const auto any_arc = [&] { return other.arcs.begin() + random_.below(other.arcs.size()); };
    answer.what =
        "the answer " + take_one(random_, {{"for another source", [&] { other.source = any_vertex(); }},
                                           {"after too few rounds", [&] { rounds = random_.below(rounds); }},
                                           {"with an arc left out",
                                            [&] {
                                              if (!other.arcs.empty()) other.arcs.erase(any_arc());
                                            }},
                                           {"with a weight changed",
                                            [&] {
                                              if (other.arcs.empty()) return;
                                              W& weight = any_arc()->weight;
                                              if (const W next = step(weight, random_.percent(50)); next - next == 0)
                                                weight = next;
                                            }},
                                           {"for arcs turned round", [&] {
                                              for (Arc<W>& arc : other.arcs) std::swap(arc.source, arc.target);
                                            }}});
    answer.distances = walk_lengths(other, other.source, rounds);
  }

  const RandomGraph<W>& graph_;
  const Oracle<W>& oracle_;
  Random& random_;
};

}  // namespace wayfront::certificates
