#include <signal.h>
#include <unistd.h>

#include <charconv>

#include "certify/poison.hpp"
#include "conformance/graphs.hpp"
#include "conformance/reference.hpp"
#include "run/host_context.hpp"
#include "solving.hpp"

namespace wayfront::host {
namespace pbgl_test {

using conformance::TestGraph;

/// One instance on graph after graph: the ranks stay.
class Instance {
 public:
  explicit Instance(const std::string& options) : context_(1), made_(WAYFRONT_PBGL, options) {}
  Status prepare(const Graph& graph) {
    context_.start(0, false);
    return made_.algorithm->prepare(graph, context_);
  }
  template <WeightType W>
  Status solve(Vertex source, std::vector<W>& distances) {
    Output output = output_of(distances);
    poison(output);
    context_.start(0, false);
    return made_.algorithm->solve({.source = source}, output, context_);
  }
  /// Whether every source of the graph gets the right answer.
  template <WeightType W>
  void check(const TestGraph<W>& test, OffsetKind offsets) {
    const auto graph = test.build(offsets);
    const Status prepared = prepare(*graph);
    REQUIRE_MESSAGE(prepared.ok(), prepared.text());
    std::vector<W> distances(test.vertices);
    for (const Vertex source : test.sources) {
      CAPTURE(source);
      const Status solved = solve(source, distances);
      REQUIRE_MESSAGE(solved.ok(), solved.text());
      const auto expected = conformance::solve_plainly<W>(*graph, source);
      if (expected.kind == conformance::Kind::distances) CHECK(distances == expected.distances);
    }
  }
  HostContext& context() { return context_; }

 private:
  HostContext context_;
  MadePlugin made_;  // last, so that it goes first
};

/// The running ranks that this process has started, by the socket that they were given.
std::vector<pid_t> ranks() {
  const std::string socket = "wayfront-pbgl-" + std::to_string(::getpid()) + "-";
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    pid_t process = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), process).ec != std::errc()) continue;
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    const std::string words{std::istreambuf_iterator<char>(file), {}};
    if (contains(words, socket) && !contains(words, "mpirun")) found.push_back(process);
  }
  std::ranges::sort(found);
  return found;
}

/// Killed processes take a moment to vanish; those that nobody killed never do.
bool all_gone() {
  for (int i = 0; i < 1000 && !ranks().empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return ranks().empty();
}

void check_says(const Status& status, std::string_view text) {
  INFO(status.text());
  CHECK(contains(status.text(), text));
}

constexpr const char* algorithms[] = {"delta_stepping", "crauser", "eager_dijkstra"};

TEST_CASE_TEMPLATE("hard and random graphs, by every algorithm", W, std::int32_t, float) {
  for (const char* algorithm : algorithms) {
    CAPTURE(algorithm);
    Instance instance(std::string("ranks = 3\nalgorithm = \"") + algorithm + "\"");
    OffsetKind offsets = OffsetKind::offsets32;
    const auto check = [&](const TestGraph<W>& test) {
      instance.check(test, offsets);
      offsets = offsets == OffsetKind::offsets32 ? OffsetKind::offsets64 : OffsetKind::offsets32;
    };
    for (const auto& named : conformance::with_weights<W>(conformance::hard_graphs(true))) {
      if (named.name.starts_with("chain") || named.name == "ring") continue;  // thousands of barriers
      CAPTURE(named.name);
      check(named.make());
    }
    for (const auto& named : conformance::extreme_graphs<W>(false)) {
      CAPTURE(named.name);
      check(named.make());
    }
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      CAPTURE(seed);
      check(conformance::random_graph<W>(seed));
    }
    CHECK(ranks().size() == 3);
  }
  CHECK(all_gone());
}

TEST_CASE_TEMPLATE("narrow and wide buckets and lookaheads, one rank and more than vertices", W, std::int32_t, float) {
  for (const char* options : {"ranks = 1", "ranks = 1\ndelta = 3", "ranks = 2\ndelta = 1e12", "ranks = 5\ndelta = 7",
                              "ranks = 2\nalgorithm = \"eager_dijkstra\"\ndelta = 1",
                              "ranks = 2\nalgorithm = \"eager_dijkstra\"\ndelta = 1e12"}) {
    CAPTURE(options);
    Instance instance(options);
    instance.check(conformance::grid<W>(12, 9, 6), OffsetKind::offsets64);
    instance.check(TestGraph<W>{2, {{0, 1, 7}}, {0, 1}}, OffsetKind::offsets32);
    for (std::uint64_t seed = 100; seed < 110; ++seed)
      instance.check(conformance::random_graph<W>(seed), OffsetKind::offsets32);
  }
}

