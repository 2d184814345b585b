#include "measure/time_budget.hpp"

#include <doctest/doctest.h>

namespace wayfront::host {
namespace {

using Clock = TimeBudget::Clock;
using std::chrono::seconds;

TEST_CASE("without other bounds a call has its timeout, however long the run has taken") {
  TimeBudget budget({.timeout = 5}, 1, Clock::now() - seconds(1000));
  budget.spend(0, Clock::now() - seconds(1000));
  CHECK(budget.left(0).seconds == 5);
  CHECK(budget.left(0).reason.empty());
}

TEST_CASE("a run's calls share its bound, other runs have theirs") {
  TimeBudget budget({.timeout = 60, .run_timeout = 100}, 2, Clock::now());
  CHECK(budget.left(0).seconds == 60);
  budget.spend(0, Clock::now() - seconds(70));
  CHECK(budget.left(0).seconds <= 30);
  CHECK(budget.left(0).reason == "all its calls together took longer than its run_timeout of 100 s");
  CHECK(budget.left(1).seconds == 60);
  budget.spend(0, Clock::now() - seconds(70));
  CHECK(budget.left(0).seconds <= 0);
}

TEST_CASE("the pipeline's bound counts from its start and wins where less is left") {
  const TimeBudget budget({.timeout = 60, .run_timeout = 100, .total_timeout = 50}, 1, Clock::now() - seconds(40));
  CHECK(budget.left(0).seconds <= 10);
  CHECK(budget.left(0).reason == "the pipeline reached its total_timeout of 50 s");
}

TEST_CASE("waits end with the pipeline's time, a second after it") {
  const auto start = Clock::now();
  CHECK(TimeBudget::end_of_all({.total_timeout = 0}, start) == Clock::time_point::max());
  CHECK(TimeBudget::end_of_all({.total_timeout = 5}, start) == start + seconds(6));
  const TimeBudget budget({.total_timeout = 5}, 1, start);
  CHECK(budget.deadline(100) == start + seconds(6));
  CHECK(budget.deadline(0) < start + seconds(6));
  CHECK(budget.left_of_all(2).seconds == 2);
  CHECK(budget.left_of_all(2).reason.empty());
  CHECK(budget.left_of_all(100).seconds <= 5);
  CHECK(budget.left_of_all(100).reason == "the pipeline reached its total_timeout of 5 s");
  CHECK(TimeBudget({.total_timeout = 5}, 1, start - seconds(7)).left_of_all(2).seconds < 0);
}

}  // namespace
}  // namespace wayfront::host
