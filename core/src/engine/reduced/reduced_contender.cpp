#include "engine/reduced/reduced_contender.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "call/call.hpp"
#include "certify/output_row.hpp"

namespace wayfront::host {
namespace {

/// Adds what a part of the sources cost. Its verdict is that of the whole if it ends the solve.
void add_part(const Call& part, bool is_first, Call& sum) {
  sum.sources = (is_first ? 0 : sum.sources) + part.sources;
  for (const auto cost :
       {&Call::solve, &Call::setup, &Call::upload, &Call::compute, &Call::download, &Call::host, &Call::verify})
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

Ending ReducedContender::solve(std::span<const Vertex> sources, double limit, Call& figures) {
  std::vector<ReducedRow> rows;
  rows.reserve(sources.size());
  for (std::size_t first = 0; first < sources.size(); first += at_once_) {
    const auto some = sources.subspan(first, std::min(at_once_, sources.size() - first));
    Call part;
    const double left = limit - figures.solve;
    Ending ending{RunStatus::timeout, ""};
    if (left > 0) ending = inner_->solve(some, left, part);
    add_part(part, first == 0, figures);
    if (ending.status == RunStatus::timeout && sources.size() > at_once_)
      ending.reason =
          fmt::format("stopped after its timeout of {} s, with {} of {} sources solved", limit, first, sources.size());
    if (ending.status != RunStatus::ok || part.outcome != Outcome::solved) return ending;
    const std::span<const ReducedRow> reduced = judge_.last_right().reduced;
    rows.insert(rows.end(), reduced.begin(), reduced.end());
  }
  judge_.conclude_reductions(std::move(rows), figures);
  return {};
}

}  // namespace wayfront::host
