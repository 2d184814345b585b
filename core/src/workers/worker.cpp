#include "workers/worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <system_error>

#include "base/available_memory.hpp"
#include "base/characters.hpp"
#include "base/process.hpp"
#include "run/call_watch.hpp"

namespace wayfront::host {
namespace {

/// How often a waiting host checks memory and Ctrl-C: rarely enough not to disturb the measurement.
constexpr std::chrono::milliseconds look_again(100);
constexpr std::size_t longest_line = 4096;
/// The time that a process needs to exit once it has closed its descriptors.
constexpr std::chrono::milliseconds to_exit(100);
/// Bytes of its output read at a time: a worker that prints without end must not keep the host from checking the clock.
constexpr int max_parts = 16;

ChildProcess::Clock::time_point after(double seconds) {
  if (!(seconds < CallWatch::unlimited)) return ChildProcess::Clock::time_point::max();
  return ChildProcess::Clock::now() +
         std::chrono::duration_cast<ChildProcess::Clock::duration>(std::chrono::duration<double>(seconds));
}

/// Both ends of a connection between a worker and its host.
struct Ends {
  FileHandle ours, theirs;
};

Ends socket_ends() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::system_error(errno, std::generic_category(), "a socket for it");
  return {FileHandle(ends[0]), FileHandle(ends[1])};
}

Ends pipe_ends() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "a pipe for it");
  return {FileHandle(ends[0]), FileHandle(ends[1])};
}

/// Why a process could not be started, and what to do.
std::string what_it_lacked(const std::system_error& error, const std::filesystem::path& program) {
  const auto is = [&](std::errc code) { return error.code() == code; };
  rlimit limit{};
  if (is(std::errc::too_many_files_open) || is(std::errc::invalid_argument)) {
    ::getrlimit(RLIMIT_NOFILE, &limit);
    return fmt::format("this process may have only {} open files, and needs more; raise that limit (ulimit -n)",
                       limit.rlim_cur);
  }
  if (is(std::errc::resource_unavailable_try_again))
    return "no more processes may be started here; raise the limit (ulimit -u, or pids.max of the control group)";
  if (is(std::errc::no_such_file_or_directory) && ::access("/proc/self/stat", R_OK) != 0)
    return fmt::format(
        "there is no /proc, which is needed for {} and to watch workers; mount it, or set measure.isolation to "
        "\"none\"",
        program.string());
  return error.what();
}

}  // namespace

Worker::Worker(const WorkerRules& rules, int graph, Sinks sinks)
    : rules_(rules), sinks_(std::move(sinks)), memory_limit_(rules.memory) {
  try {
    start(graph);
  } catch (const std::system_error& error) {
    throw std::runtime_error(what_it_lacked(error, rules_.program));
  }
}

void Worker::start(int graph) {
  Ends sockets = socket_ends(), answers = socket_ends(), output = pipe_ends();
  ::fcntl(output.ours.get(), F_SETFL, O_NONBLOCK);
  const std::string command[] = {"worker"};
  const int given[] = {sockets.theirs.get(), graph, answers.theirs.get()};
  process_.emplace(rules_.program, command, output.theirs.get(), given);
  process_->must_be_gone_by(rules_.end);
  channel_.emplace(std::move(sockets.ours));
  answers_.emplace(std::move(answers.ours));
  output_ = std::move(output.ours);
}

void Worker::wait_for_news(Clock::time_point deadline) {
  std::array<pollfd, 3> news = {{{channel_->socket(), POLLIN, 0},
                                 {answers_->waiting(), POLLIN, 0},
                                 {output_.get(), POLLIN, 0}}};  // -1: not looked at
  const auto left = std::clamp<Clock::duration>(deadline - Clock::now(), Clock::duration::zero(), look_again);
  const auto wait = std::chrono::ceil<std::chrono::milliseconds>(left);
  const bool any = ::poll(news.data(), news.size(), static_cast<int>(wait.count())) > 0;
  if (any && news[1].revents != 0) answers_->take_in();
  if (any && news[2].revents != 0) take_output();
  if (any && news[0].revents != 0) closed_ = !channel_->take_in();
  const Clock::time_point now = Clock::now();
  if (closed_ || now - process_seen_ < look_again) return;
  process_seen_ = now;
  if (!process_->has_ended()) return;
  channel_->take_in();  // a process that it left behind may hold the channel open: then there is no end of file
  closed_ = true;
}

void Worker::take_output() {
  std::array<char, 1 << 14> part;
  for (int parts = 0; parts < max_parts && output_.get() >= 0; ++parts) {
    const ssize_t size = ::read(output_.get(), part.data(), part.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) break;
    if (size <= 0) {
      output_ = {};
      break;
    }
    unfinished_line_.append(part.data(), static_cast<std::size_t>(size));
    print_lines(false);
    if (static_cast<std::size_t>(size) < part.size()) break;
  }
}

