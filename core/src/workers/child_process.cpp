#include "workers/child_process.hpp"

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
#include <fstream>
#include <system_error>
#include <thread>
#include <vector>

#include "base/available_memory.hpp"

namespace wayfront::host {
namespace {

constexpr int first_given = STDERR_FILENO + 1;
constexpr ChildProcess::Clock::duration time_to_clean_up = std::chrono::seconds(2);

/// Copies of descriptors, closed with this object.
class Copies {
 public:
  /// Numbered from `first` on.
  explicit Copies(int first) : first_(first) {}
  ~Copies() {
    for (const int descriptor : made_) ::close(descriptor);
  }
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;

  int of(int descriptor) {
    made_.reserve(made_.size() + 1);
    const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, first_);
    if (copy < 0) throw std::system_error(errno, std::generic_category(), "a descriptor for it");
    made_.push_back(copy);
    return copy;
  }

 private:
  int first_;
  std::vector<int> made_;
};

/// The child's descriptors.
class Actions {
 public:
  Actions(int output, std::span<const int> descriptors, Copies& copies) {
    const int out = copies.of(output);
    std::vector<int> given;
    for (const int descriptor : descriptors) given.push_back(copies.of(descriptor));
    posix_spawn_file_actions_init(&actions_);  // from here on nothing throws
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, out, STDERR_FILENO);
    int number = first_given;
    for (const int descriptor : given) posix_spawn_file_actions_adddup2(&actions_, descriptor, number++);
    posix_spawn_file_actions_addclosefrom_np(&actions_, number);
  }
  ~Actions() { posix_spawn_file_actions_destroy(&actions_); }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;

  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

/// No signals blocked or ignored, and its own process group.
class Attributes {
 public:
  Attributes() {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;

  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

std::string crash(int signal, std::uint64_t peak_resident_bytes) {
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
      return fmt::format(
          "was killed from outside (SIGKILL), perhaps by the kernel because memory ran out (peak memory {})",
          bytes_text(static_cast<double>(peak_resident_bytes)));
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
  Copies made(first_given + static_cast<int>(descriptors.size()));  // above the numbers that the child gets
  const Actions actions(output, descriptors, made);
  const Attributes attributes;
  int error = 0;
  ProcessFamily::started([&] {
    error = ::posix_spawn(&id_, program.c_str(), actions.get(), attributes.get(), argv.data(),
                          family_.environment().data());
    return error == 0 ? id_ : -1;
  });
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

bool ChildProcess::has_ended() const {
  siginfo_t news{};
  return ended_ ||
         (::waitid(P_PID, static_cast<id_t>(id_), &news, WEXITED | WNOHANG | WNOWAIT) == 0 && news.si_pid == id_);
}

std::uint64_t ChildProcess::memory_of_others() const {
  std::uint64_t sum = 0;
  if (ended_) return sum;
  for (const pid_t process : family_.members())
    if (process != id_) sum += private_memory(process);
  return sum;
}

std::optional<ChildProcess::Ended> ChildProcess::wait_until(Clock::time_point deadline) {
  constexpr std::chrono::microseconds shortest(50), longest(5000);
  std::chrono::microseconds pause = shortest;
  while (!ended_) {
    int status = 0;
    rusage usage{};
    if (has_ended())
      ::kill(-id_,
             SIGKILL);  // processes that it started and left behind; until it is reaped, its group id is not reused
    const pid_t id = ::wait4(id_, &status, WNOHANG, &usage);
    if (id == id_) {
      constexpr std::uint64_t unit = 1024;  // of ru_maxrss
      ended_ = Ended{status, seconds(usage.ru_utime), seconds(usage.ru_stime),
                     static_cast<std::uint64_t>(usage.ru_maxrss) * unit};
    } else if (id < 0 && errno != EINTR) {
      ended_ = Ended{};  // somebody else reaped it
    } else {
      const auto now = Clock::now();
      if (now >= deadline) return {};
      std::this_thread::sleep_for(std::min<Clock::duration>(pause, deadline - now));
      pause = std::min(2 * pause, longest);
      continue;
    }
    ProcessFamily::taken(id_);
    const auto left = std::clamp<Clock::duration>(end_ - Clock::now(), Clock::duration::zero(), time_to_clean_up);
    family_.end(std::chrono::duration_cast<std::chrono::milliseconds>(left));
  }
  return ended_;
}

std::uint64_t private_memory(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/statm", process));
  std::uint64_t size = 0, resident = 0, shared = 0;
  if (!(file >> size >> resident >> shared) || shared > resident) return 0;
  return (resident - shared) * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
}

std::string how_it_ended(const ChildProcess::Ended& ended) {
  if (WIFSIGNALED(ended.status)) return crash(WTERMSIG(ended.status), ended.peak_resident_bytes);
  return fmt::format("ended its process with exit code {}", WEXITSTATUS(ended.status));
}

}  // namespace wayfront::host
