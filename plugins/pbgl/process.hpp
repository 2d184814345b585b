// A program that runs beside this one, and how it is ended. What it says goes to memory, where it blocks nobody.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wayfront::pbgl {

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

class Process {
 public:
  /// Starts `command`, found in PATH, in a process group of its own, with these settings added to its environment
  /// unless they are there. Throws Failure with the reason.
  Process(const std::vector<std::string>& command, const std::vector<std::string>& settings);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Ends it by force if it still runs.
  ~Process();

  /// How it ended, as waitpid() tells; nothing while it runs.
  std::optional<int> status();
  /// The same, after waiting up to `time` for its end.
  std::optional<int> wait(std::chrono::milliseconds time);
  void signal(int number) const;
  /// Stdout and stderr so far.
  std::string said() const;

 private:
  Descriptor output_;
  pid_t id_ = -1;
  std::optional<int> status_;
};

}  // namespace wayfront::pbgl
