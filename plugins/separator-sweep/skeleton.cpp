#include "skeleton.hpp"

#include <utility>

namespace wayfront::separators {
namespace {

class Builder {
 public:
  Builder(Skeleton& skeleton, const RunContext& context)
      : skeleton_(skeleton),
        context_(context),
        degree_(skeleton.support.vertices()),
        gone_(skeleton.support.vertices()) {}

  void build() {
    remove_trees();
    context_.throw_if_cancelled();
    choose_core();
    context_.throw_if_cancelled();
    walk_chains();
    context_.throw_if_cancelled();
    join_core();
  }

 private:
  Vertex vertices() const { return skeleton_.support.vertices(); }

  void remove_trees() {
    std::vector<Vertex> queue;
    for (Vertex v = 0; v < vertices(); ++v) {
      degree_[v] = skeleton_.support.degree(v);
      if (degree_[v] == 1) queue.push_back(v);
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const Vertex v = queue[i];
      if (degree_[v] != 1) continue;  // the last vertex of a tree
      for (const Vertex parent : skeleton_.support.row(v)) {
        if (gone_[parent]) continue;
        gone_[v] = true;
        skeleton_.tree_vertices.push_back(v);
        skeleton_.tree_parents.push_back(parent);
        if (--degree_[parent] == 1) queue.push_back(parent);
        break;
      }
    }
  }

  /// Ends of chains and what joins more than two. Of each ring that has none, its first vertex.
  void choose_core() {
    std::vector<bool> chosen(vertices());
    std::vector<bool> seen(vertices());
    std::vector<Vertex> queue;
    const auto walk_from = [&](Vertex start) {
      seen[start] = true;
      queue.assign(1, start);
      while (!queue.empty()) {
        const Vertex u = queue.back();
        queue.pop_back();
        for (const Vertex v : skeleton_.support.row(u))
          if (!gone_[v] && !seen[v] && degree_[v] == 2) seen[v] = true, queue.push_back(v);
      }
    };
    const auto is_single = [&](Vertex v) { return skeleton_.support.degree(v) == 0; };
    for (Vertex v = 0; v < vertices(); ++v)
      if (!gone_[v] && degree_[v] != 2 && !is_single(v)) chosen[v] = true, walk_from(v);
    for (Vertex v = 0; v < vertices(); ++v)
      if (!gone_[v] && degree_[v] == 2 && !seen[v]) chosen[v] = true, walk_from(v);
    skeleton_.core_id.assign(vertices(), no_vertex);
    for (Vertex v = 0; v < vertices(); ++v) {
      if (!chosen[v]) continue;
      skeleton_.core_id[v] = static_cast<std::uint32_t>(skeleton_.core.size());
      skeleton_.core.push_back(v);
    }
  }

  void walk_chains() {
    std::vector<bool> walked(vertices());
    for (const Vertex from : skeleton_.core)
      for (const Vertex first : skeleton_.support.row(from)) {
        if (gone_[first] || skeleton_.core_id[first] != no_vertex || walked[first]) continue;
        Chain chain{from, from, static_cast<std::uint32_t>(skeleton_.chain_vertices.size()), 0};
        Vertex before = from;
        Vertex here = first;
        while (skeleton_.core_id[here] == no_vertex) {
          walked[here] = true;
          skeleton_.chain_vertices.push_back(here);
          ++chain.length;
          const Vertex next = other_neighbour(here, before);
          before = here;
          here = next;
        }
        chain.to = here;
        skeleton_.chains.push_back(chain);
      }
  }
  /// Of a vertex on a chain.
  Vertex other_neighbour(Vertex v, Vertex before) const {
    for (const Vertex u : skeleton_.support.row(v))
      if (!gone_[u] && u != before) return u;
    return before;
  }

  void join_core() {
    const auto core = static_cast<std::uint32_t>(skeleton_.core.size());
    const auto& id = skeleton_.core_id;
    skeleton_.graph = undirected_graph(core, context_, [&](auto&& add) {
      for (const Vertex u : skeleton_.core)
        for (const Vertex v : skeleton_.support.row(u))
          if (u < v && id[v] != no_vertex) add(id[u], id[v]);
      for (const Chain& chain : skeleton_.chains) add(id[chain.from], id[chain.to]);
    });
    std::vector<std::uint32_t> foot(vertices(), no_vertex);  // the core vertex that carries a removed one
    skeleton_.carried.assign(core, 1);
    const auto carry = [&](Vertex v, std::uint32_t by) {
      foot[v] = by;
      ++skeleton_.carried[by];
    };
    for (const Chain& chain : skeleton_.chains)
      for (std::uint32_t i = 0; i < chain.length; ++i)
        carry(skeleton_.chain_vertices[chain.start + i], id[2 * i < chain.length ? chain.from : chain.to]);
    for (std::size_t i = skeleton_.tree_vertices.size(); i-- > 0;) {
      const Vertex parent = skeleton_.tree_parents[i];
      carry(skeleton_.tree_vertices[i], id[parent] != no_vertex ? id[parent] : foot[parent]);
    }
  }

  Skeleton& skeleton_;
  const RunContext& context_;
  std::vector<std::uint32_t> degree_;  // among the vertices that are left
  std::vector<bool> gone_;             // with a tree
};

}  // namespace

Skeleton skeleton_of(UndirectedGraph support, const RunContext& context) {
  Skeleton skeleton;
  skeleton.support = std::move(support);
  Builder(skeleton, context).build();
  return skeleton;
}

}  // namespace wayfront::separators
