// The host's side of a worker process: it asks, waits without spinning, and says why no answer came. A worker lives as
// long as this object, and no longer than the host.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "results/result.hpp"
#include "workers/answer_stream.hpp"
#include "workers/channel.hpp"
#include "workers/child_process.hpp"

namespace wayfront::host {

/// Where the workers of an experiment come from and what they may use.
struct WorkerRules {
  std::filesystem::path program;  // this one, whose command `worker` serves (worker_process.hpp)
  double grace = 10;              // seconds past the end of its time that a call gets before the worker is killed
  /// When it is killed, whatever it does.
  ChildProcess::Clock::time_point end = ChildProcess::Clock::time_point::max();
  std::uint64_t memory = 0;  // bytes of its own beside the graph; 0: most of what is free
  /// Bytes of the copy of the graph that each worker makes for itself; 0: it uses the shared file.
  std::uint64_t graph_copy = 0;
};

/// The descriptors that a worker begins with.
inline constexpr int worker_channel = 3;
inline constexpr int worker_graph = 4;
inline constexpr int worker_answers = 5;

class Worker {
 public:
  struct Sinks {
    std::function<void(std::string_view)> log;      // what the plugin logs
    std::function<void(std::string_view)> printed;  // a line that it wrote to standard output or error
  };

  /// Starts the process. Throws std::runtime_error, which says what it lacked.
  Worker(const WorkerRules& rules, int graph, Sinks sinks);
  ~Worker();

  struct Reply {
    std::optional<nlohmann::json> message;
    Ending ending;  // why there is no message; the process is gone then
  };
  /// Asks and waits for the reply, `limit` seconds and the grace at most. `doing` completes "while ...". `answer`: the
  /// buffers for what comes with the reply, or null; see answered().
  Reply ask(const nlohmann::json& question, double limit, std::string_view doing, const Output* answer = nullptr);
  /// Whether an answer came with the last reply, in full length.
  bool answered() const { return answers_->complete(); }
  bool gone() const { return ended_.has_value(); }
  pid_t id() const { return process_->id(); }
  /// Whether it ended although nobody told it to: a crash, exit(), a signal from outside.
  bool died() const { return died_; }

  /// Tells it that there is nothing more to do, without waiting.
  void dismiss();
  /// Waits until it has ended, which must be by itself, without a fault and before `deadline`. Call dismiss() first.
  Ending finish(ChildProcess::Clock::time_point deadline);
  /// Complete once it is gone; peak_bytes is not known here.
  Usage usage() const;

 private:
  using Clock = ChildProcess::Clock;

  void start(int graph);
  Reply lost(std::string_view doing);
  Reply killed(RunStatus status, std::string reason);
  void reap(Clock::time_point deadline);
  void wait_for_news(Clock::time_point deadline);
  void take_output();
  void print_lines(bool all);
  std::string over_memory(Clock::time_point now);

  WorkerRules rules_;
  Sinks sinks_;
  int output_ = -1;  // what the process writes to standard output and error
  std::string unfinished_line_, last_line_;
  bool closed_ = false;  // the channel, by the other side, or the process has ended
  bool died_ = false;
  std::uint64_t memory_limit_ = 0;
  Clock::time_point memory_seen_{}, process_seen_{};
  std::optional<Channel> channel_;
  std::optional<AnswerReceiver> answers_;
  std::optional<ChildProcess> process_;
  std::optional<ChildProcess::Ended> ended_;
};

}  // namespace wayfront::host
