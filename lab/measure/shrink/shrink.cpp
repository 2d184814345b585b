#include "measure/shrink/shrink.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <utility>

#include "base/digest.hpp"
#include "base/process.hpp"
#include "graph/weight_kind.hpp"

namespace wayfront::host {
namespace {

/// Without [begin, end).
template <class T>
std::vector<T> without(const std::vector<T>& all, std::size_t begin, std::size_t end) {
  std::vector<T> rest(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(begin));
  rest.insert(rest.end(), all.begin() + static_cast<std::ptrdiff_t>(end), all.end());
  return rest;
}

template <WeightType W>
class Shrinker {
 public:
  Shrinker(FailingGraph<W>& graph, FunctionRef<bool(const FailingGraph<W>&)> fails, const ShrinkBounds& bounds)
      : best_(graph), fails_(fails), bounds_(bounds), tried_{digest_of(graph)} {}

  ShrinkEffort run() {
    for (bool smaller = true; smaller && !over();) {
      smaller = false;
      bool single = false;  // whether elements went one at a time
      for (pieces_ = 1; !single && !over(); pieces_ *= 2) {
        single = pieces_ >= std::max<std::size_t>({best_.arcs.size(), best_.vertices, best_.targets.size()});
        smaller = drop_asked(&FailingGraph<W>::sources) || smaller;
        smaller = drop_asked(&FailingGraph<W>::targets) || smaller;
        smaller = drop_arcs() || smaller;
        smaller = drop_vertices() || smaller;
        smaller = eliminate_vertices() || smaller;
      }
      smaller = lower_weights() || smaller;
    }
    return effort_;
  }

 private:
  using Graph = FailingGraph<W>;

  bool over() {
    effort_.cut_short = stop_requested || effort_.cut_short || effort_.trials >= bounds_.trials ||
                        std::chrono::steady_clock::now() >= bounds_.deadline;
    return effort_.cut_short;
  }

  bool accept(Graph smaller) {
    if (smaller.sources.empty() || (smaller.targets.empty() && !best_.targets.empty())) return false;
    std::string digest = digest_of(smaller);
    if (over() || tried_.contains(digest)) return false;
    tried_.insert(std::move(digest));
    ++effort_.trials;
    if (!fails_(smaller)) return false;
    best_ = std::move(smaller);
    return true;
  }

  static std::string digest_of(const Graph& graph) {
    Digest digest;
    const std::size_t sizes[] = {graph.vertices, graph.arcs.size(), graph.sources.size(), graph.targets.size()};
    digest.add(sizes, sizeof(sizes));
    digest.add(graph.arcs.data(), graph.arcs.size() * sizeof(Arc<W>));
    digest.add(graph.sources.data(), graph.sources.size() * sizeof(Vertex));
    digest.add(graph.targets.data(), graph.targets.size() * sizeof(Vertex));
    return digest.hex();
  }

  /// Drops runs of elements, a share of all at a time. size() counts the elements, take(begin, end) gives the graph
  /// without some of them.
  template <class Size, class Take>
  bool drop(Size&& size, Take&& take) {
    bool any = false;
    const std::size_t length = (size() + pieces_ - 1) / pieces_;
    for (std::size_t begin = 0; begin < size() && !over();) {
      const std::size_t end = std::min(begin + length, size());
      if (accept(take(begin, end)))
        any = true;
      else
        begin = end;
    }
    return any;
  }

  /// Sources or targets, of which one stays.
  bool drop_asked(std::vector<Vertex> Graph::*list) {
    return (best_.*list).size() > 1 && drop([&] { return (best_.*list).size(); },
                                            [&](std::size_t begin, std::size_t end) {
                                              Graph smaller = best_;
                                              smaller.*list = without(best_.*list, begin, end);
                                              return smaller;
                                            });
  }

  bool drop_arcs() {
    return drop([&] { return best_.arcs.size(); },
                [&](std::size_t begin, std::size_t end) {
                  return Graph{best_.vertices, without(best_.arcs, begin, end), best_.sources, best_.targets};
                });
  }

  /// Those that are neither source nor target, in ascending order.
  std::vector<Vertex> droppable() const {
    std::vector<bool> asked(best_.vertices);
    for (const auto* list : {&best_.sources, &best_.targets})
      for (const Vertex v : *list) asked[v] = true;
    std::vector<Vertex> found;
    for (Vertex v = 0; v < best_.vertices; ++v)
      if (!asked[v]) found.push_back(v);
    return found;
  }

