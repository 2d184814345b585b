#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/choice/choice.hpp"
#include "base/errors.hpp"
#include "compare/comparison.hpp"
#include "tune/tuning.hpp"

namespace wayfront::host {

std::optional<TwoGroups> two_groups(std::vector<double> ratios) {
  constexpr std::size_t min_size = 2;
  constexpr double far = 1.2;
  std::ranges::sort(ratios);
  std::optional<TwoGroups> best;
  double farthest = far;
  for (std::size_t split = min_size; split + min_size <= ratios.size(); ++split) {
    const double gap = ratios[split] / ratios[split - 1];
    const double widest = std::max(ratios[split - 1] / ratios.front(), ratios.back() / ratios[split]);
    if (gap <= farthest || gap <= widest) continue;
    farthest = gap;
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(split);
    best = {quantile({ratios.begin(), middle}, 0.5), quantile({middle, ratios.end()}, 0.5), split};
  }
  return best;
}

bool wins(std::span<const double> batch, bool apart) {
  const Comparison it = compare(batch, apart);
  return it.verdict == Verdict::faster && it.ratio >= min_gain;
}

std::optional<std::string> why_not_confirmed(const TrialPairs& pairs, bool apart) {
  for (std::size_t i = 0; i < pairs.batches.size(); ++i) {
    if (wins(pairs.batches[i], apart)) continue;
    const std::string_view batch = i == 0 ? "first" : "second";
    const Comparison it = compare(pairs.batches[i], apart);
    if (it.verdict == Verdict::unclear && it.ratio >= min_gain)
      return fmt::format("the times of the {} batch scatter too much for a verdict", batch);
    return fmt::format("the {} batch does not find it at least {:.0f} % faster", batch, 100 * (min_gain - 1));
  }
  std::vector<double> all = pairs.earlier;
  for (const std::vector<double>& batch : pairs.batches) all.insert(all.end(), batch.begin(), batch.end());
  if (const std::optional<TwoGroups> groups = two_groups(all); groups && groups->low < 1)
    return fmt::format(
        "its times are of two kinds: {:.2f} times as fast as the defaults in {} of {} pairs, {:.2f} "
        "times in the others",
        groups->low, groups->lows, all.size(), groups->high);
  return std::nullopt;
}

std::optional<std::uint64_t> Preparation::pays_from() const {
  const double longer = seconds - of_defaults;
  if (longer <= 0) return 0;
  if (saved <= 0) return std::nullopt;
  return static_cast<std::uint64_t>(std::clamp(std::ceil(longer / saved), 1.0, 1e18));
}

bool Preparation::pays(std::uint64_t sources) const {
  const std::optional<std::uint64_t> from = pays_from();
  return from && *from <= sources;
}

std::string text_of(const Preparation& it) {
  std::string text = fmt::format("preparing takes {} instead of {}", time_text(it.seconds), time_text(it.of_defaults));
  const std::optional<std::uint64_t> from = it.pays_from();
  if (from && *from > 0) text += fmt::format(", which pays from {} source{} on", *from, *from == 1 ? "" : "s");
  return text;
}

namespace {

using Options = std::vector<OptionTrial>;

constexpr double hopeless = 0.98;  // whose ratio is below it does not come back
constexpr std::uint64_t batches = 2;
constexpr std::uint64_t confirming = batches * 2 * (1 + min_pairs);  // solves that are kept for the last round

/// Times by the pairs of one trial with the defaults, pooled over the rounds that it took part in.
struct Trial {
  Options options;
  std::vector<double> ratios{};
  std::vector<double> prepares{}, base_prepares{};  // seconds, one of each round
  std::string failure{};

  double ratio() const { return ratios.empty() ? 0 : quantile(ratios, 0.5); }
};

class Search {
 public:
  Search(const TuneRequest& request, const MeasureRound& measure) : request_(request), measure_(measure) {}

  Tuned run(std::span<const OptionTrial> trials) {
    // At most 22 of 60 solves for a look at each, 14 for the best, and the others to confirm the last one.
    const std::uint64_t searching = request_.solves - confirming;
    const std::size_t looks = std::min<std::size_t>(trials.size(), searching * 5 / 8 / 2 - 1);
    for (std::size_t i = 0; i < looks; ++i) trials_.push_back({.options = {trials[i]}});
    round("a look at each", all(), 1);
    const std::vector<std::size_t> second = best_and_combined(3);
    if (!second.empty()) {
      const std::uint64_t each = (searching - solves_) / (second.size() + 1);
      if (each > 1) round("the best", second, static_cast<unsigned>(std::min(each - 1, request_.solves / 20)));
      confirm();
    }
    return result();
  }

