// Whether the verdicts of a case can be believed: not where the baseline differs from itself, or where something else
// had a share in what was measured.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "results/result.hpp"

namespace wayfront::host {

/// From where on a machine was too busy. Shares are of the processors that the runs need (measure.threads).
struct TrustLimits {
  /// Of other processes: as much as the widest margin. Who shares a processor is slower by what the others take.
  double others = 0.05;
  /// Of the hypervisor, which takes a processor in the middle of a solve, and no other one can stand in: as much as the
  /// narrowest margin.
  double stolen = 0.02;
  /// Of the readings, with throttling in them: fewer hardly move a median.
  double throttled = 0.1;
  /// Seconds of processor time that the shares above have to be exceeded by: ten of the kernel's ticks. It charges a
  /// whole tick to what runs when the tick comes, so that less says nothing about a short measurement.
  double resolution = 0.1;
};
inline constexpr TrustLimits trust_limits;

/// Why verdicts are not believed, with figures, and what helps against it.
struct Doubt {
  std::string reason, advice;
};

/// `control` is the comparison of the baseline with itself, where there is one. None: the verdicts stand. A machine of
/// which nothing is known (older results) is not doubted.
std::vector<Doubt> doubts(const Results& results, const std::optional<Comparison>& control,
                          const TrustLimits& limits = trust_limits);

/// The reasons in one line: "a; b".
std::string reasons_text(const std::vector<Doubt>& doubts);
/// What helps in one line, each advice once.
std::string advice_text(const std::vector<Doubt>& doubts);

}  // namespace wayfront::host
