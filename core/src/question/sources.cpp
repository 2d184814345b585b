#include "question/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <unordered_set>

#include "base/big_array.hpp"
#include "base/gather.hpp"
#include "base/refusal.hpp"
#include "base/text.hpp"
#include "graph/rows_view.hpp"

namespace wayfront::host {
namespace {

// Whether a search from a vertex reaches enough of the graph: for sources.

/// Breadth-first searches from one vertex after the other. A search ends as soon as it has found enough vertices, or a
/// vertex that is known to reach enough. If a search finds too few, none of the vertices that it found reaches more: no
/// search begins there.
class ReachSearch {
 public:
  /// `symmetric`: the graph has each arc in both directions. Refers to `view` and `context`.
  ReachSearch(const ArcsView& view, Vertex enough, bool symmetric, RunContext& context)
      : view_(view),
        enough_(enough),
        symmetric_(symmetric),
        context_(context),
        marks_(make_big_array<Mark>(view.vertices)) {
    std::fill_n(marks_.get(), view.vertices, Mark{0});
  }

  /// Whether `start` reaches enough vertices, including itself. Does not depend on the number of threads.
  bool reaches_enough(Vertex start) {
    if ((marks_[start] & (good | bad)) != 0) return (marks_[start] & good) != 0;
    met_good_ = false;
    std::vector<Vertex> found = {start};
    marks_[start] |= seen;
    std::uint64_t arcs = 0;
    for (std::size_t done = 0; done < found.size() && found.size() < enough_ && !met_good_;) {
      context_.throw_if_cancelled();
      const std::size_t end = found.size();
      for (std::size_t i = done; i < end; ++i) arcs += view_.degree(found[i]);
      const std::vector<Vertex> next = push({found.data() + done, end - done});
      found.insert(found.end(), next.begin(), next.end());
      done = end;
    }
    const bool is_good = met_good_ || found.size() >= enough_;
    if (!is_good) {
      best_ = std::max(best_, static_cast<Vertex>(found.size()));
      wasted_ += found.size() + arcs;
    }
    const Mark learnt = !is_good ? bad : symmetric_ ? good : Mark{0};
    for (const Vertex v : found) marks_[v] = static_cast<Mark>((marks_[v] & ~seen) | learnt);
    if (is_good) marks_[start] |= good;
    return is_good;
  }

  /// The largest number of vertices found by a search that did not find enough.
  Vertex best() const { return best_; }
  /// Number of vertices and arcs that all such searches visited.
  std::uint64_t wasted() const { return wasted_; }

 private:
  using Mark = std::uint8_t;
  static constexpr Mark seen = 1;  // by the current search
  static constexpr Mark good = 2, bad = 4;
  static constexpr std::size_t level_grain = std::size_t{1} << 10;

  /// The new vertices that arcs from `level` lead to.
  std::vector<Vertex> push(std::span<const Vertex> level) {
    return gather(level.size(), level_grain, context_,
                  [&](std::size_t begin, std::size_t end, std::vector<Vertex>& found) {
                    for (const Vertex u : level.subspan(begin, end - begin))
                      for (auto e = view_.begin(u); e < view_.end(u); ++e) {
                        const std::atomic_ref mark(marks_[view_.targets[e]]);
                        const Mark known = mark.load(std::memory_order_relaxed);
                        if ((known & good) != 0) met_good_.store(true, std::memory_order_relaxed);
                        if ((known & seen) == 0 && (mark.fetch_or(seen, std::memory_order_relaxed) & seen) == 0)
                          found.push_back(view_.targets[e]);
                      }
                  });
  }

