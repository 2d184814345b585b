#include "measure/time_budget.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wayfront::host {

namespace {

TimeBudget::Clock::duration duration(double seconds) {
  return std::chrono::duration_cast<TimeBudget::Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

TimeBudget::Clock::time_point TimeBudget::end_of_all(const MeasureRules& rules, Clock::time_point start) {
  if (rules.total_timeout <= 0) return Clock::time_point::max();
  return start + duration(rules.total_timeout) + std::chrono::seconds(1);
}

TimeBudget::Clock::time_point TimeBudget::deadline(double seconds) const {
  return std::min(Clock::now() + duration(seconds), end_of_all(rules_, start_));
}

TimeBudget::Limit TimeBudget::left_of_all(double seconds) const {
  if (rules_.total_timeout <= 0 || rules_.total_timeout - seconds_since(start_) >= seconds) return {seconds, {}};
  return {rules_.total_timeout - seconds_since(start_),
          fmt::format("the pipeline reached its total_timeout of {} s", rules_.total_timeout)};
}

TimeBudget::Limit TimeBudget::left(std::size_t run) const {
  Limit limit{rules_.timeout, {}};
  if (rules_.run_timeout > 0 && rules_.run_timeout - spent_[run] < limit.seconds)
    limit = {rules_.run_timeout - spent_[run],
             fmt::format("all its calls together took longer than its run_timeout of {} s", rules_.run_timeout)};
  const Limit all = left_of_all(limit.seconds);
  return all.reason.empty() ? limit : all;
}

std::string TimeBudget::overdue() const {
  const Limit all = left_of_all();
  return all.seconds > 0
             ? fmt::format("did not return within {:.3g} s after its timeout of {} s; the program ends here",
                           grace(rules_), rules_.timeout)
             : fmt::format("did not return after {}; the program ends here", all.reason);
}

}  // namespace wayfront::host
