// Weights worked into the skeleton: the lightest arc in each direction of an edge, the lengths of chains, and how far
// removed vertices are from where they hang.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "skeleton.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

/// A sum that stays at `unreached` where it does not fit.
template <WeightType W>
constexpr Magnitude<W> sum_of(Magnitude<W> a, Magnitude<W> b) {
  return std::min<Magnitude<W>>(a + b, static_cast<Magnitude<W>>(unreached<W>));
}

/// By entry of Skeleton::graph, from the row's vertex and to it.
template <WeightType W>
struct CoreWeights {
  std::vector<Magnitude<W>> out;
  std::vector<Magnitude<W>> in;

  bool is_symmetric() const { return out == in; }
};

template <WeightType W>
class RemovedWeights {
 public:
  using Entry = Magnitude<W>;
  static constexpr Entry none = static_cast<Entry>(unreached<W>);

  RemovedWeights(const Skeleton& skeleton, const CsrView<W, std::uint32_t>& graph, const RunContext& context)
      : skeleton_(skeleton), lightest_(skeleton.support.neighbours.size(), none) {
    for (Vertex u = 0; u < graph.vertices; ++u) {
      if (u % 65536 == 0) context.throw_if_cancelled();
      for (std::uint32_t arc = graph.begin(u); arc < graph.end(u); ++arc) {
        if (graph.targets[arc] == u) continue;
        Entry& lightest = lightest_[skeleton.support.find(u, graph.targets[arc])];
        lightest = std::min(lightest, static_cast<Entry>(graph.weights[arc]));
      }
    }
  }

  CoreWeights<W> core() const {
    const auto& id = skeleton_.core_id;
    const UndirectedGraph& graph = skeleton_.graph;
    CoreWeights<W> result;
    result.out.assign(graph.neighbours.size(), none);
    for (const Vertex u : skeleton_.core) {  // the neighbours in the core ascend in both graphs
      std::uint32_t edge = graph.offsets[id[u]];
      for (std::uint32_t i = skeleton_.support.offsets[u]; i < skeleton_.support.offsets[u + 1]; ++i) {
        const std::uint32_t y = id[skeleton_.support.neighbours[i]];
        if (y == no_vertex) continue;
        while (graph.neighbours[edge] != y) ++edge;
        result.out[edge] = lightest_[i];
      }
    }
    const auto lower = [&](Vertex from, Vertex to, Entry weight) {
      if (from == to) return;  // a chain that leads back to its start
      Entry& out = result.out[graph.find(id[from], id[to])];
      out = std::min(out, weight);
    };
    for (const Chain& chain : skeleton_.chains) {
      Entry there = 0;
      Entry back = 0;
      for (std::uint32_t i = 0; i <= chain.length; ++i) {
        there = sum_of<W>(there, weight(member(chain, i), member(chain, i + 1)));
        back = sum_of<W>(back, weight(member(chain, i + 1), member(chain, i)));
      }
      lower(chain.from, chain.to, there);
      lower(chain.to, chain.from, back);
    }
    std::vector<std::uint32_t> next = graph.offsets;  // entry of each row, which the rows of its ends, ascending, meet
    result.in.reserve(result.out.size());
    for (const std::uint32_t y : graph.neighbours) result.in.push_back(result.out[next[y]++]);
    return result;
  }

  /// Numbers::offsets.
  std::vector<Entry> offsets() const {
    std::vector<Entry> result(std::size_t{2} * skeleton_.support.vertices());
    for (const Chain& chain : skeleton_.chains) {
      Entry sum = 0;
      for (std::uint32_t i = 1; i <= chain.length; ++i) {
        sum = sum_of<W>(sum, weight(member(chain, i - 1), member(chain, i)));
        result[2 * std::size_t{member(chain, i)}] = sum;
      }
      sum = 0;
      for (std::uint32_t i = chain.length; i > 0; --i) {
        sum = sum_of<W>(sum, weight(member(chain, i + 1), member(chain, i)));
        result[2 * std::size_t{member(chain, i)} + 1] = sum;
      }
    }
    for (std::size_t i = skeleton_.tree_vertices.size(); i-- > 0;) {  // parents first
      const Vertex v = skeleton_.tree_vertices[i];
      const Vertex parent = skeleton_.tree_parents[i];
      const Entry last = weight(parent, v);
      for (std::size_t side = 0; side < 2; ++side)
        result[2 * std::size_t{v} + side] = sum_of<W>(result[2 * std::size_t{parent} + side], last);
    }
    return result;
  }

 private:
  /// 0 is where the chain starts, length + 1 where it ends.
  Vertex member(const Chain& chain, std::uint32_t i) const {
    if (i == 0) return chain.from;
    return i > chain.length ? chain.to : skeleton_.chain_vertices[chain.start + i - 1];
  }
  Entry weight(Vertex u, Vertex v) const { return lightest_[skeleton_.support.find(u, v)]; }

  const Skeleton& skeleton_;
  std::vector<Entry> lightest_;  // by entry of Skeleton::support
};

}  // namespace wayfront::separators
