// Cases in processes of their own, so that a plugin that crashes or does not return fails its case and not the suite.
// Each is a fork of this one, which must have one thread only and must not have opened the plugin. It says first that the
// plugin was opened, with notes, or why it was not, or that there is an obstacle; then it sends a report of each case.
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>

#include "base/errors.hpp"
#include "base/json/field_json.hpp"
#include "base/process.hpp"
#include "conformance/case.hpp"
#include "plugins/plugin_opening.hpp"
#include "workers/channel.hpp"
#include "workers/child_process.hpp"

namespace wayfront::host::conformance {
namespace {

using nlohmann::json;
using Clock = ChildProcess::Clock;

Clock::time_point after(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// What a process does. It does not outlive its parent, and a terminal's Ctrl-C is for the parent alone.
template <class Serve>
[[noreturn]] void live(pid_t parent, int socket, const Serve& serve) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  {
    Channel channel{FileHandle(socket)};
    serve(channel);
  }
  std::exit(0);  // with exit handlers: the plugin's are checked, too
}

class CaseProcess {
 public:
  /// serve(channel) is called in the new process, which ends when it returns. Throws UserError if none can be started.
  template <class Serve>
  explicit CaseProcess(const Serve& serve) {
    std::fflush(nullptr);  // or both would write what is left
    std::array<int, 2> ends;
    const pid_t self = ::getpid();
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0) {
      process_ = ::fork();
      if (process_ == 0) {
        ::close(ends[0]);
        live(self, ends[1], serve);
      }
      const int error = errno;
      ::close(ends[1]);
      channel_.emplace(FileHandle(ends[0]));
      errno = error;
    }
    if (process_ <= 0)
      throw UserError(ExitCode::failed_run,
                      fmt::format("no process can be started for the next case: {}", std::strerror(errno)));
    ::setpgid(process_, process_);
  }
  /// Ends it with everything in its process group.
  ~CaseProcess() { kill(); }
  CaseProcess(const CaseProcess&) = delete;
  CaseProcess& operator=(const CaseProcess&) = delete;

  /// Its next message. Nothing if it ends before, or takes longer than `limit` seconds and is killed: why() says which.
  /// Also nothing once this program was asked to stop (stop_requested).
  std::optional<json> next(double limit) try {
    const Clock::time_point deadline = after(limit);
    for (;;) {
      if (std::optional<json> message = channel_->next()) return message;
      if (closed_ && ended_) {
        why_ = how_it_ended(*ended_);
        return {};
      }
      if (!wait(deadline, limit)) return {};
      take(WNOHANG);  // before the last look at what it sent
      if (!channel_->take_in() || ended_) closed_ = true;
    }
  } catch (const Garbled&) {
    why_ = "overwrote what its process sends";
    kill();
    return {};
  }

  /// Waits until it has ended. False if it does not end by itself and without an error within `limit` seconds: why().
  bool finish(double limit) {
    constexpr std::chrono::microseconds longest_pause(5000);
    const Clock::time_point deadline = after(limit);
    for (auto pause = std::chrono::microseconds(100); !ended_; pause = std::min(2 * pause, longest_pause)) {
      if (Clock::now() >= deadline) {
        why_ = fmt::format("did not end within {} s after its last case", limit);
        kill();
        return false;
      }
      std::this_thread::sleep_for(pause);
      take(WNOHANG);
    }
    if (WIFEXITED(ended_->status) && WEXITSTATUS(ended_->status) == 0) return true;
    why_ = how_it_ended(*ended_);
    return false;
  }

  /// "crashed: segmentation fault", "did not return within 60 s".
  const std::string& why() const { return why_; }

 private:
  void take(int options) {
    if (ended_) return;
    int status = 0;
    rusage usage{};
    if (::wait4(process_, &status, options, &usage) != process_) return;
    constexpr std::uint64_t unit = 1024;  // of ru_maxrss
    ended_ = ChildProcess::Ended{.status = status,
                                 .peak_resident_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * unit};
  }

  void kill() {
    ::kill(-process_, SIGKILL);  // what it started, too
    if (ended_) return;
    ::kill(process_, SIGKILL);
    take(0);
  }

  /// Whether there is something new to look at before `deadline`; else it is killed.
  bool wait(Clock::time_point deadline, double limit) {
    constexpr std::chrono::milliseconds look_again(20);  // it may end while others hold its socket
    if (stop_requested) return false;
    const auto now = Clock::now();
    if (now >= deadline) {
      why_ = fmt::format("did not return within {} s", limit);
      kill();
      return false;
    }
    const auto left = std::min<Clock::duration>(deadline - now, look_again);
    pollfd news{closed_ ? -1 : channel_->socket(), POLLIN, 0};
    ::poll(&news, 1, static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count()));
    return true;
  }

  pid_t process_ = -1;
  std::optional<Channel> channel_;
  std::optional<ChildProcess::Ended> ended_;
  bool closed_ = false;
  std::string why_;
};

