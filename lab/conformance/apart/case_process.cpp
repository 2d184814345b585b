#include "conformance/apart/case_process.hpp"

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
#include <thread>

#include "base/errors.hpp"
#include "base/process.hpp"

namespace wayfront::host::conformance {
namespace {

constexpr std::chrono::microseconds longest_pause(5000);

/// What the process does. It does not outlive its parent, and a terminal's Ctrl-C is for the parent alone.
[[noreturn]] void live(pid_t parent, int socket, const std::function<void(Channel&)>& serve) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  {
    Channel channel(socket);
    serve(channel);
  }
  std::exit(0);  // with exit handlers: the plugin's are checked, too
}

}  // namespace

CaseProcess::CaseProcess(const std::function<void(Channel&)>& serve) {
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
    channel_.emplace(ends[0]);
    errno = error;
  }
  if (process_ <= 0)
    throw UserError(ExitCode::failed_run,
                    fmt::format("no process can be started for the next case: {}", std::strerror(errno)));
  ::setpgid(process_, process_);
}

CaseProcess::~CaseProcess() { kill(); }

void CaseProcess::take(int options) {
  if (ended_) return;
  int status = 0;
  rusage usage{};
  if (::wait4(process_, &status, options, &usage) != process_) return;
  constexpr std::uint64_t unit = 1024;  // of ru_maxrss
  ended_ =
      ChildProcess::Ended{.status = status, .peak_resident_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * unit};
}

void CaseProcess::kill() {
  ::kill(-process_, SIGKILL);  // what it started, too
  if (ended_) return;
  ::kill(process_, SIGKILL);
  take(0);
}

bool CaseProcess::wait(Clock::time_point deadline, double limit) {
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

std::optional<nlohmann::json> CaseProcess::next(double limit) try {
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit));
  for (;;) {
    if (std::optional<nlohmann::json> message = channel_->next()) return message;
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

bool CaseProcess::finish(double limit) {
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit));
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

}  // namespace wayfront::host::conformance
