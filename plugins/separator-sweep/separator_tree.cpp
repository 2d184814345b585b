#include "separator_tree.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "bisection.hpp"
#include "structure.hpp"
#include "wayfront/cpu/source_batch.hpp"

namespace wayfront::separators {
namespace {

/// A part that is not cut yet, with a graph of its own.
struct Part {
  std::uint32_t parent = no_node;
  std::uint32_t depth = 0;
  std::uint64_t seed = 0;
  std::vector<std::uint32_t> names;  // of its vertices in the whole graph
  std::vector<std::uint32_t> carried;
  UndirectedGraph graph;
};

/// What one cut gives.
struct Cut {
  std::vector<std::uint32_t> separator;  // by name
  std::vector<Part> parts;
};

struct Workspace {
  Bisector bisector;
  std::vector<std::uint32_t> queue;
  std::vector<std::uint32_t> place;
};

constexpr std::uint32_t no_place = 0xffff'ffffU;

/// The vertices of `part` named in [first, last) of `queue` as a part of its own; place[] has where in the queue each
/// one is, or no_place for those that are in no part.
Part extract(const Part& part, const Workspace& work, std::size_t first, std::size_t last) {
  Part child;
  child.graph.offsets.reserve(last - first + 1);
  for (std::size_t i = first; i < last; ++i) {
    const std::uint32_t v = work.queue[i];
    child.names.push_back(part.names[v]);
    child.carried.push_back(part.carried[v]);
    const auto row = part.graph.row(v);
    for (const std::uint32_t u : row)
      if (work.place[u] != no_place)
        child.graph.neighbours.push_back(work.place[u] - static_cast<std::uint32_t>(first));
    std::sort(child.graph.neighbours.begin() + child.graph.offsets.back(), child.graph.neighbours.end());
    child.graph.offsets.push_back(static_cast<std::uint32_t>(child.graph.neighbours.size()));
  }
  return child;
}

/// Components of what is left of a part without its separator; small ones are put together.
std::vector<Part> parts_left(const Part& part, const std::vector<std::uint32_t>& separator, std::uint32_t leaf_size,
                             Workspace& work) {
  const std::uint32_t vertices = part.graph.vertices();
  constexpr std::uint32_t not_seen = no_place - 1;
  work.place.assign(vertices, not_seen);
  for (const std::uint32_t v : separator) work.place[v] = no_place;
  work.queue.clear();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> small;  // ranges of the queue
  std::vector<Part> parts;
  for (std::uint32_t start = 0; start < vertices; ++start) {
    if (work.place[start] != not_seen) continue;
    const auto first = static_cast<std::uint32_t>(work.queue.size());
    work.place[start] = first;
    work.queue.push_back(start);
    for (std::size_t i = first; i < work.queue.size(); ++i)
      for (const std::uint32_t v : part.graph.row(work.queue[i])) {
        if (work.place[v] != not_seen) continue;
        work.place[v] = static_cast<std::uint32_t>(work.queue.size());
        work.queue.push_back(v);
      }
    const auto last = static_cast<std::uint32_t>(work.queue.size());
    if (last - first <= leaf_size / 2)
      small.emplace_back(first, last);
    else
      parts.push_back(extract(part, work, first, last));
  }
  Part pack;
  const auto finish_pack = [&] {
    if (pack.names.empty()) return;
    parts.push_back(std::move(pack));
    pack = Part();
  };
  for (const auto& [first, last] : small) {
    if (pack.names.size() + (last - first) > leaf_size) finish_pack();
    for (std::uint32_t i = first; i < last; ++i) pack.names.push_back(part.names[work.queue[i]]);
  }
  finish_pack();
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].seed = part.seed * 31 + i + 1;
  return parts;
}

bool is_leaf(const Part& part, std::uint32_t leaf_size) { return part.names.size() <= leaf_size; }

Cut cut(const Part& part, const DissectionOptions& options, Workspace& work, const RunContext& context) {
  constexpr std::uint32_t careful_depth = 6;
  const unsigned directions = part.depth < careful_depth ? 2 : 1;
  const auto& separator = work.bisector.separator_of(part.graph, part.carried, directions, part.seed, context);
  Cut result;
  for (const std::uint32_t v : separator) result.separator.push_back(part.names[v]);
  result.parts = parts_left(part, separator, options.leaf_size, work);
  return result;
}

}  // namespace

std::vector<TreeNode> dissect(const UndirectedGraph& graph, const std::vector<std::uint32_t>& carried,
                              const DissectionOptions& options, RunContext& context) {
  std::vector<TreeNode> tree;
  Workspaces<Workspace> workspaces;
  std::vector<Part> waiting;
  {
    Part all;
    all.seed = options.seed;
    all.names.resize(graph.vertices());
    std::iota(all.names.begin(), all.names.end(), 0U);
    all.carried = carried;
    all.graph = graph;
    workspaces.with([&](Workspace& work) { waiting = parts_left(all, {}, options.leaf_size, work); });
  }
  if (waiting.size() != 1) {  // islands, or nothing: a root without vertices
    tree.push_back({no_node, 0, waiting.empty(), {}});
    for (Part& part : waiting) part.parent = 0, part.depth = 1;
  }
  while (!waiting.empty()) {
    std::vector<Cut> cuts(waiting.size());
    context.parallel_for(waiting.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
      workspaces.with([&](Workspace& work) {
        for (std::uint64_t i = begin; i < end; ++i) {
          if (is_leaf(waiting[i], options.leaf_size))
            cuts[i].separator = std::move(waiting[i].names);
          else
            cuts[i] = cut(waiting[i], options, work, context);
        }
      });
    });
    context.throw_if_cancelled();
    std::vector<Part> next;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      const auto node = static_cast<std::uint32_t>(tree.size());
      tree.push_back({waiting[i].parent, waiting[i].depth, cuts[i].parts.empty(), std::move(cuts[i].separator)});
      for (Part& part : cuts[i].parts) {
        part.parent = node;
        part.depth = waiting[i].depth + 1;
        next.push_back(std::move(part));
      }
    }
    waiting = std::move(next);
  }
  return tree;
}

void put_back(std::vector<TreeNode>& tree, const Elimination& elimination, std::uint32_t core,
              std::uint32_t leaf_size) {
  std::vector<std::uint32_t> owner(core, no_node);
  for (std::uint32_t node = 0; node < tree.size(); ++node)
    for (std::uint32_t& v : tree[node].separator) {
      v = elimination.kept[v];
      owner[v] = node;
    }
  std::vector<std::uint32_t> spare(tree.size(), no_node);  // by inner node: the leaf that takes what hangs on it
  for (auto it = elimination.order.rbegin(); it != elimination.order.rend(); ++it) {
    std::uint32_t deepest = 0;  // the neighbours lie on one path from the root
    for (std::uint32_t i = 0; i < it->degree; ++i) {
      const std::uint32_t node = owner[it->neighbours[i]];
      if (tree[node].depth > tree[deepest].depth) deepest = node;
    }
    std::uint32_t node = deepest;
    if (!tree[deepest].is_leaf) {
      node = spare[deepest];
      if (node == no_node || tree[node].separator.size() >= 2 * std::size_t{leaf_size}) {
        node = static_cast<std::uint32_t>(tree.size());
        tree.push_back({deepest, tree[deepest].depth + 1, true, {}});
        spare[deepest] = node;
      }
    }
    tree[node].separator.push_back(it->vertex);
    owner[it->vertex] = node;
  }
}

}  // namespace wayfront::separators
