#include "programs/program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <system_error>
#include <thread>

namespace wayfront::programs {
namespace {

/// The environment with `settings` added, for posix_spawn.
class Environment {
 public:
  explicit Environment(const std::vector<std::string>& settings) {
    for (char** entry = environ; *entry != nullptr; ++entry) pointers_.push_back(*entry);
    for (const std::string& setting : settings) {
      const std::string_view name = std::string_view(setting).substr(0, setting.find('=') + 1);
      const auto is_it = [&](const char* entry) { return std::string_view(entry).starts_with(name); };
      if (std::ranges::none_of(pointers_, is_it)) pointers_.push_back(const_cast<char*>(setting.c_str()));
    }
    pointers_.push_back(nullptr);
  }
  char** data() { return pointers_.data(); }

 private:
  std::vector<char*> pointers_;
};

/// What a child starts with: its process group (0: its own), no signals blocked or ignored, and its streams.
class SpawnPlan {
 public:
  SpawnPlan(const Streams& streams, pid_t group) {
    posix_spawn_file_actions_init(&actions_);
    give(streams.input, STDIN_FILENO, O_RDONLY);
    give(streams.output, STDOUT_FILENO, O_WRONLY);
    give(streams.error, STDERR_FILENO, O_WRONLY);
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setpgroup(&attributes_, group);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  void give(int descriptor, int number, int flags) {
    if (descriptor < 0)
      posix_spawn_file_actions_addopen(&actions_, number, "/dev/null", flags, 0);
    else
      posix_spawn_file_actions_adddup2(&actions_, descriptor, number);
  }

  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

Descriptor::~Descriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Program::Program(const std::vector<std::string>& command, const std::vector<std::string>& settings,
                 const Streams& streams, const Program* group) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  Environment environment(settings);
  const SpawnPlan plan(streams, group == nullptr ? 0 : group->id());
  const int error =
      ::posix_spawnp(&id_, arguments[0], plan.actions(), plan.attributes(), arguments.data(), environment.data());
  if (error == 0) return;
  id_ = -1;
  throw std::system_error(error, std::generic_category(), "cannot start " + command.front());
}

Program::~Program() {
  if (id_ < 0 || status()) return;
  kill();
  wait(std::chrono::seconds(5));
}

std::optional<int> Program::status() {
  siginfo_t news{};
  if (status_ || ::waitid(P_PID, static_cast<id_t>(id_), &news, WEXITED | WNOHANG | WNOWAIT) != 0 || news.si_pid != id_)
    return status_;
  ::kill(-id_, SIGKILL);  // until it is reaped, its group's id is not used again
  int status = 0;
  if (::waitpid(id_, &status, WNOHANG) == id_) status_ = status;
  return status_;
}

std::optional<int> Program::wait(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!status() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return status_;
}

void Program::signal(int number) const {
  if (!status_) ::kill(id_, number);
}

void Program::kill() {
  if (status_) return;
  ::kill(-id_, SIGKILL);
  ::kill(id_, SIGKILL);
}

std::string how_it_ended(const std::string& program, int status) {
  if (WIFSIGNALED(status)) {
    const char* const name = ::sigabbrev_np(WTERMSIG(status));
    return program + " was ended by signal " + std::to_string(WTERMSIG(status)) +
           (name == nullptr ? "" : std::string(" (SIG") + name + ")");
  }
  return program + " ended with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace wayfront::programs
