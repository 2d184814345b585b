#include "certify/reduced/reduced_row.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <span>
#include <type_traits>

#include "certify/poison.hpp"
#include "wayfront/cpu/row_reduction.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

Int128 wide(const wayfront::WideSum& sum) {
  return static_cast<Int128>(sum.high) * (Int128{1} << 64) + static_cast<Int128>(sum.low);
}

template <WeightType W>
ReducedRow any_row(const Reduction<W>& it) {
  ReducedRow row{.reached = it.reached, .within = it.within, .max = it.max, .harmonic = it.harmonic};
  if constexpr (std::is_integral_v<W>)
    row.sum = wide(it.sum);
  else
    row.sum = it.sum;
  return row;
}

/// Of the same row with all distances positive: by how much sums in another order may differ.
template <WeightType W>
Reduction<double> magnitudes(std::span<const W> distances, W bound) {
  Reduction<double> all;
  for (const W d : distances) {
    if (!(d <= bound)) continue;
    const double magnitude = std::abs(static_cast<double>(d));
    all.sum += magnitude;
    if (d != 0) all.harmonic += 1 / magnitude;
  }
  return all;
}

/// Sums of `count` terms whose magnitudes have this sum. An infinite sum is the same as itself alone.
bool same_but_for_rounding(double one, double other, std::uint64_t count, double magnitudes) {
  if (one == other) return true;
  if (!std::isfinite(magnitudes)) return false;
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  return std::abs(one - other) <= (static_cast<double>(count) + 2) * epsilon * magnitudes;
}

template <WeightType W>
std::string fault(const Reduction<W>& given, const Reduction<W>& right, std::span<const W> distances, W bound) {
  const auto differs = [](const char* figure, const auto& is, const auto& must_be) {
    return fmt::format("its figure '{}' is {}, but the certified row of all distances gives {}", figure, is, must_be);
  };
  if (given.reached != right.reached) return differs("reached", given.reached, right.reached);
  if (given.within != right.within) return differs("within", given.within, right.within);
  if (given.max != right.max) return differs("max", given.max, right.max);
  const Reduction<double> magnitude = magnitudes(distances, bound);
  if constexpr (std::is_integral_v<W>) {
    if (wide(given.sum) != wide(right.sum)) return differs("sum", wide(given.sum), wide(right.sum));
  } else {
    if (!same_but_for_rounding(given.sum, right.sum, right.reached, magnitude.sum))
      return differs("sum", given.sum, right.sum);
  }
  if (!same_but_for_rounding(given.harmonic, right.harmonic, right.reached, magnitude.harmonic))
    return differs("harmonic", given.harmonic, right.harmonic);
  return {};
}

}  // namespace

ReducedRow reduced_row(const Problem& question, double within, const Output& whole, std::uint32_t row) {
  return with_weight_type(whole.kind, [&]<WeightType W>() {
    return any_row(reduce_row<W>(whole.distances_as<W>(row), question.more.limit, within));
  });
}

ReducedRow given_row(const Output& reductions, std::uint32_t row) {
  return with_weight_type(reductions.kind, [&]<WeightType W>() { return any_row(reductions.reduction_as<W>(row)); });
}

std::uint64_t faults_found(const Output& reductions, std::uint32_t row) {
  return with_weight_type(reductions.kind, [&]<WeightType W>() { return reductions.reduction_as<W>(row).faults; });
}

std::string impossible_figure(const Output& reductions, std::uint32_t row, const Problem& question) {
  return with_weight_type(reductions.kind, [&]<WeightType W>() -> std::string {
    const Reduction<W>& it = reductions.reduction_as<W>(row);
    const auto unwritten = [](const char* figure) { return fmt::format("its figure '{}' was not written", figure); };
    if (it.reached == poison_count) return unwritten("reached");
    if (it.within == poison_count) return unwritten("within");
    if (std::bit_cast<std::uint64_t>(it.harmonic) == poison_bits<double>) return unwritten("harmonic");
    if (std::bit_cast<BitsOf<W>>(it.max) == poison_bits<W>) return unwritten("max");
    if constexpr (std::is_integral_v<W>) {
      if (it.sum.low == poison_count && it.sum.high == std::numeric_limits<std::int64_t>::lowest())
        return unwritten("sum");
    } else {
      if (std::bit_cast<std::uint64_t>(it.sum) == poison_bits<double>) return unwritten("sum");
      if (std::isnan(it.sum)) return "its figure 'sum' is not a number";
    }
    if (it.reached == 0 || it.reached > reductions.vertices)
      return fmt::format("its figure 'reached' is {}, but the graph has {} vertices, and the source is reached",
                         it.reached, reductions.vertices);
    if (it.within > it.reached)
      return fmt::format("its figure 'within' is {}, more than the {} that are reached", it.within, it.reached);
    if (!(it.max >= 0) || !(it.max <= reached_bound<W>(question.more.limit)))
      return fmt::format("its figure 'max' is {}, which is not a distance that is asked for", it.max);
    if (std::isnan(it.harmonic)) return "its figure 'harmonic' is not a number";
    return {};
  });
}

std::string reduction_fault(const Problem& question, double within, const Output& reductions, std::uint32_t row,
                            const Output& whole, std::uint32_t whole_row) {
  return with_weight_type(reductions.kind, [&]<WeightType W>() {
    const std::span<const W> distances = whole.distances_as<W>(whole_row);
    return fault<W>(reductions.reduction_as<W>(row), reduce_row<W>(distances, question.more.limit, within), distances,
                    reached_bound<W>(question.more.limit));
  });
}

}  // namespace wayfront::host