void Worker::print_lines(bool all) {
  for (;;) {
    const std::size_t end = unfinished_line_.find('\n');
    if (end == std::string::npos && unfinished_line_.size() < longest_line && !(all && !unfinished_line_.empty()))
      return;
    const std::size_t length = std::min({end, unfinished_line_.size(), longest_line});
    const std::string line = on_one_line(std::string_view(unfinished_line_).substr(0, length));
    unfinished_line_.erase(0, length == end ? length + 1 : length);
    if (line.empty()) continue;
    last_line_ = line;
    sinks_.printed(line);
  }
}

void Worker::reap(Clock::time_point deadline) {
  ended_ = process_->wait_until(deadline);
  if (!ended_) {
    process_->kill();
    ended_ = process_->wait_until(Clock::time_point::max());
  }
  take_output();
  print_lines(true);
  channel_->close();
}

Worker::Reply Worker::lost(std::string_view doing) {
  reap(std::min(Clock::now() + std::chrono::seconds(2), std::max(rules_.end, Clock::now() + to_exit)));
  if (stop_requested || rules_.stop.stop_requested()) return {{}, {RunStatus::interrupted, "interrupted"}};
  died_ = true;
  std::string reason = fmt::format("{}, while {}", how_it_ended(*ended_), doing);
  if (!last_line_.empty()) reason += fmt::format("; it last printed: {}", last_line_);
  return {{}, {RunStatus::failed, std::move(reason)}};
}

Worker::Reply Worker::killed(RunStatus status, std::string reason) {
  process_->kill();
  reap(Clock::time_point::max());
  return {{}, {status, std::move(reason)}};
}

/// Why it uses too much memory, or "".
std::string Worker::over_memory(Clock::time_point now) {
  if (now - memory_seen_ < look_again) return {};
  memory_seen_ = now;
  const std::uint64_t all = private_memory(process_->id());
  const std::uint64_t used = all - std::min(all, rules_.graph_copy);
  constexpr double share = 0.9;  // the rest is for the host and other programs
  if (memory_limit_ == 0)
    memory_limit_ = used + static_cast<std::uint64_t>(share * static_cast<double>(available_memory()));
  if (used <= memory_limit_) return {};
  const std::string allowed = bytes_text(static_cast<double>(memory_limit_));
  return fmt::format("out of host memory: it took {}, {}", bytes_text(static_cast<double>(used)),
                     rules_.memory != 0 ? fmt::format("its limit measure.memory is {}", allowed)
                                        : fmt::format("{} was available for it", allowed));
}

Worker::Reply Worker::ask(const nlohmann::json& question, double limit, std::string_view doing, const Output* answer) {
  last_line_.clear();
  answers_->expect(answer);
  const double patience =
      std::clamp(std::chrono::duration<double>(rules_.end - Clock::now()).count() - limit, 0.0, rules_.grace);
  Clock::time_point deadline = std::min(after(limit + patience), rules_.end);
  if (!channel_->send(question)) return lost(doing);
  for (;;) {
    try {
      while (auto message = channel_->next()) {
        if (!message->contains("log")) {
          answers_->take_in();  // sent before the message
          return {std::move(message), {}};
        }
        if (message->at("log").is_string()) sinks_.log(message->at("log").get<std::string>());
      }
    } catch (const Garbled& error) {
      return killed(RunStatus::failed, fmt::format("sent an invalid answer ({}), while {}; it writes outside its "
                                                   "buffers",
                                                   error.what(), doing));
    }
    if (closed_) return lost(doing);
    const Clock::time_point now = Clock::now();
    if ((stop_requested || rules_.stop.stop_requested()) && !told_to_stop_) {
      told_to_stop_ = true;
      process_->signal(SIGTERM);
      deadline = std::min(deadline, after(rules_.grace));
    }
    if (now >= deadline && told_to_stop_) return killed(RunStatus::interrupted, "interrupted");
    if (now >= deadline)
      return killed(RunStatus::timeout, fmt::format("did not return within {:.3g} s after its timeout of {} s, while "
                                                    "{}; its process was killed",
                                                    patience, limit, doing));
    if (std::string reason = over_memory(now); !reason.empty())
      return killed(RunStatus::failed, fmt::format("{}, while {}", reason, doing));
    wait_for_news(deadline);
  }
}

void Worker::dismiss() {
  if (!gone()) ::shutdown(channel_->socket(), SHUT_WR);
}

Ending Worker::finish(Clock::time_point deadline) {
  if (gone()) return {};
  last_line_.clear();
  do wait_for_news(deadline);  // its output is shown until the end
  while (!closed_ && Clock::now() < deadline);
  const bool came_to_an_end = closed_;
  reap(came_to_an_end ? std::max(deadline, Clock::now() + to_exit) : Clock::now());
  if (!came_to_an_end) return {RunStatus::failed, "did not end when its work was done; its process was killed"};
  if (WIFEXITED(ended_->status) && WEXITSTATUS(ended_->status) == 0) return {};
  return {RunStatus::failed, fmt::format("{}, after its last answer", how_it_ended(*ended_))};
}

Usage Worker::usage() const {
  if (!ended_) return {.workers = 1};
  return {
      .workers = 1, .user = ended_->user, .system = ended_->system, .peak_resident_bytes = ended_->peak_resident_bytes};
}

}  // namespace wayfront::host
