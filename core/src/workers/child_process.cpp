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
#include <fstream>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/available_memory.hpp"
#include "files/byte_source.hpp"

namespace wayfront::host {
namespace {

constexpr int first_given = STDERR_FILENO + 1;
constexpr ChildProcess::Clock::duration time_to_clean_up = std::chrono::seconds(2);

FileHandle copy_of(int descriptor, int at_least) {
  FileHandle copy(::fcntl(descriptor, F_DUPFD_CLOEXEC, at_least));
  if (copy.get() < 0) throw std::system_error(errno, std::generic_category(), "a descriptor for it");
  return copy;
}

/// How the child starts: with these descriptors, no signals blocked or ignored, and its own process group.
struct Start {
  Start(const FileHandle& output, std::span<const FileHandle> given) {
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output.get(), STDERR_FILENO);
    int number = first_given;
    for (const FileHandle& it : given) posix_spawn_file_actions_adddup2(&actions, it.get(), number++);
    posix_spawn_file_actions_addclosefrom_np(&actions, number);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Start() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  Start(const Start&) = delete;
  Start& operator=(const Start&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

std::string crash(int signal, std::uint64_t peak_resident_bytes) {
  constexpr std::pair<int, const char*> faults[] = {
      {SIGSEGV, "segmentation fault"}, {SIGBUS, "bus error"}, {SIGFPE, "arithmetic error"},
      {SIGILL, "illegal instruction"}, {SIGABRT, "aborted"},  {SIGSYS, "a forbidden system call"}};
  for (const auto& [number, name] : faults)
    if (number == signal) return fmt::format("crashed: {}", name);
  if (signal == SIGKILL)
    return fmt::format(
        "was killed from outside (SIGKILL), perhaps by the kernel because memory ran out (peak memory {})",
        bytes_text(static_cast<double>(peak_resident_bytes)));
  const char* const name = sigabbrev_np(signal);
  return fmt::format("was killed from outside (SIG{})", name == nullptr ? "?" : name);
}

}  // namespace

ChildProcess::ChildProcess(const std::filesystem::path& program, std::span<const std::string> arguments, int output,
                           std::span<const int> descriptors) {
  std::string name = program.filename().string();
  std::vector<char*> argv = {name.data()};
  std::vector<std::string> copies(arguments.begin(), arguments.end());
  for (std::string& argument : copies) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const int above = first_given + static_cast<int>(descriptors.size());  // the numbers that the child gets
  const FileHandle out = copy_of(output, above);
  std::vector<FileHandle> given;
  for (const int descriptor : descriptors) given.push_back(copy_of(descriptor, above));
  const Start how(out, given);
  int error = 0;
  ProcessFamily::started([&] {
    error =
        ::posix_spawn(&id_, program.c_str(), &how.actions, &how.attributes, argv.data(), family_.environment().data());
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
    // Processes that it started and left behind; until it is reaped, its group id is not reused.
    if (has_ended()) ::kill(-id_, SIGKILL);
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
