// How long a call of a plugin may take: its own timeout, what is left of its run's, what is left of the pipeline's.
#pragma once

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "run/call_watch.hpp"
#include "run/measure_rules.hpp"

namespace wayfront::host {

/// The time of a pipeline, total_timeout, is over; what() says that and what was going on.
class OutOfTime : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class TimeBudget {
 public:
  using Clock = std::chrono::steady_clock;

  /// When nothing of a pipeline that began at `start` may still run: a second after its total_timeout, in which plugins
  /// can notice that their time is over. Clock::time_point::max() where it has no bound.
  static Clock::time_point end_of_all(const MeasureRules& rules, Clock::time_point start);

  /// `start` is the pipeline's.
  TimeBudget(const MeasureRules& rules, std::size_t runs, Clock::time_point start)
      : rules_(rules), spent_(runs), start_(start) {}

  struct Limit {
    double seconds = 0;
    std::string reason;  // why no more is left than that; empty where it is the timeout of a call
  };
  /// Of the next call of a run. Nothing is left where seconds <= 0.
  Limit left(std::size_t run) const;
  /// What is left of `seconds` in the pipeline's time, without a run's; of that time alone without `seconds`.
  Limit left_of_all(double seconds = CallWatch::unlimited) const;
  /// The end of a wait of that many seconds, which ends with the pipeline's time at the latest (end_of_all).
  Clock::time_point deadline(double seconds) const;
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