TEST_CASE("a delta too small for the distances skips the run with a sentence") {
  Instance instance("ranks = 2\ndelta = 1");
  const TestGraph<std::int32_t> test{4, {{0, 1, 1'000'000'000}, {1, 2, 1}, {2, 3, 1}}, {0}};
  const auto graph = test.build(OffsetKind::offsets32);
  REQUIRE(instance.prepare(*graph).ok());
  std::vector<std::int32_t> distances(4);
  const Status status = instance.solve<std::int32_t>(0, distances);
  CHECK(status.code == StatusCode::unsupported);
  check_says(status, "delta is too small");
}

TEST_CASE("a rank that is killed fails the solve with its signal, and the next solve starts others") {
  const auto graph = conformance::grid<std::int32_t>(20, 20, 1).build(OffsetKind::offsets32);
  std::vector<std::int32_t> right(400), distances(400);
  Instance instance("ranks = 3");
  REQUIRE(instance.prepare(*graph).ok());
  REQUIRE(instance.solve<std::int32_t>(0, right).ok());
  for (const std::size_t which : {std::size_t{0}, std::size_t{2}}) {
    const std::vector<pid_t> running = ranks();
    REQUIRE(running.size() == 3);
    ::kill(running[which], SIGKILL);
    const Status status = instance.solve<std::int32_t>(0, distances);
    CHECK(status.code == StatusCode::failed);
    check_says(status, "signal 9");
    REQUIRE(instance.solve<std::int32_t>(0, distances).ok());
    CHECK(distances == right);
  }
}

TEST_CASE("without mpirun the run fails with a sentence, and so it does with a launcher that starts nothing") {
  const auto graph = conformance::grid<std::int32_t>(3, 3, 1).build(OffsetKind::offsets32);
  const Scratch empty;
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", empty.path().c_str(), 1);
  const Status missing = Instance("").prepare(*graph);
  ::setenv("PATH", path.c_str(), 1);
  CHECK(missing.code == StatusCode::failed);
  CHECK(missing.text() ==
        "pbgl: cannot start mpirun: No such file or directory; install Open MPI (openmpi-bin), or put it into PATH");
  const Status useless = Instance("launcher = \"false\"").prepare(*graph);
  CHECK(useless.code == StatusCode::failed);
  CHECK(useless.text() == "pbgl: false ended with exit code 1");
}

TEST_CASE("a host file names the machines") {
  const Scratch scratch;
  const std::string file = scratch.write("hosts", "localhost slots=2\n");
  Instance("ranks = 2\nhost_file = \"" + file + "\"")
      .check(conformance::grid<std::int32_t>(9, 9, 1), OffsetKind::offsets32);
  const auto graph = conformance::grid<std::int32_t>(3, 3, 1).build(OffsetKind::offsets32);
  const Status missing = Instance("host_file = \"/no/such/file\"").prepare(*graph);
  CHECK(missing.text() == "pbgl: host_file /no/such/file cannot be read");
  CHECK(Instance("ranks = 256\nhost_file = \"" + file + "\"").prepare(*graph).code == StatusCode::failed);  // 2 slots
}

TEST_CASE("a cancelled solve leaves no rank behind") {
  const auto graph = conformance::grid<std::int32_t>(300, 300, 1).build(OffsetKind::offsets32);
  Instance instance("ranks = 2\nalgorithm = \"crauser\"");
  REQUIRE(instance.prepare(*graph).ok());
  REQUIRE(ranks().size() == 2);
  std::vector<std::int32_t> distances(90'000);
  std::jthread stopper;
  Output output;
  const auto solve = [&] {
    stopper = std::jthread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      instance.context().cancel();
    });
    return instance.solve<std::int32_t>(0, distances);
  };
  if (const Status status = solve(); !status.ok()) {  // it may have been faster
    CHECK(status.code == StatusCode::cancelled);
    CHECK(all_gone());
  }
}

}  // namespace pbgl_test
}  // namespace wayfront::host
