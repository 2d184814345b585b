#include <dlfcn.h>

#include "arrays.hpp"

namespace wayfront {
namespace error_test {

const Library& library() {
  static const Library it({.plugins = {WAYFRONT_FAULTY_PLUGINS, WAYFRONT_NAP_PLUGIN}});
  return it;
}

const Arrays<std::int32_t>& arrays() {
  static const auto it = random_arrays<std::int32_t>(200, 1);
  return it;
}

SharedGraph graph() { return library().adopt(arrays().view()); }

/// Whether `call` throws an E with this exit code, whose sentence contains `part`.
template <class E, class F>
void check_throws(F&& call, int exit_code, std::string_view part) {
  try {
    call();
    FAIL("no error");
  } catch (const E& error) {
    CHECK(error.exit_code() == exit_code);
    CHECK_MESSAGE(host::contains(error.what(), part), error.what());
  }
}

TEST_CASE("wrong arguments are usage errors, with the sentence of the command line") {
  const auto usage = [](auto call, std::string_view part) { check_throws<UsageError>(call, 2, part); };
  Solver solver = library().solver(graph());
  const std::vector<Vertex> none;
  usage([&] { (void)solver.solve(200); }, "source 200 is not a vertex; the graph has 200");
  usage([&] { (void)solver.solve(0, {.targets = {1, 999}}); }, "target 999 is not a vertex");
  usage([&] { (void)solver.solve(none); }, "there is no source");
  usage([&] { (void)solver.solve(0, {.limit = -1}); }, "the limit is -1");
  usage([&] { (void)solver.solve(0, {.limit = std::numeric_limits<double>::quiet_NaN()}); }, "must be a number");
  usage([&] { (void)solver.solve(0, {.count = 201}); }, "but the graph has 200 vertices");
  usage([&] { (void)solver.solve(0, {.timeout = -1}); }, "timeout is -1");
  const Result result = solver.solve(0);
  const SharedGraph shared = graph();
  usage([&] { (void)result.distances<double>(); }, "the distances are int32, not float64");
  usage([&] { (void)solver.solve(0).distance(200); }, "there is no vertex 200");
  usage([&] { (void)solver.solve(0).path(1); }, "set SolveOptions::predecessors");
  usage([&] { (void)shared.weights<float>(); }, "are int32, not float32");
  usage([&] { (void)graph().vertex("Paris"); }, "vertex Paris is not in the graph");
  usage([&] { (void)graph().id(200); }, "there is no vertex 200");
  usage([] { Library({.plugins = {"/nowhere"}}); }, "/nowhere is not a directory");
}

TEST_CASE("options of plugins are checked against their rows, all at once") {
  const auto refused = [](const Options& options, std::string_view reason) {
    check_throws<UsageError>([&] { (void)library().solver(graph(), "delta-stepping", options); }, 2, reason);
  };
  refused({{"delt", 100}}, "did you mean 'delta'?");
  refused({{"delta", "x"}, {"threads", -1}}, "'threads'");
  refused({{"delta", 1}, {"delta", 2}}, "twice");
  refused({{"delta=5 #", 3}}, "no option 'delta=5 #'");
}

TEST_CASE("plugins that are missing or cannot treat the graph") {
  check_throws<PluginError>([] { (void)library().solver(graph(), "dijkstr"); }, 4, "did you mean 'dijkstra'?");
  check_throws<PluginError>([] { (void)library().describe("dijkstr"); }, 4, "did you mean 'dijkstra'?");
  check_throws<InputError>([] { (void)library().load("nowhere.gr"); }, 3, "no such file");
  auto negative = arrays();
  negative.weights[0] = -1;
  check_throws<UnsupportedError>([&] { (void)library().solver(library().adopt(negative.view()), "dijkstra"); }, 1,
                                 "does not support negative weights");
  const auto wide = random_arrays<double>(50, 1);
  check_throws<UnsupportedError>([&] { (void)library().solver(library().adopt(wide.view()), "wrong-distance"); }, 1,
                                 "float64");
}

TEST_CASE("a wrong answer is refused, unless it was not to be certified") {
  Solver solver = library().solver(graph(), "wrong-distance");
  check_throws<WrongAnswerError>([&] { (void)solver.solve(0); }, 1, "the answer of plugin 'wrong-distance' is wrong");
  CHECK_FALSE(solver.solve(0, {.certify = false}).certified());
  check_throws<WrongAnswerError>([&] { (void)solver.solve(0, {.predecessors = true, .certify = false}); }, 1, "wrong");
  Arrays<std::int32_t> around;
  around.offsets = {0, 1, 2, 3, 3};
  around.targets = {1, 2, 1};
  around.weights = {7, 3, -5};
  Solver cycle = library().solver(library().adopt(around.view()), "wrong-cycle");
  for (const bool certify : {true, false})
    check_throws<WrongAnswerError>([&] { (void)cycle.solve(0, {.certify = certify}); }, 1, "cycle");
}

TEST_CASE("by default a call has many sources, and one instance solves them") {
  // One plugin exchanges two of them, the other one is wrong in parallel.
  const std::vector<Vertex> sources = {4, 5, 6};
  check_throws<WrongAnswerError>([&] { (void)library().solver(graph(), "mixes-rows").solve(sources); }, 1, "wrong");
  CHECK(library().solver(graph(), "shares-state").solve(sources).certified());
  check_throws<WrongAnswerError>(
      [&] { (void)library().solver(graph(), "shares-state", {}, {.parallel = 2}).solve(sources); }, 1, "wrong");
}

#if !defined(__SANITIZE_THREAD__)  // which sees the race that the plugin makes
TEST_CASE("what is certified is what the caller gets, whatever a plugin does to its own copy") {
  const auto large = random_arrays<std::int32_t>(10'000, 1);
  Solver solver = library().solver(library().adopt(large.view()), "nap", {{"flickers", true}, {"spare", 7}});
  const auto expected = reference_distances(large, 9);
  for (int i = 0; i < 300; ++i) {
    try {
      const Result result = solver.solve(9);
      CHECK(std::ranges::equal(result.distances<std::int32_t>(), expected));
    } catch (const WrongAnswerError&) {
    }
  }
  CHECK(solver.solve(7).certified());  // and its buffers outlive its thread
}
#endif

TEST_CASE("a plugin that fails, and distances that do not fit") {
  check_throws<SolveError>([] { (void)library().solver(graph(), "throws").solve(0); }, 1,
                           "more than 100 vertices are too many for me");
  Arrays<std::int32_t> far;
  far.offsets = {0, 1, 2, 2};
  far.targets = {1, 2};
  far.weights = {2'000'000'000, 2'000'000'000};
  check_throws<SolveError>([&] { (void)library().solver(library().adopt(far.view())).solve(0); }, 1, "int64");
}

TEST_CASE("a solve ends when a stop is requested, and the solver can be used again") {
  Solver solver = library().solver(graph(), "nap", {{"milliseconds", 20'000}});
  const auto start = std::chrono::steady_clock::now();
  std::stop_source stop;
  const auto other = host::after(std::chrono::milliseconds(50), [&] { stop.request_stop(); });
  check_throws<CancelledError>([&] { (void)solver.solve(0, {.stop = stop.get_token()}); }, 130, "interrupted");
  check_throws<CancelledError>([&] { (void)solver.solve(0, {.stop = stop.get_token()}); }, 130, "interrupted");
  check_throws<TimeoutError>([&] { (void)solver.solve(0, {.timeout = 0.05}); }, 124, "timeout of 0.05 s");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
  Solver quick = library().solver(graph(), "nap");
  std::stop_source early;
  early.request_stop();
  check_throws<CancelledError>([&] { (void)quick.solve(0, {.stop = early.get_token()}); }, 130, "interrupted");
  CHECK(quick.solve(0).certified());
  check_throws<CancelledError>([&] { (void)library().solver(graph(), "dijkstra", {}, {.stop = early.get_token()}); },
                               130, "interrupted");
  check_throws<CancelledError>(
      [&] {
        (void)library().generate({{"kind", "grid"}, {"rows", 1000}, {"columns", 1000}}, {}, early.get_token());
      },
      130, "");
}

TEST_CASE("half an answer, which a plugin returned because of a stop, is neither a wrong answer nor a result") {
  const SharedGraph grid = library().generate({{"kind", "grid"}, {"rows", 300}, {"columns", 300}});
  Solver solver = library().solver(grid, "half-done");
  std::vector<Vertex> sources(64);
  for (Vertex i = 0; i < sources.size(); ++i) sources[i] = i;
  for (const bool certify : {true, false}) {
    std::stop_source stop;
    const auto other = host::after(std::chrono::milliseconds(20), [&] { stop.request_stop(); });
    check_throws<CancelledError>([&] { (void)solver.solve(sources, {.certify = certify, .stop = stop.get_token()}); },
                                 130, "interrupted");
  }
}

TEST_CASE("what a callback throws reaches the caller, and the solver can be used again") {
  Solver solver = library().solver(graph());
  CHECK_THROWS_AS((void)solver.solve(0, {.progress = [](auto, auto) { throw std::out_of_range("enough"); }}),
                  std::out_of_range);
  CHECK(solver.solve(0).certified());
}

TEST_CASE("distances on a device where there is none") {
  if (::dlopen("libcuda.so.1", RTLD_NOW) != nullptr) {
    MESSAGE("skipped: this machine has a CUDA driver");
    return;
  }
  Solver solver = library().solver(graph());
  check_throws<UnsupportedError>([&] { (void)solver.solve(0, {.on_device = true}); }, 1, "no CUDA driver");
  CHECK(solver.solve(0).certified());
  const Result result = solver.solve(0);
  check_throws<UsageError>([&] { (void)result.device_distances(); }, 2, "on_device");
}

TEST_CASE("handles that were moved from say so") {
  Library moved;
  Library other = std::move(moved);
  check_throws<UsageError>([&] { (void)moved.plugins(); }, 2, "was moved from");
  Solver solver = other.solver(graph());
  Solver taken = std::move(solver);
  check_throws<UsageError>([&] { (void)solver.solve(0); }, 2, "was moved from");
  CHECK(taken.solve(0).certified());
}

TEST_CASE("a result outlives its solver, its graph and its library") {
  std::optional<Result> result;
  {
    const Library own;
    result =
        own.solver(own.generate({{"kind", "grid"}, {"rows", 20}, {"columns", 20}})).solve(0, {.predecessors = true});
  }
  CHECK(result->path(399).arcs.size() >= 38);
}

}  // namespace error_test
}  // namespace wayfront
