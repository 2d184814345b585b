// bellman-ford-tarjan computes shortest distances from one source in one thread, negative weights allowed: Bellman-Ford
// over a first-in first-out queue, with the tree of shortest paths kept up to date.
//
// When the distance of v falls, all that is below v in the tree is out of date. Tarjan's subtree disassembly takes it
// out at once: those vertices are not scanned again before a new path reaches them, which saves the scans whose results
// would be thrown away. And if the vertex u that is being scanned is found below v, the arc u -> v closes a cycle of
// negative weight: it is found by the very relaxation that closes it, at no further cost. Parent checking (a vertex is
// not scanned while its parent waits in the queue) needs no test of its own: a parent waits because its distance fell,
// which took the vertex out of the tree.
//
// Deviations: the papers' algorithm accepts only strictly shorter paths. Sums of floats round, so that a vertex taken
// out may be reached again at just the distance it had; here it is put back into the tree by a path that is as short.
// A vertex taken out keeps its place in the queue, and is dropped there if it comes up before a new path reaches it.
// With targets and without negative weights, paths longer than the farthest target's best one so far are dropped, too.
// Sums out of range saturate. A cycle of floats within rounding of zero may be returned as negative; whoever reads the
// answer has to add it up.
//
// Reference: R. E. Tarjan, Shortest paths, AT&T Bell Laboratories 1981; B. V. Cherkassky, A. V. Goldberg, T. Radzik,
// Shortest paths algorithms: theory and experimental evaluation, Mathematical Programming 73 (1996); B. V. Cherkassky,
// A. V. Goldberg, Negative-cycle detection algorithms, Mathematical Programming 85 (1999), algorithm BFCT.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "wayfront/cpu/vertex_queue.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/plugin.hpp"
#include "wayfront/rounds.hpp"
#include "wayfront/stopping.hpp"

namespace wayfront::bellman_ford_tarjan {

/// The tree of the paths found so far, from which whole subtrees are taken out. Its vertices stand in a ring in
/// preorder, so a subtree is its root and the deeper ones that follow.
/// Taking it out costs one step per vertex, paid for by the step that put it in.
class PathTree {
 public:
  explicit PathTree(Vertex vertices) : nodes_(vertices) {}

  /// Leaves the root alone in it.
  void start(Vertex root) {
    std::ranges::fill(nodes_, Node{});
    nodes_[root] = {root, root, no_vertex, 1};
    root_ = root;
  }
  bool has(Vertex v) const { return nodes_[v].depth != outside; }
  Vertex parent(Vertex v) const { return nodes_[v].parent; }

  /// Takes v and all below it out, where v is in the tree, which `u` is. False where that meets u, so that an arc
  /// u -> v would close a cycle; then only the parents of the two and between them are still good.
  bool take_out(Vertex v, Vertex u) {
    if (v == u || v == root_) return false;
    Node& top = nodes_[v];
    Vertex x = top.next;
    for (; nodes_[x].depth > top.depth; x = nodes_[x].next) {
      if (x == u) return false;
      nodes_[x].depth = outside;
    }
    nodes_[top.previous].next = x;
    nodes_[x].previous = top.previous;
    top.depth = outside;
    return true;
  }

  /// Puts v, which is not in the tree, below u, which is.
  void put(Vertex v, Vertex u) {
    Node& parent = nodes_[u];
    nodes_[v] = {parent.next, u, u, parent.depth + 1};
    nodes_[parent.next].previous = v;
    parent.next = v;
  }

 private:
  static constexpr std::uint32_t outside = 0;

  struct Node {
    Vertex next = no_vertex;      // in preorder
    Vertex previous = no_vertex;  // in preorder
    Vertex parent = no_vertex;    // stays when the vertex is taken out
    std::uint32_t depth = outside;
  };

  std::vector<Node> nodes_;
  Vertex root_ = no_vertex;
};

}  // namespace wayfront::bellman_ford_tarjan