  const ArcsView& view_;
  const Vertex enough_;
  const bool symmetric_;
  RunContext& context_;
  BigArray<Mark> marks_;
  std::atomic<bool> met_good_ = false;
  Vertex best_ = 0;
  std::uint64_t wasted_ = 0;
};

/// The smallest number of vertices that is this share of all, at least one; above 1 it is the number itself.
Vertex wanted_reach(double share, Vertex vertices) {
  if (share > vertices && share > 1)
    refuse(
        "problem.sources: each is to reach {} (reaches = {}), but the graph "
        "has only {}; give reaches a lower value",
        reach_text(share), share, vertices);
  if (share > 1) return static_cast<Vertex>(share);
  auto count = static_cast<Vertex>(share * vertices);
  while (count < vertices && static_cast<double>(count) / vertices < share) ++count;
  return std::max<Vertex>(count, 1);
}

[[noreturn]] void refuse_reach(const Question& question, std::uint64_t tried, Vertex best, Vertex vertices,
                               bool directed) {
  refuse(
      "problem.sources: none of the {} random vertices tried reaches {} (reaches = {}); "
      "the best reaches {} of {}, {}; give reaches a lower value, {}",
      tried, reach_text(question.reaches), question.reaches, best, vertices,
      share_text(static_cast<double>(best) / vertices),
      directed ? fmt::format("or if {}", read_as_undirected)
               : "or keep only the largest component: [graph] steps = [\"largest_component\"]");
}

std::vector<Vertex> drawn(const Question& question, const ArcsView& csr, bool directed, RunContext& context) {
  constexpr std::uint64_t max_passes = 32;  // passes over the graph, by searches that find too little
  const std::uint64_t max_wasted = max_passes * (std::uint64_t{csr.vertices} + csr.edges);
  std::vector<Vertex> candidates;
  for (Vertex v = 0; v < csr.vertices; ++v)
    if (csr.degree(v) > 0) candidates.push_back(v);
  if (candidates.empty()) refuse("problem.sources: no vertex of the graph has an out-arc; name the sources in a list");
  std::optional<ReachSearch> search;
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

/// Where an id looks like a longitude or latitude: 50.12,8.70.
std::string_view advice_on_places(const VertexId& id) {
  const std::string_view first = std::string_view(id.name).substr(0, id.name.find(','));
  return first.find('.') != first.npos && number_of<double>(first) ? "; it takes ids of vertices, not places" : "";
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
      refuse("{}: vertex {} is not in the graph, whose ids are {}{}", what, to_text(id), ids.describe(vertices),
             advice_on_places(id));
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
  if (vertices == 0) refuse("the graph has no vertices, so there is no source");
  if (question.rule == Question::Rule::listed)
    return vertices_of(question.sources, vertices, ids, door == Door::file ? "problem.sources" : "--from");
  if (question.rule == Question::Rule::all) return ids.in_order(vertices);
  const ArcsView arcs = arcs_view(graph.csr());
  if (question.rule == Question::Rule::random) return drawn(question, arcs, directed, context);
  Vertex best = 0;
  for (Vertex v = 1; v < vertices; ++v)
    if (arcs.degree(v) > arcs.degree(best)) best = v;
  return {best};
}

Asked resolve(const Question& question, const GraphInfo& graph, const VertexIds& ids, Door door) {
  const bool file = door == Door::file;
  const Vertex vertices = graph.vertices - (question.nearest ? 1 : 0);
  Asked asked{.limit = question.limit,
              .targets = vertices_of(question.targets, vertices, ids, file ? "problem.targets" : "--to"),
              .count = question.count,
              .predecessors = question.predecessors,
              .nearest = question.nearest != 0,
              .sample = sampling_of(question)};
  if (question.count > vertices)
    refuse("{} is {}, but the graph has {} vertices", file ? "problem.count" : "--count", question.count, vertices);
  if (question.count != 0 && question.nearest) ++asked.count;
  require_limit(question.limit, graph.weights);
  if (!question.reduce.empty())
    asked.reduce = {.within = std::isnan(question.within) ? std::numeric_limits<double>::infinity() : question.within,
                    .check = question.check};
  return asked;
}

std::string early_stop_note(const Asked& asked, const GraphInfo& graph) {
  if (asked.whole() || graph.min_weight >= 0) return {};
  return "the graph has negative arcs, so no search can stop early: plugins solve in full, and answers are cut "
         "afterwards";
}

}  // namespace wayfront::host
