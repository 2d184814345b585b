// How long a call of a plugin may take: its own timeout, what is left of its run's, what is left of the pipeline's.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "measure_rules.hpp"

namespace wayfront::host {

class TimeBudget {
 public:
  using Clock = std::chrono::steady_clock;

  /// `start` is the pipeline's.
  TimeBudget(const MeasureRules& rules, std::size_t runs, Clock::time_point start)
      : rules_(rules), spent_(runs), start_(start) {}

  struct Limit {
    double seconds = 0;
    std::string reason;  // why no more is left than that; empty where it is the timeout of a call
  };
  /// Of the next call of a run. Nothing is left where seconds <= 0.
  Limit left(std::size_t run) const;
  void spend(std::size_t run, Clock::time_point since) { spent_[run] += seconds_since(since); }

 private:
  static double seconds_since(Clock::time_point since) {
    return std::chrono::duration<double>(Clock::now() - since).count();
  }

  MeasureRules rules_;
  std::vector<double> spent_;
  Clock::time_point start_;
};

}  // namespace wayfront::host