namespace wayfront {
namespace {

using bellman_ford_tarjan::PathTree;

class BellmanFordTarjan {
 public:
  static constexpr PluginAbout about{
      .name = "bellman-ford-tarjan",
      .version = "1.0.0",
      .summary = "Bellman-Ford with a queue and Tarjan's subtree disassembly: the fast way to negative cycles.",
      .reference = "B. V. Cherkassky, A. V. Goldberg, Mathematical Programming 85 (1999), algorithm BFCT",
      .capabilities = capability::any_weights | capability::negative_weights | capability::predecessors |
                      capability::exact_work | capability::early};

  void prepare(const Graph& graph, RunContext&) {
    graph_ = &graph;
    queue_ = std::make_unique<VertexQueue>(graph.info().vertices);
    tree_ = std::make_unique<PathTree>(graph.info().vertices);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    visit<about.capabilities>(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
      const std::span<W> distances = output.distances_as<W>();
      Stopping<W, W> stopping(problem, distances.data());
      std::ranges::fill(distances, stopping.start());
      search(graph, problem.source, distances, stopping, output, context);
      stopping.write(output, 0);
      if (output.predecessors != nullptr)
        for (Vertex v = 0; v < graph.vertices; ++v) output.predecessors[v] = tree_->parent(v);
    });
  }

 private:
  template <class W, class O>
  void search(const CsrView<W, O>& graph, Vertex source, std::span<W> distances, Stopping<W, W>& stopping,
              Output& output, RunContext& context) {
    constexpr std::uint64_t often = 1U << 20;  // arcs between two looks at the clock
    RoundTrace trace(context);
    VertexQueue& queue = *queue_;
    PathTree& tree = *tree_;
    Work work;
    std::uint64_t unchecked = 0;
    std::uint64_t relaxed_before = 0;  // the last look at the targets
    const bool lowers = stopping.may_stop() && graph_->info().min_weight >= 0;
    W beyond = stopping.start();
    queue.clear();
    queue.push(source);
    work.pushed = 1;
    tree.start(source);
    distances[source] = W{0};
    while (queue.size() != 0) {  // a round is what waits when it begins
      for (std::uint64_t waiting = queue.size(); waiting != 0; --waiting) {
        const Vertex u = queue.pop();
        if ((unchecked += 1 + graph.degree(u)) >= often) {
          unchecked = 0;
          context.throw_if_cancelled();
        }
        const W distance = distances[u];
        if (!tree.has(u) || distance >= beyond) {
          ++work.stale;
          continue;
        }
        ++work.settled;
        work.relaxed += graph.degree(u);
        for (O arc = graph.begin(u); arc < graph.end(u); ++arc) {
          const Vertex v = graph.targets[arc];
          const W candidate = saturating_add(distance, graph.weights[arc]);
          if (!(candidate <= distances[v]) || candidate >= beyond) continue;
          if (tree.has(v)) {
            if (candidate == distances[v]) continue;
            if (!tree.take_out(v, u)) {
              output.work = work;
              return cycle(v, u, output);
            }
          }
          work.improved += candidate < distances[v] ? 1 : 0;
          distances[v] = candidate;
          tree.put(v, u);
          work.pushed += queue.push(v) ? 1 : 0;
        }
      }
      ++work.rounds;
      trace.end_round(work);
      context.throw_if_cancelled();
      if (lowers && work.relaxed - relaxed_before >= stopping.targets()) {
        relaxed_before = work.relaxed;
        stopping.lower_limit_to_targets();
        beyond = stopping.start();
      }
    }
    output.work = work;
  }

  /// The path from v to u in the tree, which the arc u -> v closes.
  void cycle(Vertex v, Vertex u, Output& output) const {
    output.outcome = Outcome::negative_cycle;
    output.cycle.assign(1, u);
    while (output.cycle.back() != v) output.cycle.push_back(tree_->parent(output.cycle.back()));
    std::ranges::reverse(output.cycle);
  }

  const Graph* graph_ = nullptr;
  std::unique_ptr<VertexQueue> queue_;
  std::unique_ptr<PathTree> tree_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::BellmanFordTarjan)
