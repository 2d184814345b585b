// Distances that stay on a device, with a driver whose device has the host's memory.
#include <dlfcn.h>

#include "../arrays.hpp"

namespace wayfront {
namespace device_test {

/// A counter or function of the fake driver.
template <class T>
T& of_driver(const char* name) {
  void* const driver = ::dlopen("libcuda.so.1", RTLD_NOW);
  REQUIRE(driver != nullptr);
  void* const found = ::dlsym(driver, name);
  REQUIRE(found != nullptr);
  return *reinterpret_cast<T*>(found);
}
std::uint64_t counted(const char* name) { return of_driver<std::uint64_t>(name); }

template <class W>
std::vector<W> read(const DeviceDistances& there, std::size_t row = 0) {
  REQUIRE(there.kind == weight_kind<W>);
  const W* const first = static_cast<const W*>(there.data) + row * there.vertices;
  return {first, first + there.vertices};
}

struct Subject {
  explicit Subject(std::string_view plugin, const Options& options = {})
      : arrays(random_arrays<std::int32_t>(300, 3)),
        library({.plugins = {WAYFRONT_LEAVING_PLUGIN}, .threads = 2}),
        solver(library.solver(library.adopt(arrays.view()), plugin, options)) {}
  std::vector<std::int32_t> expected(Vertex source) const { return reference_distances(arrays, source); }

