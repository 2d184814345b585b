// Plugins that reach for their host, its other workers and what the host opened for them, or harm it as soon as they are opened.
// tests/cli/hostile_*.txt says what becomes of each.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cfenv>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "correct_fault.hpp"

namespace wayfront::faulty {

// Where answers go from a worker.
static constexpr int answers = 5;

static void flush_denormals() {
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#else
  std::uint64_t control = 0;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  asm volatile("msr fpcr, %0" : : "r"(control | (std::uint64_t{1} << 24)));
#endif
}

static void work_for_a_second() {
  const std::clock_t end = std::clock() + CLOCKS_PER_SEC;
  while (std::clock() < end) {
  }
}

[[maybe_unused]] static char nowhere[16];

}  // namespace wayfront::faulty

#define FAULT_OPENING(name, what, ...) \
  FAULT_PLUGIN(name, what, Correct, all_capabilities, {}) FAULT_OPENED(name, __VA_ARGS__)

FAULT_AFTER(announces_much, "Announces a message of 4 GB to the host.", {
  const std::uint32_t length = 0xffffffff;
  if (::write(3, &length, sizeof length) < 0) ::_exit(9);
})

FAULT(closes_answers, "Closes the descriptor over which its answers go.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    ::close(answers);
  }
})

FAULT(leads_answers_astray, "Puts another socket in the place of the descriptor over which its answers go.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    int elsewhere[2];
    Correct::solve(problem, output, context);
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, elsewhere) == 0) ::dup2(elsewhere[0], answers);
  }
})

FAULT_AFTER(closes_everything, "Closes all descriptors that it finds.", {
  for (int descriptor = 0; descriptor < 256; ++descriptor) ::close(descriptor);
})

// Ends its process in a solve, and leaves one behind that holds all descriptors open.
FAULT(ends_before_daemon, "Ends before its daemon.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (::fork() == 0)
      for (;;) ::pause();
    Correct::solve(problem, output, context);
    ::_exit(3);
  }
})

FAULT_PREPARED(leaves_daemon, "Leaves a process behind that holds all descriptors open.", {
  if (::fork() == 0) {
    ::setsid();
    for (;;) ::pause();
  }
})

// Leaves a process behind that holds all descriptors open and cannot be asked to end.
FAULT_PREPARED(leaves_deaf_daemon, "Leaves a deaf daemon.", {
  if (::fork() == 0) {
    ::setsid();
    std::signal(SIGTERM, SIG_IGN);
    for (;;) ::pause();
  }
})

// Leaves a process behind that has nothing of its environment, its group or its parent.
FAULT_PREPARED(leaves_stranger, "Leaves a stranger.", {
  const pid_t child = ::fork();
  if (child == 0) {
    ::setsid();
    if (::fork() != 0) ::_exit(0);
    char name[] = "sleep", time[] = "987654";
    char* const arguments[] = {name, time, nullptr};
    char* const nothing[] = {nullptr};
    ::execve("/bin/sleep", arguments, nothing);
    ::_exit(1);
  }
  ::waitpid(child, nullptr, 0);
})

FAULT(overwrites_answers, "Solves correctly, and writes into the descriptor of answers all the time.", {
  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    thread_ = std::jthread([](const std::stop_token& stop) {
        constexpr std::int32_t seven = 7;
      while (!stop.stop_requested())
        for (off_t at = 0; at < 20; at += sizeof seven)
          if (::pwrite(answers, &seven, sizeof seven, at) < 0) std::this_thread::yield();
    });
  }
  std::jthread thread_;
})

FAULT_BEFORE(sends_first, "Sends an answer of its own making before the one that its worker sends.", {
  const std::vector<std::int32_t> sevens(std::size_t{2} * output.vertices, 7);
  ::send(answers, sevens.data(), sevens.size() * sizeof(std::int32_t), MSG_NOSIGNAL);
})

// Answers with what an earlier solve of another run left behind the descriptor of answers.
FAULT_PREPARED(reopens_graph, "Writes over the file of the graph.", {
  const int file = ::open("/proc/self/fd/4", O_RDWR | O_CLOEXEC);
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0 || status.st_size < 2) return;
  const auto bytes = static_cast<std::size_t>(status.st_size);
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory != MAP_FAILED) std::memset(static_cast<char*>(memory) + bytes / 2, 0, bytes / 2);
  if (::pwrite(file, "\0", 1, status.st_size / 2) < 0 || ::ftruncate(file, status.st_size / 2) != 0) return;
})

FAULT(steals_answer, "Answers what another run has answered.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (first_) {  // there may be nothing to steal yet
      first_ = false;
      return Correct::solve(problem, output, context);
    }
    const auto bytes = std::size_t{output.vertices} * sizeof(Vertex);
    if (::pread(answers, output.distances, bytes, 0) < 0) return;
    if (output.predecessors != nullptr && ::pread(answers, output.predecessors, bytes, static_cast<off_t>(bytes)) < 0)
      return;
  }
  bool first_ = true;
})

FAULT_BEFORE(stops_itself, "Stops its process with SIGSTOP.", {
  ::raise(SIGSTOP);
})

FAULT_OPENING(crashes_when_opened, "Crashes when it is opened.", {
  std::raise(SIGSEGV);
})

FAULT_OPENING(exits_when_opened, "Calls exit() when it is opened.", { std::exit(0); })

FAULT_OPENING(flushes_when_opened, "Takes denormal numbers for zero, as a library does that is linked with -ffast-math.", {
  wayfront::faulty::flush_denormals();
})

FAULT_OPENING(quits_when_opened, "Calls _exit() when it is opened, so that no handler is called.", {
  ::_exit(0);
})

FAULT_OPENING(rounds_up_when_opened, "Sets the rounding of all sums to upwards when it is opened.", {
  std::fesetround(FE_UPWARD);
})

FAULT_OPENING(sleeps_when_opened, "Does not come back when it is opened.", {
  for (;;) ::pause();
})

FAULT_OPENING(throws_when_opened, "Throws an exception when it is opened.", {
  throw std::runtime_error("not today");
})

FAULT(works_when_made, "Is busy for a second of processor time when its instance is made, on no clock.", {
  Fault() { work_for_a_second(); }
})

FAULT_OPENING(works_when_opened, "Is busy for a second of processor time as soon as its file is opened, on no clock.", {
  wayfront::faulty::work_for_a_second();
})

// A plugin whose descriptor is no constant, so that it can be another one once it is opened.
#define FAULT_DESCRIPTOR(name, what, at_first, ...)           \
  FAULT_CLASS(name, what, Correct, all_capabilities, {})      \
  FAULT_EXPORTED wayfront::PluginDescriptor fault_##name;     \
  wayfront::PluginDescriptor fault_##name at_first;           \
  FAULT_OPENED(name, __VA_ARGS__)

FAULT_DESCRIPTOR(describes_itself_when_opened, "Is nothing before it is opened.", , {
  fault_describes_itself_when_opened = detail::describe<Fault>();
})

FAULT_DESCRIPTOR(renames_itself_when_opened, "Takes the name of a better plugin when it is opened.",
                 = wayfront::detail::describe<wayfront::faulty::renames_itself_when_opened::Fault>(),
                 { fault_renames_itself_when_opened.about.name = "dijkstra"; })

FAULT_OF(points_astray, nowhere, Correct, all_capabilities, {})
