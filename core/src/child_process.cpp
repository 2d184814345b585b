#include "child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>
#include <vector>

namespace wayfront::host {
namespace {

constexpr int first_given = STDERR_FILENO + 1;
constexpr int out_of_the_way = 64;  // copies from here on do not collide with the numbers that the child gets

/// What posix_spawn is told, and the copies of descriptors that it needs.
class Setup {
 public:
  Setup(int output, std::span<const int> descriptors) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    const int out = copy(output);
    posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, out, STDERR_FILENO);
    int number = first_given;
    for (const int descriptor : descriptors) posix_spawn_file_actions_adddup2(&actions_, copy(descriptor), number++);
    posix_spawn_file_actions_addclosefrom_np(&actions_, number);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Setup() {
    for (const int descriptor : copies_) ::close(descriptor);
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  Setup(const Setup&) = delete;
  Setup& operator=(const Setup&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  int copy(int descriptor) {
    const int made = ::fcntl(descriptor, F_DUPFD_CLOEXEC, out_of_the_way);
    if (made < 0) throw std::system_error(errno, std::generic_category(), "a descriptor for it");
    copies_.push_back(made);
    return made;
  }

  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
  std::vector<int> copies_;
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

std::string crash(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "crashed: segmentation fault";
    case SIGBUS:
      return "crashed: bus error";
    case SIGFPE:
      return "crashed: arithmetic error";
    case SIGILL:
      return "crashed: illegal instruction";
    case SIGABRT:
      return "crashed: aborted";
    case SIGSYS:
      return "crashed: a forbidden system call";
    case SIGKILL:
      return "was killed from outside (SIGKILL); the system does that where memory runs out";
    default:
      return fmt::format("was killed from outside (SIG{})",
                         sigabbrev_np(signal) == nullptr ? "?" : sigabbrev_np(signal));
  }
}

}  // namespace

ChildProcess::ChildProcess(const std::filesystem::path& program, std::span<const std::string> arguments, int output,
                           std::span<const int> descriptors) {
  std::string name = program.filename().string();
  std::vector<char*> argv = {name.data()};
  std::vector<std::string> copies(arguments.begin(), arguments.end());
  for (std::string& argument : copies) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const Setup setup(output, descriptors);
  const int error = ::posix_spawn(&id_, program.c_str(), setup.actions(), setup.attributes(), argv.data(), environ);
  if (error != 0) throw std::system_error(error, std::generic_category(), "starting " + program.string());
}

ChildProcess::~ChildProcess() {
  if (ended_) return;
  kill();
  wait_until(Clock::time_point::max());
}

void ChildProcess::signal(int number) const {
  if (!ended_) ::kill(id_, number);
}

void ChildProcess::kill() {
  if (ended_) return;
  ::kill(-id_, SIGKILL);
  ::kill(id_, SIGKILL);
}

std::optional<ChildProcess::Ended> ChildProcess::wait_until(Clock::time_point deadline) {
  constexpr std::chrono::microseconds shortest(50), longest(5000);
  std::chrono::microseconds pause = shortest;
  while (!ended_) {
    int status = 0;
    rusage usage{};
    siginfo_t news{};  // ended, but not taken yet: its group is still its own
    if (::waitid(P_PID, static_cast<id_t>(id_), &news, WEXITED | WNOHANG | WNOWAIT) == 0 && news.si_pid == id_)
      ::kill(-id_, SIGKILL);  // what it started and left behind
    const pid_t id = ::wait4(id_, &status, WNOHANG, &usage);
    if (id == id_) {
      constexpr std::uint64_t unit = 1024;  // of ru_maxrss
      ended_ = Ended{status, seconds(usage.ru_utime), seconds(usage.ru_stime),
                     static_cast<std::uint64_t>(usage.ru_maxrss) * unit};
    } else if (id < 0 && errno != EINTR) {
      ended_ = Ended{};  // somebody else took it
    } else {
      const auto now = Clock::now();
      if (now >= deadline) return {};
      std::this_thread::sleep_for(std::min<Clock::duration>(pause, deadline - now));
      pause = std::min(2 * pause, longest);
    }
  }
  return ended_;
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) return crash(WTERMSIG(status));
  return fmt::format("ended its process with exit code {}", WEXITSTATUS(status));
}

}  // namespace wayfront::host
