#include "measure/reduced/reduced_contender.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/available_memory.hpp"
#include "certify/output_row.hpp"
#include "results/device_shares.hpp"

namespace wayfront::host {
namespace {

/// Adds what a part of the sources cost. Its verdict is that of the whole if it ends the solve.
void add_part(const Sample& part, bool is_first, Sample& sum) {
  sum.sources = (is_first ? 0 : sum.sources) + part.sources;
  for (const auto cost : {&Sample::solve, &Sample::setup, &Sample::upload, &Sample::compute, &Sample::download,
                          &Sample::host, &Sample::verify})
    sum.*cost += part.*cost;
  if (part.peer) sum.peer = sum.peer.value_or(0) + *part.peer;
  if (part.certified) sum.certified = sum.certified.value_or(0) + *part.certified;
  sum.compared += part.compared;
  sum.checked += part.checked;
  sum.unchecked += part.unchecked;
  sum.forced_switches += part.forced_switches;
  for (const DeviceShare& share : part.devices) add_share(sum.devices, share);
  sum.outcome = part.outcome;
  sum.cycle = part.cycle;
  sum.cycle_arcs = part.cycle_arcs;
  sum.cycle_weight = part.cycle_weight;
  const std::uint64_t edges = sum.certificate.reached_edges + part.certificate.reached_edges;
  sum.certificate = part.certificate;
  sum.certificate.reached_edges = edges;
  sum.work += part.work;
  if (is_first) sum.rounds = part.rounds;
}

}  // namespace

std::size_t sources_at_once(const GraphInfo& graph, bool reduces_itself) {
  // Of rows so few that sending and checking them ends soon where the user wants to stop.
  constexpr std::uint64_t max_bytes = std::uint64_t{1} << 27, max_rows = 1024, max_reductions = std::uint64_t{1} << 20;
  if (reduces_itself) return max_reductions;
  constexpr std::uint64_t share = 8;  // of the free memory, which has to hold the rows twice
  const std::uint64_t row = std::max<std::uint64_t>(std::uint64_t{graph.vertices} * weight_size(graph.weights), 1);
  return std::clamp<std::uint64_t>(std::min(max_bytes, available_memory() / share) / row, 1, max_rows);
}

Ending ReducedContender::solve(std::span<const Vertex> sources, double limit, Sample& sample) {
  std::vector<ReducedRow> rows;
  rows.reserve(sources.size());
  for (std::size_t first = 0; first < sources.size(); first += at_once_) {
    const auto some = sources.subspan(first, std::min(at_once_, sources.size() - first));
    Sample part;
    part.source = sample.source;
    part.repeat = sample.repeat;
    const double left = limit - sample.solve;
    Ending ending{RunStatus::timeout, ""};
    if (left > 0) ending = inner_->solve(some, left, part);
    add_part(part, first == 0, sample);
    if (ending.status == RunStatus::timeout && sources.size() > at_once_)
      ending.reason =
          fmt::format("stopped after its timeout of {} s, with {} of {} sources solved", limit, first, sources.size());
    if (ending.status != RunStatus::ok || part.outcome != Outcome::solved) return ending;
    const std::span<const ReducedRow> reduced = judge_.last_right().reduced;
    rows.insert(rows.end(), reduced.begin(), reduced.end());
  }
  judge_.conclude_reductions(std::move(rows), sample);
  return {};
}

}  // namespace wayfront::host
