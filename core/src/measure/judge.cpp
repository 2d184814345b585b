#include "measure/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "answers/shortest_path.hpp"
#include "base/digest.hpp"
#include "base/float_mode.hpp"
#include "base/process.hpp"
#include "certify/cut.hpp"
#include "certify/verify.hpp"

namespace wayfront::host {
namespace {

/// Of the rows of a batch: `decisive` is the row whose finding counts. A cycle is right if one source reaches it.
Certificate summary_of(std::span<const Certificate> rows, Outcome outcome, std::size_t& decisive) {
  const bool any = outcome == Outcome::negative_cycle;
  const auto found =
      std::ranges::find_if(rows, [any](const Certificate& row) { return (row.finding == Finding::right) == any; });
  decisive = found == rows.end() ? 0 : static_cast<std::size_t>(found - rows.begin());
  Certificate it = rows[decisive];
  if (any || rows.size() == 1) return it;
  Digest digest;
  it.reached = it.reached_edges = 0;
  it.distance_sum = 0;
  for (const Certificate& row : rows) {
    it.reached += row.reached;
    it.reached_edges += row.reached_edges;
    it.distance_sum += row.distance_sum;
    it.max_distance = std::max(it.max_distance, row.max_distance);
    digest.add(row.digest.data(), row.digest.size());
  }
  it.digest = digest.hex();
  return it;
}

}  // namespace

std::string sources_text(std::span<const Vertex> sources, const VertexIds& ids) {
  const std::string first = ids.text(sources.front());
  return sources.size() == 1 ? "source " + first : fmt::format("{} sources, the first {}", sources.size(), first);
}

Judge::Judge(const Graph& graph, const VertexIds& ids, Scope scope, bool predecessors, unsigned threads,
             std::uint64_t memory, bool protect)
    : graph_(graph),
      ids_(ids),
      scope_(std::move(scope)),
      predecessors_(predecessors),
      arena_(threads),
      known_(memory, protect) {}

void Judge::tell_cycle(std::span<const Vertex> cycle, Sample& sample) const {
  for (const PathArc& arc : cycle_arcs(graph_, cycle)) {
    sample.cycle.push_back(ids_[arc.from]);
    sample.cycle_arcs.push_back({arc.number, arc.weight});
    sample.cycle_weight += arc.weight;
  }
}

/// Rows of small graphs are shared out; on large ones all threads work on one row after the other.
void Judge::for_rows(std::size_t rows, FunctionRef<void(std::uint32_t row, Arena& arena)> body) {
  const GraphInfo& info = graph_.info();
  const bool is_large = Crew(arena_).shares(std::max<std::uint64_t>(info.vertices, info.edges));
  if (is_large || rows == 1) {
    for (std::uint32_t row = 0; row < rows; ++row) body(row, arena_);
    return;
  }
  arena_.parallel_for(rows, 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto row = static_cast<std::uint32_t>(begin); row < end; ++row) body(row, alone_);
  });
}

Ending Judge::judge(std::span<const Vertex> sources, Output& output, Sample& sample) {
  const auto start = std::chrono::steady_clock::now();
  const std::size_t vertices = output.vertices;
  const bool derive = predecessors_ && output.predecessors == nullptr;
  std::vector<Certificate> certificates(sources.size());
  std::vector<char> is_known(sources.size());  // not bool: threads write to it
  const auto tree_of = [&](std::uint32_t i) { return derive ? trees_.data() + i * vertices : nullptr; };
  try {
    if (derive) trees_.resize(sources.size() * vertices);
    set_float_mode();
    for_rows(sources.size(), [&](std::uint32_t i, Arena& arena) {
      Vertex* const tree = tree_of(i);
      if (const Certificate* const known = known_.find(sources[i], output, i, tree, arena)) {
        certificates[i] = *known;
        is_known[i] = true;
      } else {
        certificates[i] = certify(graph_, scope_.question(sources[i]), output, i, tree, arena, ids_);
      }
    });
    for (std::uint32_t i = 0; i < sources.size(); ++i)
      if (!is_known[i]) known_.keep(sources[i], output, i, tree_of(i), certificates[i], arena_);
  } catch (const std::bad_alloc&) {
    return {RunStatus::failed, "there is not enough memory to check its answer"};
  }
  sample.verify = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  sample.compared = static_cast<std::uint32_t>(std::ranges::count(is_known, 1));
  std::size_t decisive = 0;
  sample.certificate = summary_of(certificates, output.outcome, decisive);
  const Certificate& certificate = sample.certificate;
  if (certificate.finding == Finding::right) {
    if (output.outcome == Outcome::negative_cycle) tell_cycle(output.cycle, sample);
    if (!scope_.whole())
      for_rows(sources.size(),
               [&](std::uint32_t i, Arena& arena) { cut(graph_, scope_.question(sources[i]), output, i, arena); });
    last_right_.output = &output;
    if (output.predecessors != nullptr)
      last_right_.predecessors = {output.predecessors, sources.size() * vertices};
    else
      last_right_.predecessors = std::span(trees_).first(derive ? sources.size() * vertices : 0);
    return {};
  }
  if (stop_requested)
    return {RunStatus::interrupted, "interrupted"};  // a cancelled plugin may return an incomplete answer
  const RunStatus status = certificate.finding == Finding::overflow ? RunStatus::failed : RunStatus::wrong;
  return {status, fmt::format("from source {}: {}", ids_.text(sources[decisive]), certificate.reason)};
}

}  // namespace wayfront::host
