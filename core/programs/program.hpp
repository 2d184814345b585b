// A program that runs beside this one, and how it is ended.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wayfront::programs {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int descriptor = -1) : descriptor_(descriptor) {}
  Descriptor(Descriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Descriptor();
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

/// What becomes the standard streams of a program; -1: the null device.
struct Streams {
  int input = -1, output = -1, error = -1;
};

class Program {
 public:
  /// Starts `command`, found in PATH, with these settings added to its environment unless they are there. It inherits
  /// its streams and no other descriptor. It has a process group of its own, or belongs to that of `group`.
  /// Throws std::system_error, which says what could not be started.
  Program(const std::vector<std::string>& command, const std::vector<std::string>& settings, const Streams& streams,
          const Program* group = nullptr);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  /// Ends it by force if it still runs.
  ~Program();

  pid_t id() const { return id_; }
  /// How it ended, as waitpid() tells; nothing while it runs. What is left of its process group then is killed.
  std::optional<int> status();
  /// The same, after waiting up to `time` for its end.
  std::optional<int> wait(std::chrono::milliseconds time);
  void signal(int number) const;
  /// Kills it with its process group.
  void kill();

 private:
  pid_t id_ = -1;
  std::optional<int> status_;
};

/// "mpirun ended with exit code 1", "mpirun was ended by signal 9 (SIGKILL)": `status` as of Program::status().
std::string how_it_ended(const std::string& program, int status);

}  // namespace wayfront::programs