  /// The vertices that are left are numbered anew.
  static Graph without_vertices(const Graph& graph, std::span<const Vertex> dropped) {
    std::vector<Vertex> number(graph.vertices, 0);
    for (const Vertex v : dropped) number[v] = no_vertex;
    Graph smaller;
    for (Vertex& it : number)
      if (it != no_vertex) it = smaller.vertices++;
    for (const Arc<W>& arc : graph.arcs)
      if (number[arc.source] != no_vertex && number[arc.target] != no_vertex)
        smaller.arcs.push_back({number[arc.source], number[arc.target], arc.weight});
    for (const Vertex v : graph.sources) smaller.sources.push_back(number[v]);
    for (const Vertex v : graph.targets) smaller.targets.push_back(number[v]);
    return smaller;
  }

  /// With a graph of droppable vertices in place of these.
  template <class Take>
  bool drop_droppable(Take&& take) {
    std::vector<Vertex> now;
    return drop(
        [&] {
          now = droppable();
          return now.size();
        },
        [&](std::size_t begin, std::size_t end) { return take(std::span(now).subspan(begin, end - begin)); });
  }

  bool drop_vertices() {
    return drop_droppable([&](std::span<const Vertex> some) { return without_vertices(best_, some); });
  }

  /// Replaces u -> v -> x by u -> x, for all u and x, where that does not make more arcs. Distances stay as they are.
  bool eliminate_vertices() {
    return drop_droppable([&](std::span<const Vertex> some) {
      constexpr std::size_t too_long = 100'000'000;
      Graph smaller = best_;
      std::vector<Vertex> gone;
      if (some.size() * best_.arcs.size() < too_long)
        for (const Vertex v : some)
          if (eliminate(smaller, v)) gone.push_back(v);
      return without_vertices(smaller, gone);
    });
  }

  static bool eliminate(Graph& graph, Vertex v) {
    std::vector<Arc<W>> rest, into, out;
    for (const Arc<W>& arc : graph.arcs) {
      if (arc.source == v && arc.target == v) return false;
      (arc.target == v ? into : arc.source == v ? out : rest).push_back(arc);
    }
    const std::size_t most = graph.arcs.size();
    for (const Arc<W>& first : into)
      for (const Arc<W>& second : out) {
        const WideSum<W> sum = WideSum<W>{first.weight} + second.weight;
        if (first.source == second.target && sum >= 0) continue;
        const bool fits = sum < WideSum<W>{unreached<W>} && sum > WideSum<W>{std::numeric_limits<W>::lowest()};
        if (!fits || rest.size() == most) return false;
        rest.push_back({first.source, second.target, static_cast<W>(sum)});
      }
    graph.arcs = std::move(rest);
    return true;
  }

  bool lower_weights() {
    bool any = false;
    for (const W most : {W{0}, W{1}}) {  // all at once
      Graph smaller = best_;
      for (Arc<W>& arc : smaller.arcs) arc.weight = std::min(arc.weight, most);
      any = accept(std::move(smaller)) || any;
    }
    for (std::size_t e = 0; e < best_.arcs.size() && !over(); ++e) {
      any = lower(e, 0) || lower(e, 1) || any;
      while (lower(e, half(best_.arcs[e].weight))) any = true;
    }
    return any;
  }

  /// Makes one weight `less` if that is closer to zero.
  bool lower(std::size_t e, W less) {
    const W weight = best_.arcs[e].weight;
    if (weight < 0 ? less <= weight || less > 0 : less >= weight) return false;
    Graph smaller = best_;
    smaller.arcs[e].weight = less;
    return accept(std::move(smaller));
  }

  /// Without a fraction from 1 on; fractions below are left as they are.
  static W half(W weight) {
    if constexpr (std::is_integral_v<W>)
      return weight / 2;
    else
      return std::abs(weight) > 1 ? std::trunc(weight / 2) : weight;
  }

  FailingGraph<W>& best_;
  FunctionRef<bool(const FailingGraph<W>&)> fails_;
  const ShrinkBounds& bounds_;
  ShrinkEffort effort_;
  std::size_t pieces_ = 1;  // that each list is dropped in
  std::unordered_set<std::string> tried_;
};

}  // namespace

template <WeightType W>
ShrinkEffort shrink(FailingGraph<W>& graph, FunctionRef<bool(const FailingGraph<W>&)> fails,
                    const ShrinkBounds& bounds) {
  return Shrinker<W>(graph, fails, bounds).run();
}

template ShrinkEffort shrink(FailingGraph<std::int32_t>&, FunctionRef<bool(const FailingGraph<std::int32_t>&)>,
                             const ShrinkBounds&);
template ShrinkEffort shrink(FailingGraph<std::int64_t>&, FunctionRef<bool(const FailingGraph<std::int64_t>&)>,
                             const ShrinkBounds&);
template ShrinkEffort shrink(FailingGraph<double>&, FunctionRef<bool(const FailingGraph<double>&)>,
                             const ShrinkBounds&);
template ShrinkEffort shrink(FailingGraph<float>&, FunctionRef<bool(const FailingGraph<float>&)>, const ShrinkBounds&);

}  // namespace wayfront::host
