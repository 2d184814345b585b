// The time limit of a plugin call: its own timeout, and the remaining time of its run and of the pipeline.
#pragma once

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "run/call_watch.hpp"
#include "run/measure_rules.hpp"

namespace wayfront::host {

/// The time of a pipeline, total_timeout, is over; what() says so and names the current step.
class OutOfTime : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class TimeBudget {
 public:
  using Clock = std::chrono::steady_clock;

  /// The hard end of a pipeline that began at `start`: one second after its total_timeout, so that plugins can notice
  /// that their time is over. Clock::time_point::max() without a limit.
  static Clock::time_point end_of_all(const MeasureRules& rules, Clock::time_point start);

  /// `start` is the pipeline's.
  TimeBudget(const MeasureRules& rules, std::size_t runs, Clock::time_point start)
      : rules_(rules), spent_(runs), start_(start) {}

  struct Limit {
    double seconds = 0;
    std::string reason;  // which limit applies; empty if it is the timeout of the call
  };
  /// For the next call of a run. No time is left if seconds <= 0.
  Limit left(std::size_t run) const;
  /// `seconds`, limited by the remaining time of the pipeline, not of a run; without `seconds`, that time alone.
  Limit left_of_all(double seconds = CallWatch::unlimited) const;
  /// The reason to give up a plugin's call that does not return, in this process.
  std::string overdue() const;
  /// The end of a wait of that many seconds, at the latest the hard end of the pipeline (end_of_all).
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
