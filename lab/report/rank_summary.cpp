#include "report/rank_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "base/available_memory.hpp"

namespace wayfront::host {
namespace {

double ratio(double part, double whole) { return whole > 0 ? part / whole : std::numeric_limits<double>::quiet_NaN(); }

}  // namespace

std::optional<RankSummary> rank_summary(const Results& results, const RunResult& run) {
  double samples = 0, relaxed = 0, crossing = 0, certificate = 0;
  RankSummary it;
  for (const Sample& sample : run.samples) {
    if (!sample.ranks) continue;
    ++samples;
    it.messages += static_cast<double>(sample.ranks->solve.messages);
    it.bytes += static_cast<double>(sample.ranks->solve.bytes);
    certificate += static_cast<double>(sample.ranks->certificate.bytes);
    crossing += static_cast<double>(sample.ranks->crossing);
    relaxed += static_cast<double>(sample.work.relaxed);
  }
  if (samples == 0) return std::nullopt;
  it.bytes_per_relaxed = ratio(it.bytes, relaxed);
  it.bytes_per_crossing = ratio(it.bytes, crossing);
  it.certificate_bytes_per_arc = ratio(certificate / samples, static_cast<double>(results.edges));
  it.messages /= samples;
  it.bytes /= samples;
  std::set<std::string> hosts;
  for (const RankMember& member : run.ranks) {
    hosts.insert(member.host);
    it.ghosts += member.ghosts;
    it.share_bytes = std::max(it.share_bytes, member.share_bytes);
    it.peak_bytes = std::max(it.peak_bytes, member.peak_bytes);
  }
  it.ranks = run.ranks.size();
  it.machines = hosts.size();
  return it;
}

std::string ranks_line(const Results& results, const RunResult& run) {
  const std::optional<RankSummary> it = rank_summary(results, run);
  if (!it) return {};
  return fmt::format(
      "{} ranks on {} machine{} sent {} in {:.4g} messages a solve, {:.3g} bytes a relaxed arc, and {:.3g} bytes an "
      "arc to certify it; they have {} ghosts, and the largest took {} for a share of {}",
      it->ranks, it->machines, it->machines == 1 ? "" : "s", bytes_text(it->bytes), it->messages,
      it->bytes_per_relaxed, it->certificate_bytes_per_arc, it->ghosts, bytes_text(static_cast<double>(it->peak_bytes)),
      bytes_text(static_cast<double>(it->share_bytes)));
}

}  // namespace wayfront::host
