// A process that runs cases, so that a plugin that crashes or does not return fails its case and not the suite. It is a
// fork of this one, which must have one thread only and must not have opened the plugin.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "workers/channel.hpp"
#include "workers/child_process.hpp"

namespace wayfront::host::conformance {

class CaseProcess {
 public:
  /// `serve` is called in the new process, which ends when it returns. Throws UserError if none can be started.
  explicit CaseProcess(const std::function<void(Channel&)>& serve);
  /// Ends it with everything in its process group.
  ~CaseProcess();
  CaseProcess(const CaseProcess&) = delete;
  CaseProcess& operator=(const CaseProcess&) = delete;

  /// Its next message. Nothing if it ends before, or takes longer than `limit` seconds and is killed: why() says which.
  /// Also nothing once this program was asked to stop (stop_requested).
  std::optional<nlohmann::json> next(double limit);
  /// Waits until it has ended. False if it does not end by itself and without an error within `limit` seconds: why().
  bool finish(double limit);
  /// "crashed: segmentation fault", "did not return within 60 s".
  const std::string& why() const { return why_; }

 private:
  using Clock = ChildProcess::Clock;

  /// Whether there is something new to look at before `deadline`; else it is killed.
  bool wait(Clock::time_point deadline, double limit);
  void take(int options);
  void kill();

  pid_t process_ = -1;
  std::optional<Channel> channel_;
  std::optional<ChildProcess::Ended> ended_;
  bool closed_ = false;
  std::string why_;
};

}  // namespace wayfront::host::conformance
