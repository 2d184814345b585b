#include "time_budget.hpp"

#include <fmt/format.h>

namespace wayfront::host {

TimeBudget::Limit TimeBudget::left(std::size_t run) const {
  Limit limit{rules_.timeout, {}};
  if (rules_.run_timeout > 0 && rules_.run_timeout - spent_[run] < limit.seconds)
    limit = {rules_.run_timeout - spent_[run],
             fmt::format("all its calls together took longer than its run_timeout of {} s", rules_.run_timeout)};
  if (rules_.total_timeout > 0 && rules_.total_timeout - seconds_since(start_) < limit.seconds)
    limit = {rules_.total_timeout - seconds_since(start_),
             fmt::format("the pipeline reached its total_timeout of {} s", rules_.total_timeout)};
  return limit;
}

}  // namespace wayfront::host
