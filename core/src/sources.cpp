#include "sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>

#include "errors.hpp"

namespace wayfront::host {
namespace {

std::vector<Vertex> listed(const SourceRule& rule, Vertex vertices, const VertexIds& ids) {
  std::vector<Vertex> sources;
  for (const VertexId& id : rule.ids) {
    const std::optional<Vertex> vertex = ids.find(id, vertices);
    if (!vertex)
      throw UserError(ExitCode::usage, fmt::format("problem.sources: vertex {} is not in the graph, whose ids are {}",
                                                   id, ids.describe(vertices)));
    sources.push_back(*vertex);
  }
  return sources;
}

}  // namespace

std::vector<Vertex> choose_sources(const SourceRule& rule, const Graph& graph, const VertexIds& ids) {
  const Vertex vertices = graph.info().vertices;
  if (vertices == 0) throw UserError(ExitCode::usage, "the graph has no vertices, so there is no source to start from");
  if (rule.kind == SourceRule::Kind::listed) return listed(rule, vertices, ids);

  return visit(graph.csr(), [&](const auto& csr) {
    std::vector<Vertex> sources;
    if (rule.kind == SourceRule::Kind::max_degree) {
      Vertex best = 0;
      for (Vertex v = 1; v < vertices; ++v)
        if (csr.degree(v) > csr.degree(best)) best = v;
      sources.push_back(best);
      return sources;
    }
    std::vector<Vertex> candidates;
    for (Vertex v = 0; v < vertices; ++v)
      if (csr.degree(v) > 0) candidates.push_back(v);
    if (candidates.empty())
      throw UserError(ExitCode::usage,
                      "problem.sources: no vertex of the graph has an out-edge; name the sources in a list");
    std::mt19937_64 random(rule.seed);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(rule.count, candidates.size()); ++i) {
      // Fisher-Yates with the generator's raw numbers: std::uniform_int_distribution differs between libraries.
      const std::uint64_t j = i + random() % (candidates.size() - i);
      std::swap(candidates[i], candidates[j]);
      sources.push_back(candidates[i]);
    }
    return sources;
  });
}

}  // namespace wayfront::host
