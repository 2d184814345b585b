// Plugins in a process of their own: what they do there ends a call, not the program.
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "arrays.hpp"

namespace wayfront {
namespace isolation_test {

std::atomic<int> reads_of_memory{0};
std::atomic<bool> may_read_memory{true};

}  // namespace isolation_test
}  // namespace wayfront

/// In place of the C library's, for the host too.
extern "C" ssize_t process_vm_readv(pid_t process, const iovec* into, unsigned long intos, const iovec* from,
                                    unsigned long froms, unsigned long flags) noexcept {
  using namespace wayfront::isolation_test;
  ++reads_of_memory;
  if (may_read_memory) return ::syscall(SYS_process_vm_readv, process, into, intos, from, froms, flags);
  errno = EPERM;
  return -1;
}

namespace wayfront {
namespace isolation_test {

Library library() { return Library({.plugins = {WAYFRONT_NAP_PLUGIN}, .threads = 2}); }

TEST_CASE("an isolated plugin gives the same answers, all certified") {
  const auto arrays = random_arrays<std::int32_t>(300, 3);
  const SharedGraph graph = library().adopt(arrays.view());
  const std::vector<Vertex> sources = {4, 250, 17}, targets = {7, 250, 3};
  for (const char* plugin : {"dijkstra", "delta-stepping", "bellman-ford-tarjan"}) {
    CAPTURE(plugin);
    Solver here = library().solver(graph, plugin), there = library().solver(graph, plugin, {}, {.isolated = true});
    for (const SolveOptions& options : {SolveOptions{}, SolveOptions{.limit = 60}, SolveOptions{.count = 20},
                                        SolveOptions{.targets = targets}, SolveOptions{.predecessors = true}}) {
      const Result expected = here.solve(sources, options), result = there.solve(sources, options);
      CHECK(result.certified());
      for (std::size_t row = 0; row < 3; ++row) {
        CHECK(std::ranges::equal(result.distances<std::int32_t>(row), expected.distances<std::int32_t>(row)));
        CHECK(result.predecessors(row).size() == expected.predecessors(row).size());
      }
    }
    CHECK(there.solve(4, {.certify = false}).certified());
    const Result expected = here.nearest(sources), nearest = there.nearest(sources);
    CHECK(std::ranges::equal(nearest.nearest(), expected.nearest()));
    CHECK(here.solve(4).work().relaxed == there.solve(4).work().relaxed);
  }
}

TEST_CASE("a large answer is sent where the memory of other processes may not be read") {
  const auto arrays = random_arrays<std::int32_t>(300'000, 3);
  const SharedGraph graph = library().adopt(arrays.view());
  const Result right = library().solver(graph, "dijkstra").solve(4);
  Solver solver = library().solver(graph, "dijkstra", {}, {.isolated = true});
  const auto check = [&] {
    const Result result = solver.solve(4);
    CHECK(std::ranges::equal(result.distances<std::int32_t>(), right.distances<std::int32_t>()));
    return reads_of_memory.load();
  };
  const int read = check();
  CHECK(read > 0);
  may_read_memory = false;
  const int refused = check();
  CHECK(refused > read);
  CHECK(check() == refused);  // it does not try again
  may_read_memory = true;
}

TEST_CASE("an isolated plugin finds the nearest source, whatever the ids are") {
  const host::Scratch scratch;
  for (const char* text : {"0 1 5\n1 2 2\n", "4 1 5\n1 3 2\n", "a b 5\nb d 2\n"}) {
    CAPTURE(text);
    const SharedGraph graph = library().load(scratch.write("graph.wel", text));
    const Vertex first = graph.vertex(std::string(1, text[0])), second = graph.vertex(std::string(1, text[2]));
    for (const bool isolated : {false, true}) {
      const Result result =
          library().solver(graph, "dijkstra", {}, {.isolated = isolated}).nearest(std::vector{first, second});
      CHECK(result.certified());
      const Vertex last = 3 - first - second;
      CHECK(result.distance(last) == 2);
      CHECK(result.nearest()[last] == second);
    }
  }
}

TEST_CASE("a negative cycle that an isolated plugin finds has its arcs") {
  Arrays<std::int64_t> arrays;
  arrays.offsets = {0, 1, 2};
  arrays.targets = {1, 0};
  arrays.weights = {3, -5};
  const Result result = library().solver(library().adopt(arrays.view()), "", {}, {.isolated = true}).solve(0);
  CHECK(result.negative_cycle().length == -2);
  CHECK(result.negative_cycle().arcs.size() == 2);
}

TEST_CASE("a plugin that crashes is an error, and the solver starts it again") {
  const auto arrays = random_arrays<std::int32_t>(100, 4);
  const SharedGraph graph = library().adopt(arrays.view());
  for (const std::string how : {"crash", "abort", "exit", "kill", "garble", "close", "scribble"}) {
    CAPTURE(how);
    Solver solver = library().solver(graph, "wreck", {{"how", how}, {"spare", 7}}, {.isolated = true});
    for (int i = 0; i < 2; ++i) {
      const std::string text = said<SolveError>([&] { (void)solver.solve(3); });
      CHECK(host::contains(text, "wreck"));
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)  // which take the signal themselves
      if (how == "crash") CHECK(host::contains(text, "segmentation fault"));
#endif
      const Result spared = solver.solve(7);
      CHECK(std::ranges::equal(spared.distances<std::int32_t>(), reference_distances(arrays, 7)));
    }
  }
}

TEST_CASE("the thread that made an isolated solver may end before it") {
  const auto arrays = random_arrays<std::int32_t>(100, 4);
  const SharedGraph graph = library().adopt(arrays.view());
  std::optional<Solver> solver;
  const auto in_another_thread = [](auto&& what) { std::jthread(what).join(); };
  in_another_thread([&] {
    solver.emplace(library().solver(graph, "wreck", {{"how", "crash"}, {"spare", 7}}, {.isolated = true}));
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(solver->solve(7).certified());
  in_another_thread([&] { CHECK_THROWS_AS((void)solver->solve(3), SolveError); });
  in_another_thread([&] { CHECK(solver->solve(7).certified()); });  // started again by that thread
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(solver->solve(7).certified());
}

TEST_CASE("one that crashes while it prepares, or when it goes, does no harm") {
  const auto arrays = random_arrays<std::int32_t>(100, 4);
  const SharedGraph graph = library().adopt(arrays.view());
  const std::string text = said<SolveError>([&] {
    (void)library().solver(graph, "wreck", {{"how", "crash"}, {"when", "prepare"}}, {.isolated = true});
  });
  CHECK(host::contains(text, "preparing"));
  CHECK(library()
            .solver(graph, "wreck", {{"how", "crash"}, {"when", "destroy"}}, {.isolated = true})
            .solve(0)
            .certified());
}

TEST_CASE("one that never returns is ended by a timeout, and by a stop") {
  const auto arrays = random_arrays<std::int32_t>(100, 4);
  const SharedGraph graph = library().adopt(arrays.view());
  Solver solver = library().solver(graph, "wreck", {{"how", "hang"}, {"spare", 7}}, {.isolated = true});
  CHECK_THROWS_AS((void)solver.solve(3, {.timeout = 0.2}), TimeoutError);
  CHECK(solver.solve(7).certified());
  std::stop_source stop;
  const auto other = host::after(std::chrono::milliseconds(200), [&] { stop.request_stop(); });
  CHECK_THROWS_AS((void)solver.solve(3, {.stop = stop.get_token()}), CancelledError);
  CHECK(solver.solve(7).certified());
}

TEST_CASE("a stop ends a solve, a restart and what nearest() prepares, and the next call works again") {
  const auto arrays = random_arrays<std::int32_t>(100, 4);
  const SharedGraph graph = library().adopt(arrays.view());
  const auto stopped = [](auto&& call) {
    std::stop_source stop;
    const auto other = host::after(std::chrono::milliseconds(100), [&] { stop.request_stop(); });
    CHECK_THROWS_AS(call(SolveOptions{.stop = stop.get_token()}), CancelledError);
  };
  for (const bool isolated : {true, false}) {
    Solver solver = library().solver(graph, "nap", {{"milliseconds", 60'000}, {"spare", 7}}, {.isolated = isolated});
    stopped([&](const SolveOptions& options) { (void)solver.solve(3, options); });
    CHECK(solver.solve(7).certified());  // its process has been told to stop
    ::setenv("NAP_PREPARES", "1", 1);
    stopped([&](const SolveOptions& options) { (void)solver.nearest(std::vector<Vertex>{7, 3}, options); });
    ::unsetenv("NAP_PREPARES");
    CHECK(solver.solve(7).certified());
  }
  Solver solver = library().solver(graph, "nap", {{"aborts", true}}, {.isolated = true});
  (void)said<SolveError>([&] { (void)solver.solve(3); });
  ::setenv("NAP_PREPARES", "1", 1);
  stopped([&](const SolveOptions& options) { (void)solver.solve(0, options); });
  ::unsetenv("NAP_PREPARES");
  CHECK(solver.solve(0).certified());
}

}  // namespace isolation_test
}  // namespace wayfront
