#include "question/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>
#include <unordered_set>

#include "base/errors.hpp"
#include "base/share_text.hpp"
#include "graph/reach_search.hpp"

namespace wayfront::host {
namespace {

/// The smallest number of vertices that is this share of all, at least one; above 1 it is the number itself.
Vertex wanted_reach(double share, Vertex vertices) {
  if (share > vertices && share > 1)
    throw UserError(ExitCode::usage, fmt::format("problem.sources: each is to reach {} (reaches = {}), but the graph "
                                                 "has only {}; give reaches a lower value",
                                                 reach_text(share), share, vertices));
  if (share > 1) return static_cast<Vertex>(share);
  auto count = static_cast<Vertex>(share * vertices);
  while (count < vertices && static_cast<double>(count) / vertices < share) ++count;
  return std::max<Vertex>(count, 1);
}

[[noreturn]] void refuse_reach(const Question& question, std::uint64_t tried, Vertex best, Vertex vertices,
                               bool directed) {
  throw UserError(
      ExitCode::usage,
      fmt::format("problem.sources: none of the {} random vertices tried reaches {} (reaches = {}); "
                  "the best reaches {} of {}, {}; give reaches a lower value, {}",
                  tried, reach_text(question.reaches), question.reaches, best, vertices,
                  share_text(static_cast<double>(best) / vertices),
                  directed ? fmt::format("or if {}", read_as_undirected)
                           : "or keep only the largest component: [graph] steps = [\"largest_component\"]"));
}

template <class Csr>
std::vector<Vertex> drawn(const Question& question, const Csr& csr, bool directed, RunContext& context) {
  constexpr std::uint64_t max_passes = 32;  // passes over the graph, by searches that find too little
  const std::uint64_t max_wasted = max_passes * (std::uint64_t{csr.vertices} + csr.edges);
  std::vector<Vertex> candidates;
  for (Vertex v = 0; v < csr.vertices; ++v)
    if (csr.degree(v) > 0) candidates.push_back(v);
  if (candidates.empty())
    throw UserError(ExitCode::usage,
                    "problem.sources: no vertex of the graph has an out-arc; name the sources in a list");
  std::optional<ReachSearch<Csr>> search;
  if (question.reaches > 0) search.emplace(csr, wanted_reach(question.reaches, csr.vertices), !directed, context);
  std::vector<Vertex> sources;
  std::mt19937_64 random(question.seed);
  std::uint64_t i = 0;
  for (; i < candidates.size() && sources.size() < question.random; ++i) {
    // Fisher-Yates with the generator's raw numbers: std::uniform_int_distribution differs between libraries.
    const std::uint64_t j = i + random() % (candidates.size() - i);
    std::swap(candidates[i], candidates[j]);
    if (!search || search->reaches_enough(candidates[i])) sources.push_back(candidates[i]);
    if (search && search->wasted() > max_wasted) {
      ++i;
      break;
    }
  }
  if (sources.empty()) refuse_reach(question, i, search->best(), csr.vertices, directed);
  return sources;
}

}  // namespace

std::string reach_text(double reaches) {
  return reaches > 1 ? fmt::format("{} vertices", static_cast<Vertex>(reaches))
                     : fmt::format("{} of the vertices", share_text(reaches));
}

std::vector<Vertex> vertices_of(std::span<const VertexId> wanted, Vertex vertices, const VertexIds& ids,
                                std::string_view what) {
  std::vector<Vertex> found;
  for (const VertexId& id : wanted) {
    const std::optional<Vertex> vertex = ids.find(id, vertices);
    if (!vertex)
      throw UserError(ExitCode::usage, fmt::format("{}: vertex {} is not in the graph, whose ids are {}", what,
                                                   to_text(id), ids.describe(vertices)));
    found.push_back(*vertex);
  }
  return found;
}

std::vector<Vertex> distinct(std::span<const Vertex> listed) {
  std::unordered_set<Vertex> taken;
  std::vector<Vertex> vertices;
  for (const Vertex v : listed)
    if (taken.insert(v).second) vertices.push_back(v);
  return vertices;
}

std::size_t distinct_count(std::span<const Vertex> listed, std::size_t most) {
  std::unordered_set<Vertex> taken;
  std::size_t count = 0;
  while (count < std::min(most, listed.size()) && taken.insert(listed[count]).second) ++count;
  return count;
}

std::vector<Vertex> choose_sources(const Question& question, const Graph& graph, bool directed, const VertexIds& ids,
                                   RunContext& context, Door door) {
  const Vertex vertices = graph.info().vertices;
  if (vertices == 0) throw UserError(ExitCode::usage, "the graph has no vertices, so there is no source");
  if (question.rule == Question::Rule::listed)
    return vertices_of(question.sources, vertices, ids, door == Door::file ? "problem.sources" : "--from");
  if (question.rule == Question::Rule::all) {
    const std::span<const Vertex> order = ids.order();
    std::vector<Vertex> all(order.begin(), order.end());
    for (Vertex v = 0; order.empty() && v < vertices; ++v) all.push_back(v);
    return all;
  }
  return visit(graph.csr(), [&](const auto& csr) {
    if (question.rule == Question::Rule::random) return drawn(question, csr, directed, context);
    Vertex best = 0;
    for (Vertex v = 1; v < vertices; ++v)
      if (csr.degree(v) > csr.degree(best)) best = v;
    return std::vector<Vertex>{best};
  });
}

}  // namespace wayfront::host
