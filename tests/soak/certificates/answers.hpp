// Answers to try: right ones, and ones that plugins with faults might give.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "oracle.hpp"
#include "random.hpp"

namespace wayfront::certificates {

/// A way to change an answer, and how often it is taken among others.
struct Way {
  const char* what;
  std::function<void()> change;
  unsigned often = 1;
};
/// Takes one of them. Returns what it is called.
std::string take_one(Random& random, std::initializer_list<Way> ways);

template <WeightType W>
class Answers {
 public:
  /// The first two must outlive it. Nothing of the oracle but distances, tight arcs and reach is asked: what it says of
  /// an answer comes later.
  Answers(const RandomGraph<W>& graph, const Oracle<W>& oracle, Random& random);

  /// The distances that the oracle knows, without predecessors, and with them where they can be found.
  std::vector<Answer<W>> plain();
  /// The same with something changed, or a claim of a negative cycle.
  Answer<W> changed();
  /// A limit, targets, a count, or some of them.
  Asked question();
  /// Makes the answer exact up to some distance, mostly one that is far enough, with anything beyond.
  void stop_early(Answer<W>& answer, const Asked& asked);

 private:
  Answer<W> known();
  void add_tree(Answer<W>& answer);
  Vertex any_vertex() { return random_.below(graph_.vertices); }
  Vertex odd_vertex();
  Vertex tight_tail(Vertex v);
  W step(W distance, bool up);
  W odd_distance();

  void change_predecessors(Answer<W>& answer);
  void change_distances(Answer<W>& answer);
  void change_one(Answer<W>& answer);
  void change_reach(Answer<W>& answer);
  void change_group(Answer<W>& answer);
  void solve_another(Answer<W>& answer);

  const RandomGraph<W>& graph_;
  const Oracle<W>& oracle_;
  Random& random_;
};

/// A claim of a negative cycle: one that some walk of the graph makes, or one with a fault. The graph may be empty.
template <WeightType W>
Answer<W> cycle_claim(const RandomGraph<W>& graph, Random& random);

}  // namespace wayfront::certificates
