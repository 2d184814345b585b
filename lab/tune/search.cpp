#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "compare/comparison.hpp"
#include "tune/tuning.hpp"

namespace wayfront::host {
namespace {

/// Options have to gain as much: less is worth no options, and is what two processes of one program may differ by.
constexpr double min_gain = 1.03;

/// Why a batch of new pairs does not confirm a trial; "" if it does.
std::string why_not_confirmed(const Comparison& batch, std::string_view which) {
  if (batch.ratio >= min_gain && batch.verdict == Verdict::faster) return {};
  if (batch.ratio >= min_gain && batch.verdict == Verdict::unclear)
    return fmt::format("the times of the {} batch scatter too much for a verdict", which);
  return fmt::format("the {} batch does not find it at least {:.0f} % faster", which, 100 * (min_gain - 1));
}

class OptionSearch {
 public:
  OptionSearch(const TuneRequest& request, const MeasureRound& measure) : request_(request), measure_(measure) {}

  Tuned run(std::span<const TriedOptions> options) {
    constexpr std::uint64_t confirming = 2 * 2 * (1 + min_pairs);  // solves that are kept for the batches
    // At most 22 of 60 solves for a look at each, 14 for the best, and the others to confirm the first of these.
    const std::uint64_t searching = request_.solves - confirming;
    for (const TriedOptions& it : options.first(std::min<std::size_t>(options.size(), searching * 5 / 8 / 2 - 1)))
      tuned_.tried.push_back({.options = it});
    round(tuned_.tried.size(), 1);
    if (const std::size_t best = best_and_combined(rank()); best > 0) {
      const std::uint64_t each = (searching - tuned_.solves) / (best + 1);
      if (each > 1) round(best, std::min(each - 1, request_.solves / 20));
      if (rank() > 0) confirm(tuned_.tried.front());
    }
    return std::move(tuned_);
  }

 private:
  bool pays(const Trial& trial) const { return trial.pays_from <= static_cast<double>(request_.sources); }

  /// Puts the best first. One whose preparation does not pay stands behind all that gain enough. Returns how many may
  /// still win.
  std::size_t rank() {
    std::ranges::stable_sort(tuned_.tried, std::greater<>(), [&](const Trial& it) {
      return std::pair(it.ratio() >= min_gain && pays(it), it.ratio());
    });
    constexpr double hopeless = 0.98;
    return static_cast<std::size_t>(
        std::ranges::count_if(tuned_.tried, [](const Trial& it) { return it.ratio() >= hopeless; }));
  }

  /// The first three of the `good` ones; the last of them gives way to the combination of the best ones of different
  /// options.
  std::size_t best_and_combined(std::size_t good) {
    TriedOptions combined;
    for (const Trial& it : tuned_.tried)
      if (it.ratio() > 1 && pays(it)) combined.insert(it.options.begin(), it.options.end());
    if (combined.size() < 2) return std::min<std::size_t>(good, 3);
    tuned_.tried.insert(tuned_.tried.begin() + 2, {.options = std::move(combined)});
    return 3;
  }

  /// One trial against the defaults, in batches with new sources and new processes: what it won by in the search was
  /// partly luck, of a process or of a moment.
  void confirm(const Trial& trial) {
    const std::uint64_t each = (request_.solves - tuned_.solves) / 2 / 2;
    const std::uint64_t pairs = std::clamp<std::uint64_t>(each - 1, min_pairs, 8);
    for (const std::string_view batch : {"first", "second"}) {
      const std::size_t before = trial.ratios.size();
      round(1, pairs);
      tuned_.why_not = trial.failure;
      if (!trial.failure.empty()) return;
      tuned_.batches.push_back(compare(std::span(trial.ratios).subspan(before), !request_.program.empty()));
      tuned_.why_not = why_not_confirmed(tuned_.batches.back(), batch);
      if (!tuned_.why_not.empty()) return;
    }
    if (!pays(trial))
      tuned_.why_not = fmt::format("its longer preparation pays from {:.0f} sources on, and --sources is {}",
                                   trial.pays_from, request_.sources);
  }

  /// Measures the first trials beside the defaults, from new sources.
  void round(std::size_t trials, std::uint64_t sources) {
    ++round_;
    TuneRound round{.options = {TriedOptions()}, .sources = sources, .seed = request_.seed + round_};
    for (const Trial& it : std::span(tuned_.tried).first(trials)) round.options.push_back(it.options);
    measure_(round);
    tuned_.solves += round.solves;
    const RunResult& base = round.results.runs.front();
    if (base.status == RunStatus::interrupted || round.results.interrupted)
      throw UserError(ExitCode::interrupted, "interrupted before the search ended");
    if (base.status != RunStatus::ok)
      throw UserError(ExitCode::failed_run,
                      fmt::format("plugin '{}' with its defaults: {}{}", request_.plugin->about().name, base.reason,
                                  base.status == RunStatus::timeout ? "; --timeout sets a longer one" : ""));
    for (const Sample& sample : base.samples) base_seconds_.push_back(sample.solve);
    tuned_.prepare = std::min(tuned_.prepare, base.prepare);
    for (std::size_t i = 0; i < trials; ++i) take(tuned_.tried[i], base, round.results.runs[i + 1]);
    if (request_.progress) request_.progress(fmt::format("round {}: {} solves so far", round_, tuned_.solves));
  }

  void take(Trial& trial, const RunResult& base, const RunResult& run) {
    if (run.status != RunStatus::ok) {
      trial.failure = run.reason.empty() ? std::string(name(run.status)) : run.reason;
      trial.ratios.clear();
      return;
    }
    const std::vector<double> ratios = paired_ratios(base, run);
    trial.ratios.insert(trial.ratios.end(), ratios.begin(), ratios.end());
    trial.prepare = std::min(trial.prepare, run.prepare);
    const double longer = trial.prepare - tuned_.prepare;
    const double saved = trial.ratio() > 1 ? quantile(base_seconds_, 0.5) * (1 - 1 / trial.ratio()) : 0;  // by a source
    trial.pays_from = longer > 0 ? std::ceil(longer / saved) : 0;
  }

  const TuneRequest& request_;
  const MeasureRound& measure_;
  Tuned tuned_{};
  std::vector<double> base_seconds_{};
  unsigned round_ = 0;
};

}  // namespace

Tuned search_options(const TuneRequest& request, std::span<const TriedOptions> options, const MeasureRound& measure) {
  return OptionSearch(request, measure).run(options);
}

}  // namespace wayfront::host