 private:
  std::vector<std::size_t> all() const {
    std::vector<std::size_t> indices(trials_.size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    return indices;
  }

  /// The shortest times: a preparation does the same in every round, and some rounds were disturbed.
  Preparation preparation_of(const Trial& trial) const {
    if (trial.ratios.empty()) return {};
    return {.seconds = std::ranges::min(trial.prepares),
            .of_defaults = std::ranges::min(trial.base_prepares),
            .saved = quantile(base_seconds_, 0.5) * (1 - 1 / trial.ratio())};
  }

  /// One that is not faster is left to the batches.
  bool pays(const Trial& trial) const { return trial.ratio() <= 1 || preparation_of(trial).pays(request_.sources); }

  /// Those that were not slower, the best first. One whose preparation does not pay stands behind all that gain enough.
  std::vector<std::size_t> ranked() const {
    std::vector<std::size_t> good = all();
    std::erase_if(good, [&](std::size_t i) { return trials_[i].ratio() < hopeless; });
    std::ranges::stable_sort(good, std::greater<>(), [&](std::size_t i) {
      const Trial& it = trials_[i];
      return std::pair(it.ratio() >= min_gain && pays(it), it.ratio());
    });
    return good;
  }

  /// The best `count` trials; the last of them gives way to the combination of the best ones of different options.
  std::vector<std::size_t> best_and_combined(std::size_t count) {
    std::vector<std::size_t> good = ranked();
    Options combined;
    for (const std::size_t i : good) {
      const OptionTrial& one = trials_[i].options.front();
      if (trials_[i].ratio() > 1 && pays(trials_[i]) &&
          std::ranges::find(combined, one.option, &OptionTrial::option) == combined.end())
        combined.push_back(one);
    }
    if (combined.size() > 1) {
      good.resize(std::min(good.size(), count - 1));
      trials_.push_back({.options = std::move(combined)});
      good.push_back(trials_.size() - 1);
    }
    good.resize(std::min(good.size(), count));
    return good;
  }

  /// The best one against the defaults, in batches with new sources and new processes: what it won by in the search was
  /// partly luck, of a process or of a moment.
  void confirm() {
    const std::vector<std::size_t> good = ranked();
    if (good.empty()) return;
    final_ = good.front();
    Trial& last = trials_[*final_];
    evidence_.earlier = last.ratios;
    constexpr std::uint64_t max_pairs = 8;
    const std::uint64_t each = (request_.solves - solves_) / batches / 2;
    const auto pairs = static_cast<unsigned>(std::clamp<std::uint64_t>(each - 1, min_pairs, max_pairs));
    for (const std::string_view batch : {"first batch", "second batch"}) {
      const std::size_t before = last.ratios.size();
      round(fmt::format("{} of new pairs", batch), {*final_}, pairs);
      if (!last.failure.empty()) return;
      evidence_.batches.emplace_back(last.ratios.begin() + static_cast<std::ptrdiff_t>(before), last.ratios.end());
      if (!wins(evidence_.batches.back(), is_apart())) return;
    }
  }

  bool is_apart() const { return !request_.program.empty(); }

  void round(std::string_view what, const std::vector<std::size_t>& members, unsigned sources) {
    ++round_;
    SearchRound plan{.options = {Options()}, .sources = sources, .seed = request_.seed + round_};
    for (const std::size_t i : members) plan.options.push_back(trials_[i].options);
    const auto [results, solves] = measure_(plan);
    solves_ += solves;
    const RunResult& base = results.runs.front();
    if (base.status == RunStatus::interrupted || results.interrupted)
      throw UserError(ExitCode::interrupted, "interrupted before the search ended");
    if (base.status != RunStatus::ok)
      throw UserError(ExitCode::failed_run,
                      fmt::format("plugin '{}' with its defaults: {}{}", request_.plugin->about().name, base.reason,
                                  base.status == RunStatus::timeout ? "; --timeout sets a longer one" : ""));
    for (const Sample& sample : base.samples) base_seconds_.push_back(sample.solve);
    for (std::size_t k = 0; k < members.size(); ++k) {
      Trial& trial = trials_[members[k]];
      const RunResult& run = results.runs[k + 1];
      if (run.status != RunStatus::ok) {
        trial.failure = run.reason.empty() ? std::string(name(run.status)) : run.reason;
        trial.ratios.clear();
        continue;
      }
      const std::vector<double> ratios = paired_ratios(base, run);
      trial.ratios.insert(trial.ratios.end(), ratios.begin(), ratios.end());
      trial.prepares.push_back(run.prepare);
      trial.base_prepares.push_back(base.prepare);
    }
    if (!request_.progress) return;
    std::string text = fmt::format("round {}, {}: {} solves so far", round_, what, solves_);
    if (const std::vector<std::size_t> shown = final_ ? members : ranked(); !shown.empty()) {
      const Trial& it = trials_[shown.front()];
      text += fmt::format("; {}{}: {}", final_ ? "" : "best ", text_of(it.options),
                          it.failure.empty() ? fmt::format("{:.2f} times as fast", it.ratio()) : "failed");
    }
    request_.progress(text);
  }

  Tuned result() const {
    Tuned tuned{.solves = solves_};
    for (const Trial& it : trials_)
      tuned.tried.push_back({it.options, compare(it.ratios, is_apart()), it.failure, preparation_of(it)});
    if (!final_) return tuned;
    const Trial& last = trials_[*final_];
    tuned.last = last.options;
    tuned.preparation = preparation_of(last);
    for (const std::vector<double>& batch : evidence_.batches) tuned.evidence.push_back(compare(batch, is_apart()));
    tuned.why_not = why_not(last);
    return tuned;
  }

  std::optional<std::string> why_not(const Trial& last) const {
    if (!last.failure.empty()) return last.failure;
    if (auto reason = why_not_confirmed(evidence_, is_apart())) return reason;
    if (!pays(last)) return fmt::format("{}, and --sources is {}", text_of(preparation_of(last)), request_.sources);
    return std::nullopt;
  }

  const TuneRequest& request_;
  const MeasureRound& measure_;
  std::vector<Trial> trials_{};
  std::vector<double> base_seconds_{};
  std::optional<std::size_t> final_{};
  TrialPairs evidence_{};  // of the final one
  std::uint64_t solves_ = 0;
  unsigned round_ = 0;
};

}  // namespace

Tuned search_options(const TuneRequest& request, std::span<const OptionTrial> trials, const MeasureRound& measure) {
  return Search(request, measure).run(trials);
}

}  // namespace wayfront::host
