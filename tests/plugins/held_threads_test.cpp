// Plugins of several threads, all of which but one are kept from running: they must end all the same, with the right
// answer. So it is on a machine whose processors are taken by other programs, only sooner or later they let go.
#include <sys/syscall.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <mutex>

#include "certify/poison.hpp"
#include "run/host_context.hpp"
#include "solving.hpp"

namespace wayfront::host {
namespace held_threads_test {

std::atomic<bool> holding{false};
std::atomic<int> held{0};

void hold(int) {
  ++held;
  while (holding) {
    const timespec moment{0, 1'000'000};
    nanosleep(&moment, nullptr);
  }
  --held;
}

std::set<pid_t> threads_of_this_process() {
  std::set<pid_t> threads;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
    threads.insert(std::stoi(entry.path().filename().string()));
  return threads;
}

/// Keeps threads in a signal handler for as long as it lives, but for a minute at the most: a test that would hang
/// fails.
class Hold {
 public:
  explicit Hold(const std::vector<pid_t>& threads) {
    struct sigaction action = {};
    action.sa_handler = hold;
    REQUIRE(sigaction(SIGUSR1, &action, nullptr) == 0);
    holding = true;
    for (const pid_t thread : threads) REQUIRE(syscall(SYS_tgkill, getpid(), thread, SIGUSR1) == 0);
    while (held != static_cast<int>(threads.size())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    releaser_ = std::thread([this] {
      std::unique_lock lock(mutex_);
      if (ended_.wait_for(lock, std::chrono::minutes(1), [&] { return over_; })) return;
      expired_ = true;
      holding = false;
    });
  }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;
  ~Hold() { end(); }

  /// Lets go; returns whether it lasted until now.
  bool end() {
    if (releaser_.joinable()) {
      {
        const std::lock_guard lock(mutex_);
        over_ = true;
      }
      ended_.notify_one();
      releaser_.join();
    }
    holding = false;
    while (held != 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return !expired_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  bool expired_ = false;
  std::thread releaser_;
};

void solves_while_others_are_held(const char* path, const std::string& options, const Graph& graph) {
  const std::string file = path;
  CAPTURE(file);
  CAPTURE(options);
  const auto expected = solve<std::int32_t>(path, options, graph, 0, false);  // starts the threads of the host, too
  REQUIRE_MESSAGE(expected.solved.ok(), expected.solved.text());

  const std::set<pid_t> before = threads_of_this_process();
  const MadePlugin made(path, options);
  HostContext context(1);
  context.start(0, true);
  REQUIRE(made.algorithm->prepare(graph, context).ok());
  const std::set<pid_t> after = threads_of_this_process();
  std::vector<pid_t> others;
  std::ranges::set_difference(after, before, std::back_inserter(others));
  REQUIRE(others.size() == 2);

  std::vector<std::int32_t> distances(graph.info().vertices);
  Output output = output_of(distances);
  poison(output);
  Hold hold(others);
  const Status solved = made.algorithm->solve({.source = 0}, output, context);
  CHECK_MESSAGE(hold.end(), "it waited for threads that could not run");
  REQUIRE_MESSAGE(solved.ok(), solved.text());
  CHECK(distances == expected.distances);
}

#if !defined(__SANITIZE_THREAD__)  // which puts signals off until a thread wakes up
TEST_CASE("a solve waits for no thread that cannot run") {
  const auto grid = make_graph<std::int32_t>(90'000, grid_arcs<std::int32_t>(300, 1000), OffsetKind::offsets32);
  for (const char* plugin : {WAYFRONT_DELTA_STEPPING, WAYFRONT_RHO_STEPPING, WAYFRONT_STEPPING_BELLMAN_FORD})
    solves_while_others_are_held(plugin, "threads = 3", *grid);
  for (const std::string variant : {"naive", "mask", "frontier"})
    solves_while_others_are_held(WAYFRONT_CPU_BELLMAN_FORD, "threads = 3\nvariant = \"" + variant + "\"", *grid);
}
#endif

}  // namespace held_threads_test
}  // namespace wayfront::host
