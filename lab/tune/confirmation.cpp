#include "tune/confirmation.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "auto/choice.hpp"
#include "compare/stats.hpp"

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

}  // namespace wayfront::host