  Arrays<std::int32_t> arrays;
  Library library;
  Solver solver;
};

template <class T>
concept GivesDeviceDistances = requires {
  std::declval<T>().device_distances();
};
static_assert(GivesDeviceDistances<Result&> && !GivesDeviceDistances<Result>);

TEST_CASE("a plugin that can leaves its distances on the device, and nothing crosses the bus without a certificate") {
  Subject it("leaves", {{"only_there", true}});
  const std::uint64_t up = counted("fake_from_host"), down = counted("fake_to_host");
  const Result result = it.solver.solve(7, {.certify = false, .on_device = true});
  CHECK(counted("fake_from_host") == up);
  CHECK(counted("fake_to_host") == down);
  CHECK_FALSE(result.certified());
  const DeviceDistances there = result.device_distances();
  CHECK(there.device == 0);
  CHECK(there.rows == 1);
  CHECK(read<std::int32_t>(there) == it.expected(7));
  CHECK_THROWS_AS((void)result.distances<std::int32_t>(), UsageError);
  CHECK_THROWS_AS((void)result.distance(3), UsageError);
}

TEST_CASE("with a certificate the host has the distances, too, and proves those of the device") {
  Subject it("leaves", {{"only_there", true}});
  const std::uint64_t up = counted("fake_from_host"), down = counted("fake_to_host");
  const Result result = it.solver.solve(7, {.predecessors = true, .on_device = true});
  CHECK(counted("fake_from_host") == up);
  CHECK(counted("fake_to_host") == down + 300 * sizeof(std::int32_t));
  CHECK(result.certified());
  CHECK(read<std::int32_t>(result.device_distances()) == it.expected(7));
  CHECK(std::ranges::equal(result.distances<std::int32_t>(), it.expected(7)));
  CHECK(result.path(it.arrays.targets[28]).length == result.distance(it.arrays.targets[28]));
}

TEST_CASE("an entry that the plugin does not write is no answer, although an earlier one left the right value there") {
  Subject it("leaves", {{"forgets", true}});
  {
    Subject right("leaves");
    (void)right.solver.solve(0, {.on_device = true});
  }
  CHECK_THROWS_AS((void)it.solver.solve(0, {.on_device = true}), WrongAnswerError);
  (void)it.solver.solve(0, {.certify = false, .on_device = true});
  CHECK_THROWS_AS((void)it.solver.solve(0, {.on_device = true}), WrongAnswerError);
}

TEST_CASE("the distances of other plugins, and of parts of a question, are uploaded") {
  const std::vector<Vertex> targets = {5, 9};
  for (const char* plugin : {"leaves", "dijkstra", "delta-stepping"})
    for (const bool certify : {true, false}) {
      CAPTURE(plugin);
      Subject it(plugin);
      for (const SolveOptions& part :
           {SolveOptions{.limit = 60}, SolveOptions{.count = 20}, SolveOptions{.targets = targets}, SolveOptions{}}) {
        SolveOptions options = part;
        options.certify = certify;
        const Result on_host = it.solver.solve(4, options);
        options.on_device = true;
        const Result result = it.solver.solve(4, options);
        const auto expected = on_host.distances<std::int32_t>();
        CHECK(std::ranges::equal(read<std::int32_t>(result.device_distances()), expected));
        CHECK(result.certified() == certify);
      }
    }
}

TEST_CASE("several sources have their rows one after the other, also in more calls than one") {
  for (const char* plugin : {"leaves", "dijkstra"}) {
    Subject it(plugin);
    std::vector<Vertex> sources;
    for (Vertex v = 299; v > 99; --v) sources.push_back(v);
    const Result result = it.solver.solve(sources, {.on_device = true});
    CHECK(result.device_distances().rows == 200);
    for (std::size_t row = 0; row < 200; row += 7)
      CHECK(read<std::int32_t>(result.device_distances(), row) == it.expected(sources[row]));
    const Result nearest = it.solver.nearest(sources, {.on_device = true});
    CHECK(nearest.device_distances().rows == 1);
    CHECK(nearest.device_distances().vertices == 300);
    CHECK(std::ranges::equal(read<std::int32_t>(nearest.device_distances()), nearest.distances<std::int32_t>()));
  }
}

TEST_CASE("all types of weights") {
  const auto check = [&]<class W>(W) {
    const auto arrays = random_arrays<W>(100, 5);
    const Library library({.plugins = {WAYFRONT_LEAVING_PLUGIN}});
    for (const char* plugin : {"leaves", "dijkstra"}) {
      Solver solver = library.solver(library.adopt(arrays.view()), plugin);
      const Result result = solver.solve(11, {.on_device = true});
      CHECK(read<W>(result.device_distances()) == reference_distances(arrays, 11));
    }
  };
  check(std::int32_t{});
  check(float{});
  check(std::int64_t{});
  check(double{});
}

TEST_CASE("a negative cycle leaves no distances on the device") {
  Arrays<std::int32_t> arrays;
  arrays.offsets = {0, 1, 2};
  arrays.targets = {1, 0};
  arrays.weights = {3, -5};
  const Library library({.plugins = {WAYFRONT_LEAVING_PLUGIN}});
  for (const char* plugin : {"leaves", "bellman-ford-tarjan"})
    for (const bool certify : {true, false}) {
      const Result result =
          library.solver(library.adopt(arrays.view()), plugin).solve(0, {.certify = certify, .on_device = true});
      CHECK(result.negative_cycle().length == -2);
      CHECK_THROWS_AS((void)result.device_distances(), UsageError);
    }
}

TEST_CASE("device memory goes with the result, outlives the solver, and one block waits for the next solve") {
  REQUIRE(counted("fake_blocks") == 0);
  REQUIRE(counted("fake_retained") == 0);
  {
    Subject it("leaves");
    std::vector<Result> kept;
    for (int i = 0; i < 3; ++i) kept.push_back(it.solver.solve(1, {.on_device = true}));
    CHECK(counted("fake_blocks") == 3);
    CHECK(kept[0].device_distances().data != kept[1].device_distances().data);
    kept.clear();
    CHECK(counted("fake_blocks") == 1);
    const std::uint64_t allocations = counted("fake_allocations");
    for (int i = 0; i < 100; ++i) (void)it.solver.solve(1, {.on_device = true});
    CHECK(counted("fake_allocations") == allocations);
    // Whoever had the block may have given it to a kernel that still runs; nobody had new memory.
    std::uint64_t waits = counted("fake_waits");
    kept.push_back(it.solver.solve(1, {.certify = false, .on_device = true}));
    CHECK(counted("fake_waits") == waits + 1);
    waits = counted("fake_waits");
    kept.push_back(it.solver.solve(1, {.certify = false, .on_device = true}));
    CHECK(counted("fake_waits") == waits);
    kept.clear();
    const std::array<Vertex, 2> two = {1, 2};
    (void)it.solver.solve(two, {.on_device = true});  // another size
    CHECK(counted("fake_blocks") == 1);
    kept.push_back(it.solver.solve(1, {.on_device = true}));
    const Result copy = kept[0];
    { const Solver gone = std::move(it.solver); }
    kept.clear();
    CHECK(read<std::int32_t>(copy.device_distances()) == it.expected(1));
  }
  CHECK(counted("fake_blocks") == 0);
  CHECK(counted("fake_retained") == 0);
}

TEST_CASE("results go in other threads") {
  Subject it("leaves");
  const std::uint64_t before = counted("fake_blocks");
  for (int i = 0; i < 50; ++i) {
    std::optional<Result> result = it.solver.solve(1, {.on_device = true});
    std::jthread([mine = std::move(*result)]() mutable { const Result last = std::move(mine); }).join();
  }
  CHECK(counted("fake_blocks") == before + 1);  // the one that waits for the next solve
}

TEST_CASE("too little memory on the device is a sentence, and a later solve may follow") {
  Subject it("leaves");
  of_driver<void(int)>("fake_refuse_memory")(1);
  const std::string text = said<SolveError>([&] { (void)it.solver.solve(1, {.on_device = true}); });
  of_driver<void(int)>("fake_refuse_memory")(0);
  CHECK(host::contains(text, "CUDA device 0"));
  CHECK(host::contains(text, "on_device"));
  const Result later = it.solver.solve(1, {.on_device = true});
  CHECK(read<std::int32_t>(later.device_distances()) == it.expected(1));
}

}  // namespace device_test
}  // namespace wayfront
