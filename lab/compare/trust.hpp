// Whether the verdicts of a case can be trusted: not if the baseline differs from itself, if two runs have different
// answers, or if something else disturbed the measurement.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "record/result.hpp"

namespace wayfront::host {

/// Limits above which a machine was too busy. Shares refer to the processors that the runs need (measure.threads).
struct TrustLimits {
  /// Of other processes: the widest margin. A run that shares a processor is slower by the share of the others.
  double others = 0.05;
  /// Of the hypervisor: the narrowest margin. It takes a processor in the middle of a solve, and no other processor can
  /// replace it.
  double stolen = 0.02;
  /// Share of readings with throttling: fewer hardly change a median.
  double throttled = 0.1;
  /// Seconds of processor time by which the shares above must be exceeded: ten of the kernel's ticks. The kernel
  /// charges a whole tick to the process that runs at the tick, so less says nothing about a short measurement.
  double resolution = 0.1;
};
inline constexpr TrustLimits trust_limits;

/// Why verdicts are not trusted, with figures, and what helps.
struct Doubt {
  std::string reason, advice;
};

/// `control` is the comparison of the baseline with itself, if there is one. Empty: the verdicts can be trusted. A
/// machine without readings (older results) raises no doubts.
std::vector<Doubt> doubts(const Results& results, const std::optional<Comparison>& control,
                          const TrustLimits& limits = trust_limits);

/// The reasons in one line: "a; b".
std::string reasons_text(const std::vector<Doubt>& doubts);
/// The advice in one line, without repetitions.
std::string advice_text(const std::vector<Doubt>& doubts);

}  // namespace wayfront::host
