#include "preparation.hpp"

#include <utility>

#include "elimination.hpp"
#include "layout.hpp"
#include "separator_tree.hpp"
#include "undirected_graph.hpp"

namespace wayfront::separators {
namespace {

UndirectedGraph support_of(const Graph& graph) {
  return visit(graph.csr(), [](const auto& csr) {
    return undirected_graph(csr.vertices, [&](auto&& add) {
      for (Vertex u = 0; u < csr.vertices; ++u)
        for (auto arc = csr.begin(u); arc < csr.end(u); ++arc) add(u, csr.targets[arc]);
    });
  });
}

}  // namespace

Preparation prepare_structure(const Graph& graph, const PreparationOptions& options, RunContext& context) {
  Preparation result;
  result.skeleton = skeleton_of(support_of(graph), context);
  const Skeleton& skeleton = result.skeleton;
  const Elimination elimination = eliminate(skeleton.graph, skeleton.carried, context);
  const auto leaf_size = static_cast<std::uint32_t>(options.leaf_size);
  auto tree = dissect(elimination.graph, elimination.carried,
                      {.seed = static_cast<std::uint64_t>(options.seed), .leaf_size = leaf_size}, context);
  put_back(tree, elimination, skeleton.graph.vertices(), leaf_size);
  result.structure = structure_of(skeleton, merged(std::move(tree)));
  return result;
}

}  // namespace wayfront::separators
