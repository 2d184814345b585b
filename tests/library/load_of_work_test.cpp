// What a call costs beside the plugin: microseconds, and no memory that stays; and several threads that use one library and
// one graph at the same time, which ThreadSanitizer looks at.
#include <malloc.h>
#include <unistd.h>

#include "arrays.hpp"

namespace wayfront {
namespace load_of_work_test {

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
  CHECK(after < before + (std::size_t{is_sanitized ? 64 : 2} << 20));  // a sanitizer keeps what is freed
}

TEST_CASE("eight threads solve with three plugins on one graph at once") {
  const auto arrays = random_arrays<std::int32_t>(2000, 1);
  const Library library({.threads = 2});
  const SharedGraph graph = library.adopt(arrays.view());
  std::vector<std::vector<std::int32_t>> expected;
  for (Vertex source = 0; source < 8; ++source) expected.push_back(reference_distances(arrays, source));
  std::atomic<int> right{0}, wrong{0};
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 0; t < 8; ++t)
      threads.emplace_back([&, t] {
        const char* const plugins[] = {"dijkstra", "delta-stepping", "bellman-ford-tarjan"};
        Solver solver = library.solver(graph, plugins[t % 3], {}, {.parallel = t % 2 + 1});
        for (unsigned i = 0; i < 10; ++i) {
          const Vertex source = (t + i) % 8;
          const Result result = solver.solve(source, {.predecessors = i % 2 == 0});
          const bool equal = std::ranges::equal(result.distances<std::int32_t>(), expected[source]);
          ++(equal && result.certified() ? right : wrong);
        }
        const std::vector<Vertex> all = {0, 1, 2, 3, 4, 5, 6, 7};
        const Result batch = solver.solve(all);
        for (std::size_t row = 0; row < all.size(); ++row)
          ++(std::ranges::equal(batch.distances<std::int32_t>(row), expected[row]) ? right : wrong);
      });
  }
  CHECK(right == 8 * 18);
  CHECK(wrong == 0);
}

TEST_CASE("threads share results, load graphs and list plugins at the same time") {
  const Library library({.threads = 2});
  const SharedGraph graph = library.generate({{"kind", "grid"}, {"rows", 40}, {"columns", 40}});
  const Result result = library.solver(graph).solve(0, {.predecessors = true});
  std::atomic<int> right{0};
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 0; t < 8; ++t)
      threads.emplace_back([&, t] {
        const SharedGraph own = library.generate({{"kind", "grid"}, {"rows", 10 + t}, {"columns", 10}});
        if (own.vertices() != 10 * (10 + t) || library.plugins().empty()) return;
        if (!graph.is_unchanged() || graph.reversed().arcs() != graph.arcs()) return;
        if (result.path(1599).length == result.distance(1599)) ++right;
      });
  }
  CHECK(right == 8);
}

TEST_CASE("stops from other threads end solves at any moment") {
  const Library library({.plugins = {WAYFRONT_NAP_PLUGIN}, .threads = 2});
  const auto arrays = random_arrays<std::int32_t>(500, 2);
  const SharedGraph graph = library.adopt(arrays.view());
  std::atomic<int> ended{0};
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        Solver solver = library.solver(graph, "nap", {{"milliseconds", 3}});
        for (unsigned i = 0; i < 20; ++i) {
          std::stop_source stop;
          std::jthread other([&stop, t, i] {
            std::this_thread::sleep_for(std::chrono::microseconds(500 * ((i + t) % 12)));
            stop.request_stop();
          });
          try {
            if (solver.solve(i, {.stop = stop.get_token()}).certified()) ++ended;
          } catch (const CancelledError&) {
            ++ended;
          }
        }
      });
  }
  CHECK(ended == 80);
}

}  // namespace load_of_work_test
}  // namespace wayfront
