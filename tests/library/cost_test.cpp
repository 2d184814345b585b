// What a call costs beside the plugin: microseconds, and no memory that stays.
#include <malloc.h>
#include <unistd.h>

#include "arrays.hpp"

namespace wayfront {
namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif

std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t size = 0, resident = 0;
  statm >> size >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// The lowest cost of a call besides the plugin's own time, in seconds: what disturbs it only adds to it.
double cost(Solver& solver, const SolveOptions& options) {
  using Clock = std::chrono::steady_clock;
  double best = std::numeric_limits<double>::infinity();
  for (unsigned i = 0; i < 2000; ++i) {
    const auto start = Clock::now();
    const Result result = solver.solve(i % 1000, options);
    const double all = std::chrono::duration<double>(Clock::now() - start).count();
    best = std::min(best, all - result.seconds());
  }
  return best;
}

}  // namespace

TEST_CASE("on 1,000 vertices calls with and without a certificate agree; what they cost is printed") {
  const auto arrays = random_arrays<double>(1000, 1);
  const Library library;
  Solver solver = library.solver(library.adopt(arrays.view()), "dijkstra");
  const double plain = cost(solver, {.certify = false}), certified = cost(solver, {});
  MESSAGE("plain: ", plain * 1e6, " us, certified: ", certified * 1e6, " us");
  const Result unproved = solver.solve(7, {.certify = false}), proved = solver.solve(7);
  CHECK(!unproved.certified());
  CHECK(proved.certified());
  CHECK(std::ranges::equal(unproved.distances<double>(), proved.distances<double>()));
}

TEST_CASE("10,000 solves leave no memory behind") {
  const auto arrays = random_arrays<std::int32_t>(1000, 2);
  const Library library({.threads = 2});
  const SharedGraph graph = library.adopt(arrays.view());
  Solver solver = library.solver(graph, "delta-stepping");
  const std::vector<Vertex> batch = {1, 2, 3, 4, 5};
  const auto solve = [&](unsigned times) {
    for (unsigned i = 0; i < times; ++i) {
      (void)solver.solve(i % 1000, {.predecessors = i % 2 == 0});
      if (i % 100 == 0) (void)solver.solve(batch);
      if (i % 500 == 0) (void)solver.nearest(batch);
      if (i % 500 == 250) (void)library.solver(graph, "dijkstra").solve(i % 1000);
    }
    ::malloc_trim(0);
    return resident_bytes();
  };
  const std::size_t before = solve(2000);
  const std::size_t after = solve(is_sanitized ? 1000 : 10'000);
  MESSAGE("resident: ", before, " before, ", after, " after");
  CHECK(after < before + (std::size_t{2} << 20));
}

}  // namespace wayfront
