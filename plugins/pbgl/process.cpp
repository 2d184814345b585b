#include "process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>

#include "wayfront/status.hpp"

namespace wayfront::pbgl {
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

/// What a child starts with: its own process group, no signals blocked or ignored, no input, output to `output`.
class SpawnPlan {
 public:
  explicit SpawnPlan(int output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setpgroup(&attributes_, 0);
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
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

Descriptor::~Descriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Process::Process(const std::vector<std::string>& command, const std::vector<std::string>& settings)
    : output_(::memfd_create("wayfront-pbgl-output", MFD_CLOEXEC)) {
  if (output_.get() < 0)
    throw Failure(StatusCode::failed, std::string("pbgl: no memory file for output: ") + std::strerror(errno));
  ::fcntl(output_.get(), F_SETFL, O_APPEND);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  Environment environment(settings);
  const SpawnPlan plan(output_.get());
  const int error =
      ::posix_spawnp(&id_, arguments[0], plan.actions(), plan.attributes(), arguments.data(), environment.data());
  if (error == 0) return;
  id_ = -1;
  throw Failure(StatusCode::failed,
                "pbgl: cannot start " + command.front() + ": " + std::strerror(error) +
                    (error == ENOENT ? "; install Open MPI (openmpi-bin), or put it into PATH" : ""));
}

Process::~Process() {
  if (id_ < 0 || status()) return;
  signal(SIGKILL);
  wait(std::chrono::seconds(5));
}

std::optional<int> Process::status() {
  int status = 0;
  if (!status_ && ::waitpid(id_, &status, WNOHANG) == id_) status_ = status;
  return status_;
}

std::optional<int> Process::wait(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!status() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return status_;
}

void Process::signal(int number) const {
  if (!status_) ::kill(id_, number);
}

std::string Process::said() const {
  std::string text;
  std::array<char, 4096> block{};
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(output_.get(), block.data(), block.size(), at);
    if (got <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(got));
    at += got;
  }
}

}  // namespace wayfront::pbgl
