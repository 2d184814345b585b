// The host's side of a worker process: it sends requests, waits without spinning, and says why no answer came. A worker
// lives as long as this object, but not longer than the host.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "call/call.hpp"
#include "workers/answer_stream.hpp"
#include "workers/channel.hpp"
#include "workers/child_process.hpp"

namespace wayfront::host {

/// How to start the workers of an experiment, and their limits.
struct WorkerRules {
  std::filesystem::path program;  // this program, whose command `worker` serves requests (worker_process.hpp)
  double grace = 10;              // seconds after the time limit of a call before the worker is killed
  /// The time at which it is killed in any case.
  ChildProcess::Clock::time_point end = ChildProcess::Clock::time_point::max();
  std::uint64_t memory = 0;  // private bytes in addition to the graph; 0: most of the free memory
  /// Bytes of the copy of the graph that each worker makes; 0: it uses the shared file.
  std::uint64_t graph_copy = 0;
  std::stop_token stop{};  // ends the call that goes on, like a signal to stop
  /// Whether it outlives the thread that starts it, in a host that is a program with threads of its own.
  bool watches_whole_host = false;
};

/// The descriptors of a worker at its start.
inline constexpr int worker_channel = 3;
inline constexpr int worker_graph = 4;
inline constexpr int worker_answers = 5;

class Worker {
 public:
  struct Sinks {
    std::function<void(std::string_view)> log;      // log lines of the plugin
    std::function<void(std::string_view)> printed;  // a line that it wrote to standard output or error
  };

  /// Starts the process. Throws std::runtime_error, which says what was missing.
  Worker(const WorkerRules& rules, int graph, Sinks sinks);

  struct Reply {
    std::optional<nlohmann::json> message;
    Ending ending;  // why there is no message; the process is gone then
  };
  /// Sends a request and waits for the reply, at most `limit` seconds plus the grace. `doing` completes "while ...".
  /// `answer`: the buffers for the answer of the reply, or null; see answered().
  Reply ask(const nlohmann::json& question, double limit, std::string_view doing, const Output* answer = nullptr);
  /// Whether a complete answer came with the last reply.
  bool answered() const { return answers_->complete(); }
  /// Later calls end early once `stop` is requested, in place of the rules' token.
  void stop_by(std::stop_token stop) { rules_.stop = std::move(stop); }
  bool gone() const { return ended_.has_value(); }
  /// Whether it was told to end its call early: it stays so, and answers no more calls.
  bool told_to_stop() const { return told_to_stop_; }
  pid_t id() const { return process_->id(); }
  /// Whether it ended unexpectedly: a crash, exit(), a signal from outside.
  bool died() const { return died_; }

  /// Tells it to shut down, without waiting.
  void dismiss();
  /// Waits until it has ended; it must end by itself, without an error and before `deadline`. Call dismiss() first.
  Ending finish(ChildProcess::Clock::time_point deadline);
  /// Private bytes of the programs that its plugin has started, such as MPI ranks on this machine.
  std::uint64_t memory_of_programs() const { return gone() ? 0 : process_->memory_of_others(); }
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
  FileHandle output_;  // what the process writes to standard output and error
  std::string unfinished_line_, last_line_;
  bool closed_ = false;  // the other side closed the channel, or the process has ended
  bool died_ = false, told_to_stop_ = false;
  std::uint64_t memory_limit_ = 0;
  Clock::time_point memory_seen_{}, process_seen_{};
  std::optional<Channel> channel_;
  std::optional<AnswerReceiver> answers_;
  std::optional<ChildProcess> process_;
  std::optional<ChildProcess::Ended> ended_;
};

}  // namespace wayfront::host
