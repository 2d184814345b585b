// The state of this process that a plugin can change while its file is opened: saved before and restored afterwards.
#pragma once

#include <sys/types.h>

#include <array>
#include <csignal>
#include <string>
#include <vector>

namespace wayfront::host {

/// Locale, working directory, umask, signal handlers and mask, standard streams, and the floating-point mode of this
/// thread. No other thread may create files meanwhile: the umask can only be read by setting it.
class ProcessState {
 public:
  ProcessState();
  ~ProcessState();
  ProcessState(const ProcessState&) = delete;
  ProcessState& operator=(const ProcessState&) = delete;

  /// Restores everything that has changed, and names it: "the working directory". The standard streams come first, so
  /// that later messages can be read.
  std::vector<std::string> restore();

 private:
  static constexpr int last_signal = 64;
  struct Stream {
    int copy = -1;  // -1: it was closed
    dev_t device = 0;
    ino_t file = 0;
  };

  bool restore_streams();
  bool restore_signals();
  bool restore_directory();

  std::array<Stream, 3> streams_;
  std::array<struct sigaction, last_signal + 1> actions_{};
  sigset_t blocked_{};
  int directory_ = -1;
  mode_t umask_;
  std::string locale_;
};

}  // namespace wayfront::host
