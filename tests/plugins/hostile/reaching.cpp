// Plugins that reach for their host and what it opened for them, or harm it as soon as they are opened.
// tests/cli/hostile_*.txt says what becomes of each.
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cfenv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include <thread>

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

[[maybe_unused]] static char nowhere[16];

}  // namespace wayfront::faulty

#define FAULT_OPENING(name, what, ...) \
  FAULT_PLUGIN(name, what, Correct, all_capabilities, {}) FAULT_OPENED(name, __VA_ARGS__)

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

FAULT_PREPARED(leaves_daemon, "Leaves a process behind that holds all descriptors open.", {
  if (::fork() == 0) {
    ::setsid();
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

FAULT_OPENING(throws_in_thread_when_opened, "A thread that it starts when it is opened throws an exception.", {
  std::thread([] { throw std::runtime_error("not today"); }).join();
})

FAULT_OPENING(throws_when_opened, "Throws an exception when it is opened.", {
  throw std::runtime_error("not today");
})

FAULT_OPENING(works_when_opened, "Is busy for a second of processor time as soon as its file is opened, on no clock.", {
  const std::clock_t end = std::clock() + CLOCKS_PER_SEC;
  while (std::clock() < end) {
  }
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
