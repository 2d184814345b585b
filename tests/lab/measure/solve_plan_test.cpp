#include "measure/solve_plan.hpp"
#include "../../test.hpp"
#include "measure/time_budget.hpp"

namespace wayfront::host {
namespace solve_plan_test {

const VertexIds ids(100);  // vertex v is number 100 + v

MeasurePlan measure(unsigned warmups, unsigned repeats, std::uint64_t seed = 1) {
  MeasurePlan plan;
  plan.warmups = warmups;
  plan.repeats = repeats;
  plan.seed = seed;
  return plan;
}

struct Step {
  Vertex source;
  unsigned repeat;
  bool last;
  std::vector<std::size_t> order;
  bool operator==(const Step&) const = default;
};

std::vector<Step> all_of(SolvePlan plan) {
  std::vector<Step> steps;
  while (const auto it = plan.next())
    steps.push_back({it->sources.front(), it->repeat, it->last, {it->order.begin(), it->order.end()}});
  return steps;
}

TEST_CASE("samples complete a run if they are of all batches and repeats, whatever else there is") {
  const SolvePlan plan(measure(1, 2), 2, 1, {7, 3, 5}, ids);  // batches from 107 and 105
  std::vector<Sample> samples;
  const auto add = [&](std::uint64_t source, unsigned repeat) {
    samples.emplace_back().source = source;
    samples.back().repeat = repeat;
  };
  add(107, 1);
  add(107, 2);
  add(107, 2);
  add(105, 1);
  add(103, 2);
  add(105, 3);
  CHECK_FALSE(plan.is_complete(samples));
  add(105, 2);
  CHECK(plan.is_complete(samples));
}

TEST_CASE("batches keep the order of the sources; the last has what is left") {
  SolvePlan plan(measure(1, 2), 2, 1, {7, 3, 5, 1, 9}, ids);
  CHECK(plan.samples() == 6);
  std::vector<std::vector<Vertex>> batches;
  for (const auto batch : plan.batches()) batches.emplace_back(batch.begin(), batch.end());
  CHECK(batches == std::vector<std::vector<Vertex>>{{7, 3}, {5, 1}, {9}});
  for (unsigned repeat = 0; repeat <= 2; ++repeat) {
    std::vector<std::vector<Vertex>> found;
    for (std::size_t i = 0; i < (repeat == 0 ? 1U : 3U); ++i) {
      const auto block = plan.next();
      REQUIRE(block);
      CHECK(block->repeat == repeat);
      found.emplace_back(block->sources.begin(), block->sources.end());
    }
    if (repeat > 0) CHECK(std::ranges::is_permutation(found, batches));
  }
  CHECK_FALSE(plan.next());
  CHECK(plan.make(0, ids[5], 1));        // the batch that begins with vertex 5
  CHECK_FALSE(plan.make(0, ids[3], 1));  // inside a batch
}

TEST_CASE("warm-ups come first, then each repeat has every source once, and each block every run once") {
  const std::vector<Vertex> sources = {7, 3, 5, 1};
  const SolvePlan plan(measure(2, 3), 1, 4, sources, ids);
  const std::vector<Step> steps = all_of(plan);
  REQUIRE(steps.size() == 2 + 3 * 4);
  CHECK(plan.solves() == steps.size() * 4);
  CHECK(plan.samples() == 12);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    CHECK(steps[i].repeat == (i < 2 ? 0 : 1 + (i - 2) / 4));
    CHECK(std::ranges::is_permutation(steps[i].order, std::vector<std::size_t>{0, 1, 2, 3}));
  }
  CHECK(steps[0].source == 7);
  CHECK(steps[1].source == 7);
  for (unsigned repeat = 1; repeat <= 3; ++repeat) {
    std::vector<Vertex> found;
    for (const Step& step : steps)
      if (step.repeat == repeat) found.push_back(step.source);
    CHECK(std::ranges::is_permutation(found, sources));
    if (repeat == 1) CHECK(found == sources);
  }
}

TEST_CASE("only the block that comes last is the last, whichever source it has") {
  bool other_source = false;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Step> steps = all_of(SolvePlan(measure(1, 3, seed), 1, 1, {0, 1, 2}, ids));
    CHECK(std::ranges::count_if(steps, &Step::last) == 1);
    CHECK(steps.back().last);
    other_source = other_source || steps.back().source != 2;
  }
  CHECK(other_source);
}

TEST_CASE("the seed decides the order, and orders differ between blocks") {
  const auto steps = [](std::uint64_t seed) { return all_of(SolvePlan(measure(1, 5, seed), 1, 5, {0, 1, 2, 3}, ids)); };
  CHECK(steps(1) == steps(1));
  CHECK(steps(1) != steps(2));
  std::map<std::vector<std::size_t>, int> orders;
  for (const Step& step : steps(1)) ++orders[step.order];
  CHECK(orders.size() > 10);
}

TEST_CASE("a sample is made once, by its run, and only if the plan has it") {
  SolvePlan plan(measure(1, 2), 1, 2, {0, 1}, ids);
  CHECK(plan.make(0, 100, 1));
  CHECK_FALSE(plan.make(0, 100, 1));
  CHECK_FALSE(plan.make(0, 102, 1));  // no source
  CHECK_FALSE(plan.make(0, 100, 0));
  CHECK_FALSE(plan.make(0, 100, 3));
  CHECK(plan.any_made(100, 1));
  CHECK_FALSE(plan.any_made(100, 2));
  CHECK_FALSE(plan.complete(0));
  CHECK(plan.make(0, 100, 2));
  CHECK(plan.make(0, 101, 1));
  CHECK(plan.make(0, 101, 2));
  CHECK(plan.complete(0));
  CHECK_FALSE(plan.complete(1));
}

TEST_CASE("what is made is due again only for an answer that is owed, in the last repeat") {
  SolvePlan plan(measure(1, 2), 1, 1, {0}, ids);
  CHECK(plan.due(0, 0, 0, false));  // a warm-up
  CHECK(plan.due(0, 0, 1, false));
  plan.make(0, 100, 1);
  plan.make(0, 100, 2);
  CHECK_FALSE(plan.due(0, 0, 1, false));
  CHECK_FALSE(plan.due(0, 0, 1, true));
  CHECK_FALSE(plan.due(0, 0, 2, false));
  CHECK(plan.due(0, 0, 2, true));
  CHECK(plan.due(0, 0, 0, false));
}

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

}  // namespace solve_plan_test
}  // namespace wayfront::host