/// In the process: opens the plugin and runs the cases of these numbers.
void run_cases(const std::filesystem::path& file, const ConformanceOptions& options, std::size_t begin, std::size_t end,
               Channel& channel) {
  try {
    const Plugin plugin = load_plugin(file);
    Suite suite = suite_of(plugin, options);
    if (const std::optional<std::string> reason = obstacle(suite)) {
      channel.send({{"obstacle", *reason}});
      return;
    }
    channel.send({{"opened", take_opening_notes()}});
    const Cases cases = selected_cases(suite);
    for (std::size_t i = begin; i < end; ++i) {
      suite.now = cases[i].name;
      CaseReport report{cases[i].name, CaseResult::failed};
      try {
        report = run_case(plugin, cases[i], options);
      } catch (const std::bad_alloc&) {
        report.reason = "there is not enough memory for this case";
      } catch (const std::exception& error) {
        report.reason = error.what();
      }
      channel.send(json_of(report));
    }
  } catch (const UserError& error) {
    channel.send({{"error", error.what()}, {"code", static_cast<int>(error.code())}});
  }
}

class CasesApart {
 public:
  CasesApart(const Plugin& plugin, const ConformanceOptions& options,
             const std::function<void(const CaseReport&)>& done)
      : plugin_(plugin),
        options_(options),
        done_(done),
        suite_(suite_of(plugin, options)),
        cases_(selected_cases(suite_)) {}

  ConformanceResult run() {
    const std::size_t each = plugin_.has(capability::device) ? cases_.size() : 1;
    while (result_.cases.size() < cases_.size() && result_.obstacle.empty())
      run_process(result_.cases.size(), std::min(result_.cases.size() + each, cases_.size()));
    return std::move(result_);
  }

 private:
  void run_process(std::size_t begin, std::size_t end) {
    const auto serve = [&](Channel& channel) { run_cases(plugin_.file, options_, begin, end, channel); };
    CaseProcess process(serve);
    if (!opened(process)) return;
    for (std::size_t i = begin; i < end; ++i) {
      if (options_.starting) options_.starting(cases_[i].name);
      CaseReport report{cases_[i].name};
      const bool answered = answer(process, report);
      if (answered && i + 1 == end && !process.finish(options_.limit)) fail(report, process);
      if (done_) done_(report);
      result_.cases.push_back(std::move(report));
      if (!answered) return keep_crash(i);  // the rest in another process
    }
  }

  /// False if there is an obstacle.
  bool opened(CaseProcess& process) {
    const std::optional<json> said = process.next(options_.limit);
    throw_if_stopped(cases_[result_.cases.size()].name);
    if (!said)
      throw UserError(ExitCode::plugin, fmt::format("{}: {} when it was opened", plugin_.file.string(), process.why()));
    if (said->contains("error"))
      throw UserError(static_cast<ExitCode>(said->at("code").get<int>()), said->at("error").get<std::string>());
    if (said->contains("obstacle")) {
      result_.obstacle = said->at("obstacle").get<std::string>();
      return false;
    }
    if (result_.cases.empty()) said->at("opened").get_to(result_.notes);
    return true;
  }

  bool answer(CaseProcess& process, CaseReport& report) {
    const auto start = Clock::now();
    const std::optional<json> said = process.next(options_.limit);
    throw_if_stopped(report.name);
    if (!said) {
      report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
      fail(report, process);
      return false;
    }
    read_field({*said, "the process of a case"}, report);
    return true;
  }

  /// Once more, to keep the graph on which the plugin crashes.
  void keep_crash(std::size_t i) {
    constexpr double patience = 5;
    const double seconds = result_.cases[i].seconds;
    constexpr std::size_t enough = 3;  // for smallest_failure()
    const bool keeps =
        !options_.keep.empty() || (!options_.scratch.empty() && result_.count(CaseResult::failed) <= enough);
    if (!keeps || seconds >= std::min(patience, options_.limit)) return;
    ConformanceOptions ahead = options_;
    ahead.keeps_ahead = true;
    CaseProcess again([&](Channel& channel) { run_cases(plugin_.file, ahead, i, i + 1, channel); });
    while (again.next(patience)) {
    }
  }

  static void fail(CaseReport& report, const CaseProcess& process) {
    report.result = CaseResult::failed;
    report.reason = process.why();
  }

  void throw_if_stopped(const std::string& name) const {
    if (stop_requested)
      throw UserError(ExitCode::interrupted, fmt::format("{}: interrupted in case '{}'", plugin_.file.string(), name));
  }

  const Plugin& plugin_;
  const ConformanceOptions& options_;
  const std::function<void(const CaseReport&)>& done_;
  Suite suite_;
  Cases cases_;
  ConformanceResult result_;
};

}  // namespace

ConformanceResult check_apart(const Plugin& plugin, const ConformanceOptions& options,
                              const std::function<void(const CaseReport&)>& done) {
  return CasesApart(plugin, options, done).run();
}

}  // namespace wayfront::host::conformance
