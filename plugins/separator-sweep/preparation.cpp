#include "preparation.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "admission.hpp"
#include "elimination.hpp"
#include "kept_preparation.hpp"
#include "layout.hpp"
#include "separator_tree.hpp"
#include "undirected_graph.hpp"

namespace wayfront::separators {
namespace {

UndirectedGraph support_of(const Graph& graph, const RunContext& context) {
  return visit(graph.csr(), [&](const auto& csr) {
    return undirected_graph(csr.vertices, context, [&](auto&& add) {
      for (Vertex u = 0; u < csr.vertices; ++u) {
        if (u % 65536 == 0) context.throw_if_cancelled();
        for (auto arc = csr.begin(u); arc < csr.end(u); ++arc) add(u, csr.targets[arc]);
      }
    });
  });
}

/// Whether all of the graph's arcs join vertices that are joined in `support`, and are not far fewer: separators of a
/// network are those of each of its parts.
bool covers(const UndirectedGraph& support, const Graph& graph) {
  return visit(graph.csr(), [&](const auto& csr) {
    if (csr.vertices != support.vertices() || csr.edges < support.edges() / 2) return false;
    for (Vertex u = 0; u < csr.vertices; ++u)
      for (auto arc = csr.begin(u); arc < csr.end(u); ++arc)
        if (csr.targets[arc] != u && !std::ranges::binary_search(support.row(u), csr.targets[arc])) return false;
    return true;
  });
}

bool take_kept(const PreparationKey& key, Vertex vertices, Preparation& result, RunContext& context) {
  const KeptBytes kept = context.host().kept(key.pieces());
  if (kept.owner == nullptr) return false;
  std::optional<Preparation> found = preparation_from(kept.bytes, vertices);
  if (!found) {
    context.host().note("the separators in the cache cannot be read, so they were searched again");
    return false;
  }
  result = std::move(*found);
  context.host().note(
      "its separators come from the cache, where an earlier run kept them: only the tables were computed");
  return true;
}

}  // namespace

bool prepare_structure(const Graph& graph, const PreparationOptions& options, Preparation& result,
                       RunContext& context) {
  admit_size(graph.info());
  const PreparationKey key(graph, options);
  if (!result.is_complete && take_kept(key, graph.info().vertices, result, context)) return false;
  if (result.is_complete && covers(result.skeleton.support, graph)) {
    context.host().note(
        "its separators are those of a graph before, whose streets it has: only the tables were computed");
    return false;
  }
  result = Preparation();
  result.skeleton = skeleton_of(support_of(graph, context), context);
  const Skeleton& skeleton = result.skeleton;
  const Elimination elimination = eliminate(skeleton.graph, skeleton.carried, context);
  admit_density(elimination.graph);
  const auto leaf_size = static_cast<std::uint32_t>(options.leaf_size);
  auto tree = dissect(elimination.graph, elimination.carried,
                      {.seed = static_cast<std::uint64_t>(options.seed), .leaf_size = leaf_size}, context);
  put_back(tree, elimination, skeleton.graph.vertices(), leaf_size);
  result.structure = structure_of(skeleton, merged(std::move(tree)));
  result.prediction = predict(result.structure);
  admit_tables(result.structure, result.prediction);
  result.is_complete = true;
  context.host().keep(key.pieces(), [&] { return bytes_of(result); });
  return true;
}

}  // namespace wayfront::separators
