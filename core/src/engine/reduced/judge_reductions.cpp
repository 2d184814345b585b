#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "base/digest.hpp"
#include "base/float_mode.hpp"
#include "base/process.hpp"
#include "certify/output_row.hpp"
#include "certify/verify.hpp"
#include "engine/judge.hpp"

namespace wayfront::host {

/// Of the first source that reaches it, or of the first one.
Certificate Judge::certificate_of_cycle(std::span<const Vertex> sources, const Output& output) {
  Certificate first;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Certificate found = certify(graph_, scope_.question(sources[i]), output, 0, nullptr, arena_, ids_);
    if (found.finding == Finding::right) return found;
    if (i == 0) first = found;
  }
  return first;
}

namespace {

/// All figures of a row, one after the other, without what lies between them in memory, which may be anything.
std::vector<std::byte> figures_of(const Output& reductions, std::uint32_t row) {
  return with_weight_type(reductions.kind, [&]<WeightType W>() {
    const Reduction<W>& it = static_cast<const Reduction<W>*>(reductions.reductions)[row];
    std::vector<std::byte> bytes;
    const auto add = [&](const auto& figure) {
      const auto part = std::as_bytes(std::span(&figure, 1));
      bytes.insert(bytes.end(), part.begin(), part.end());
    };
    add(it.reached);
    add(it.within);
    add(it.sum);
    add(it.harmonic);
    add(it.max);
    add(it.faults);
    return bytes;
  });
}

}  // namespace

Ending Judge::judge_reductions(std::span<const Vertex> sources, const Output& reductions, Call& figures,
                               SolveWhole solve_whole) {
  const auto start = std::chrono::steady_clock::now();
  set_float_mode();
  if (reductions.outcome != Outcome::solved) {
    const Certificate certificate[] = {certificate_of_cycle(sources, reductions)};
    const Ending ending = conclude(sources.first(1), certificate, reductions, figures);
    if (ending.status != RunStatus::ok) return ending;
    tell_cycle(reductions.cycle, figures);
    last_right_ = {.output = &reductions, .vertices = reductions.vertices};
    return {};
  }
  const auto wrong = [&](std::uint32_t row, const std::string& fault) {
    return Ending{RunStatus::wrong, fmt::format("from source {}: {}", ids_.text(sources[row]), fault)};
  };
  std::vector<std::uint32_t> unproved;  // rows
  figures.certified = 0;
  try {
    reduced_.resize(sources.size());
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
      if (const std::string fault = impossible_figure(reductions, i, scope_.question(sources[i])); !fault.empty())
        return wrong(i, fault);
      const std::uint64_t faults = faults_found(reductions, i);
      if (scope_.reduce->check && faults == Reduction<float>::not_checked) {
        ++figures.unchecked;
      } else if (scope_.reduce->check) {
        ++figures.checked;
        if (faults != 0)
          return wrong(i, fmt::format("the plugin's own check of the row found {} contradictions", faults));
      }
      reduced_[i] = given_row(reductions, i);
      if (!sampled_.has(sources[i])) continue;
      ++*figures.certified;
      const auto known = known_reductions_.find(sources[i]);
      if (known != known_reductions_.end() && std::ranges::equal(known->second, figures_of(reductions, i)))
        ++figures.compared;
      else
        unproved.push_back(i);
    }
    const std::size_t at_once = rows_at_once();
    for (std::size_t first = 0; first < unproved.size(); first += at_once) {
      const auto rows = std::span(unproved).subspan(first, std::min(at_once, unproved.size() - first));
      std::vector<Vertex> some;
      for (const std::uint32_t row : rows) some.push_back(sources[row]);
      Output* whole = nullptr;
      if (const Ending ending = solve_whole(some, whole); ending.status != RunStatus::ok) return ending;
      std::vector<Certificate> certificates(some.size());
      std::vector<std::string> faults(some.size());
      std::atomic<bool> is_stopped{false};
      for_rows(some.size(), [&](std::uint32_t i, Arena& arena) {
        if (i != 0 && stop_requested) is_stopped = true;
        if (is_stopped) return;
        const Problem all{.source = some[i]};
        certificates[i] = certify(graph_, all, *whole, i, nullptr, arena, ids_);
        if (certificates[i].finding == Finding::right && whole->outcome == Outcome::solved)
          faults[i] = reduction_fault(scope_.question(some[i]), scope_.reduce->within, reductions, rows[i], *whole, i);
      });
      if (is_stopped) return {RunStatus::interrupted, "interrupted"};
      for (Certificate& certificate : certificates)
        if (certificate.finding != Finding::right)
          certificate.reason = "of all distances, with which reductions are compared: " + certificate.reason;
      if (const Ending ending = conclude(some, certificates, *whole, figures); ending.status != RunStatus::ok)
        return ending;
      if (whole->outcome != Outcome::solved)
        return wrong(rows.front(), "all distances have a negative cycle, but there are reductions of rows");
      for (std::uint32_t i = 0; i < some.size(); ++i) {
        if (!faults[i].empty()) return wrong(rows[i], faults[i]);
        if (!protect_) known_reductions_[some[i]] = figures_of(reductions, rows[i]);
      }
    }
  } catch (const std::bad_alloc&) {
    return {RunStatus::failed, "there is not enough memory to check its answer"};
  }
  figures.certificate = {};
  figures.certificate.finding = Finding::right;
  figures.verify = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  last_right_ = {.output = &reductions, .vertices = reductions.vertices, .reduced = reduced_};
  return {};
}

void Judge::conclude_reductions(std::vector<ReducedRow> rows, Call& figures) {
  reduced_ = std::move(rows);
  last_right_.reduced = reduced_;
  const bool floats = is_floating(graph_.info().weights);
  Certificate& it = figures.certificate;
  it.finding = Finding::right;
  it.reached = 0;
  it.distance_sum = it.max_distance = 0;
  Digest digest;
  for (const ReducedRow& row : reduced_) {
    it.reached += row.reached;
    it.distance_sum += row.sum.rounded();
    it.max_distance = std::max(it.max_distance, row.max.rounded());
    // Sums of floats depend on their order.
    const std::string line = fmt::format("{} {} {} {}\n", row.reached, row.within, row.max.rounded(),
                                         floats ? Int128{0} : row.sum.integer().value_or(0));
    digest.add(line.data(), line.size());
  }
  it.digest = digest.hex();
}

}  // namespace wayfront::host
