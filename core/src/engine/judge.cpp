#include "engine/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <new>
#include <utility>

#include "answers/shortest_path.hpp"
#include "answers/whole_row.hpp"
#include "base/digest.hpp"
#include "base/float_mode.hpp"
#include "base/process.hpp"
#include "certify/cut.hpp"
#include "certify/reduced/undrawn_row.hpp"
#include "certify/target_row.hpp"
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

/// Of a row that is not proved.
Certificate certificate_unless(std::string fault) {
  return {fault.empty() ? Finding::right : Finding::wrong, std::move(fault)};
}

std::uint32_t count_drawn(std::span<const Vertex> sources, const ChosenVertices& drawn) {
  return static_cast<std::uint32_t>(std::ranges::count_if(sources, [&](Vertex v) { return drawn.has(v); }));
}

}  // namespace

std::string sources_text(std::span<const Vertex> sources, const VertexIds& ids) {
  const std::string first = ids.text(sources.front());
  return sources.size() == 1 ? "source " + first : fmt::format("{} sources, the first {}", sources.size(), first);
}

void for_whole_rows(std::span<const Vertex> sources, const Judge::Answer& answer,
                    FunctionRef<void(std::span<const Vertex> sources, const Output& output)> take) {
  if (answer.targets.empty()) return take(sources, *answer.output);
  WholeRow whole(answer.output->kind, answer.vertices, answer.targets);
  for (std::uint32_t i = 0; i < sources.size(); ++i) take(sources.subspan(i, 1), whole.of(*answer.output, i));
}

std::size_t Judge::rows_at_once() const {
  constexpr std::uint64_t max_rows = 64, max_bytes = std::uint64_t{1} << 28;
  const GraphInfo& graph = graph_.info();
  const std::uint64_t row = std::max<std::uint64_t>(std::uint64_t{graph.vertices} * weight_size(graph.weights), 1);
  return std::clamp<std::uint64_t>(max_bytes / row, 1, max_rows);
}

Judge::Judge(const Graph& graph, const VertexIds& ids, Asked scope, bool predecessors, unsigned threads,
             std::uint64_t memory, bool protect)
    : graph_(graph),
      ids_(ids),
      scope_(std::move(scope)),
      predecessors_(predecessors),
      arena_(threads),
      known_(memory, protect),
      known_targets_(memory, protect),
      protect_(protect) {}

void Judge::tell_cycle(std::span<const Vertex> cycle, Call& figures) const {
  for (const PathArc& arc : cycle_arcs(graph_, cycle)) {
    figures.cycle.push_back(ids_[arc.from]);
    figures.cycle_arcs.push_back({arc.number, arc.weight});
    figures.cycle_weight += arc.weight;
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

/// Of drawn rows and others alike, so that they do not depend on the figures.
void Judge::tell_figures(std::span<const Vertex> sources, const Output& output, bool alone, Call& figures) {
  std::vector<Certificate> rows(sources.size());
  for_rows(sources.size(), [&](std::uint32_t i, Arena& arena) {
    rows[i] = row_figures(scope_.question(sources[i]), output, i, alone, arena);
  });
  std::size_t decisive = 0;
  figures.certificate = summary_of(rows, output.outcome, decisive);
}

/// The ending of an answer whose rows have these certificates, which are summed up in the figures.
Ending Judge::conclude(std::span<const Vertex> sources, std::span<const Certificate> certificates, const Output& output,
                       Call& figures) const {
  std::size_t decisive = 0;
  figures.certificate = summary_of(certificates, output.outcome, decisive);
  const Certificate& certificate = figures.certificate;
  if (certificate.finding == Finding::right) return {};
  if (stop_requested)
    return {RunStatus::interrupted, "interrupted"};  // a cancelled plugin may return an incomplete answer
  const RunStatus status = certificate.finding == Finding::overflow ? RunStatus::failed : RunStatus::wrong;
  return {status, fmt::format("from source {}: {}", ids_.text(sources[decisive]), certificate.reason)};
}

void Judge::keep_targets(Vertex source, const Output& whole, std::uint32_t row, const Certificate& certificate) {
  TargetRow proved(whole.kind, scope_.targets.size());
  proved.take(whole, row, scope_.question(source));
  known_targets_.keep(source, proved.output(), 0, nullptr, certificate, arena_);
}

Ending Judge::judge(std::span<const Vertex> sources, Output& output, Call& figures) {
  const auto start = std::chrono::steady_clock::now();
  const std::size_t vertices = output.vertices;
  const bool derive = predecessors_ && output.predecessors == nullptr;
  const bool drawn = draws(output);
  std::vector<Certificate> certificates(sources.size());
  std::vector<char> is_known(sources.size());  // not bool: threads write to it
  std::atomic<bool> is_stopped{false};
  const auto tree_of = [&](std::uint32_t i) { return derive ? trees_.data() + i * vertices : nullptr; };
  try {
    if (derive) trees_.resize(sources.size() * vertices);
    set_float_mode();
    for_rows(sources.size(), [&](std::uint32_t i, Arena& arena) {
      if (i != 0 && stop_requested) is_stopped = true;  // checking many rows takes longer than users wait
      if (is_stopped) return;
      if (drawn && !sampled_.has(sources[i])) {
        certificates[i] = certificate_unless(
            impossible_entry(graph_.info(), scope_.question(sources[i]), output, i, false, arena, ids_));
        return;
      }
      Vertex* const tree = tree_of(i);
      if (const Certificate* const known = known_.find(sources[i], output, i, tree, arena)) {
        certificates[i] = *known;
        is_known[i] = true;
      } else {
        certificates[i] = certify(graph_, scope_.question(sources[i]), output, i, tree, arena, ids_);
      }
    });
    if (is_stopped) return {RunStatus::interrupted, "interrupted"};
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
      if (is_known[i] || (drawn && !sampled_.has(sources[i]))) continue;
      known_.keep(sources[i], output, i, tree_of(i), certificates[i], arena_);
      if (keeps_targets_ && certificates[i].finding == Finding::right && output.outcome == Outcome::solved)
        keep_targets(sources[i], output, i, certificates[i]);
    }
  } catch (const std::bad_alloc&) {
    return {RunStatus::failed, "there is not enough memory to check its answer"};
  }
  figures.verify = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  figures.compared = static_cast<std::uint32_t>(std::ranges::count(is_known, 1));
  if (drawn) figures.certified = count_drawn(sources, sampled_);
  const Ending ending = conclude(sources, certificates, output, figures);
  if (ending.status != RunStatus::ok) return ending;
  if (output.outcome == Outcome::negative_cycle) tell_cycle(output.cycle, figures);
  if (!scope_.whole())
    for_rows(sources.size(),
             [&](std::uint32_t i, Arena& arena) { cut(graph_, scope_.question(sources[i]), output, i, arena); });
  if (drawn) tell_figures(sources, output, false, figures);
  last_right_ = {.output = &output, .vertices = output.vertices};
  if (scope_.reduce && output.outcome == Outcome::solved) {
    reduced_.resize(sources.size());
    for_rows(sources.size(), [&](std::uint32_t i, Arena&) {
      reduced_[i] = reduced_row(scope_.question(sources[i]), scope_.reduce->within, output, i);
    });
    last_right_.reduced = reduced_;
  }
  if (output.predecessors != nullptr)
    last_right_.predecessors = {output.predecessors, sources.size() * vertices};
  else
    last_right_.predecessors = std::span(trees_).first(derive ? sources.size() * vertices : 0);
  return {};
}

Ending Judge::judge_targets(std::span<const Vertex> sources, Output& targets, Call& figures, SolveWhole solve_whole) {
  const auto start = std::chrono::steady_clock::now();
  if (targets.outcome != Outcome::solved)
    return {RunStatus::wrong, "a negative cycle was reported, but no weight is negative"};
  std::vector<Certificate> certificates(sources.size());
  std::vector<std::uint32_t> unproved;  // rows
  const bool drawn = draws(targets);
  figures.compared = 0;
  try {
    set_float_mode();
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
      const Problem question = scope_.question(sources[i]);
      cut_targets(question, targets, i);
      if (drawn && !sampled_.has(sources[i])) {
        certificates[i] = certificate_unless(impossible_entry(graph_.info(), question, targets, i, true, arena_, ids_));
        continue;
      }
      const Certificate* const known = known_targets_.find(sources[i], targets, i, nullptr, arena_);
      if (known == nullptr) {
        unproved.push_back(i);
        continue;
      }
      certificates[i] = *known;
      ++figures.compared;
    }
    if (drawn) figures.certified = count_drawn(sources, sampled_);
    const std::size_t at_once = rows_at_once();
    for (std::size_t first = 0; first < unproved.size(); first += at_once) {
      const auto rows = std::span(unproved).subspan(first, std::min(at_once, unproved.size() - first));
      std::vector<Vertex> some;
      for (const std::uint32_t row : rows) some.push_back(sources[row]);
      Output* whole = nullptr;
      if (const Ending ending = solve_whole(some, whole); ending.status != RunStatus::ok) return ending;
      for_rows(some.size(), [&](std::uint32_t i, Arena& arena) {
        const Problem question = scope_.question(some[i]);
        Certificate& certificate = certificates[rows[i]];
        certificate = certify(graph_, question, *whole, i, nullptr, arena, ids_);
        if (certificate.finding != Finding::right) {
          certificate.reason = "of all distances, with which those of the targets are compared: " + certificate.reason;
          return;
        }
        if (std::string fault = target_fault(question, targets, rows[i], *whole, i, ids_); !fault.empty())
          certificate = {Finding::wrong, std::move(fault)};
      });
      for (std::uint32_t i = 0; i < some.size(); ++i)
        if (certificates[rows[i]].finding == Finding::right) keep_targets(some[i], *whole, i, certificates[rows[i]]);
    }
  } catch (const std::bad_alloc&) {
    return {RunStatus::failed, "there is not enough memory to check its answer"};
  }
  figures.verify = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const Ending ending = conclude(sources, certificates, targets, figures);
  if (ending.status == RunStatus::ok && drawn) tell_figures(sources, targets, true, figures);
  if (ending.status == RunStatus::ok)
    last_right_ = {.output = &targets, .targets = scope_.targets, .vertices = graph_.info().vertices};
  return ending;
}

}  // namespace wayfront::host
