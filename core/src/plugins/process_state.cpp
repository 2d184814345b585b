#include "plugins/process_state.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <clocale>
#include <cstdio>
#include <cstring>

#include "base/float_mode.hpp"

namespace wayfront::host {
namespace {

bool same_file(int descriptor, dev_t device, ino_t file) {
  struct stat now {};
  return ::fstat(descriptor, &now) == 0 && now.st_dev == device && now.st_ino == file;
}

mode_t current_umask() {
  const mode_t mask = ::umask(S_IRWXG | S_IRWXO);
  ::umask(mask);
  return mask;
}

bool same_action(const struct sigaction& a, const struct sigaction& b) {
  return a.sa_handler == b.sa_handler && a.sa_flags == b.sa_flags;
}

bool same_set(const sigset_t& a, const sigset_t& b) {
  for (int signal = 1; signal < SIGRTMAX; ++signal)
    if (::sigismember(&a, signal) != ::sigismember(&b, signal)) return false;
  return true;
}

}  // namespace

ProcessState::ProcessState()
    : directory_(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)),
      umask_(current_umask()),
      locale_(std::setlocale(LC_ALL, nullptr)) {
  set_float_mode();
  for (int i = 0; i < static_cast<int>(streams_.size()); ++i) {
    struct stat status {};
    if (::fstat(i, &status) != 0) continue;
    streams_[i] = {::fcntl(i, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), status.st_dev, status.st_ino};
  }
  for (int signal = 1; signal <= last_signal; ++signal) ::sigaction(signal, nullptr, &actions_[signal]);
  ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked_);
}

ProcessState::~ProcessState() {
  for (const Stream& stream : streams_)
    if (stream.copy >= 0) ::close(stream.copy);
  if (directory_ >= 0) ::close(directory_);
}

bool ProcessState::restore_streams() {
  bool changed = false;
  for (int i = 0; i < static_cast<int>(streams_.size()); ++i) {
    const Stream& was = streams_[i];
    if (was.copy < 0 || same_file(i, was.device, was.file)) continue;
    ::dup2(was.copy, i);
    changed = true;
  }
  // A closed stream of the C library cannot be opened again, but these are variables.
  const auto reopen = [&](FILE*& stream, int descriptor, int buffering) {
    if (streams_[descriptor].copy < 0 || (stream != nullptr && ::fileno(stream) == descriptor)) return;
    changed = true;
    if (FILE* const again = ::fdopen(descriptor, "w")) std::setvbuf(stream = again, nullptr, buffering, BUFSIZ);
  };
  reopen(stdout, STDOUT_FILENO, ::isatty(STDOUT_FILENO) != 0 ? _IOLBF : _IOFBF);
  reopen(stderr, STDERR_FILENO, _IONBF);
  return changed;
}

bool ProcessState::restore_signals() {
  bool changed = false;
  for (int signal = 1; signal <= last_signal; ++signal) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) != 0 || same_action(now, actions_[signal])) continue;
    ::sigaction(signal, &actions_[signal], nullptr);
    changed = true;
  }
  sigset_t now;
  ::pthread_sigmask(SIG_BLOCK, nullptr, &now);
  if (same_set(now, blocked_)) return changed;
  ::pthread_sigmask(SIG_SETMASK, &blocked_, nullptr);
  return true;
}

bool ProcessState::restore_directory() {
  struct stat was {
  }, now{};
  if (directory_ < 0 || ::fstat(directory_, &was) != 0) return false;
  if (::stat(".", &now) == 0 && now.st_dev == was.st_dev && now.st_ino == was.st_ino) return false;
  return ::fchdir(directory_) == 0;
}

std::vector<std::string> ProcessState::restore() {
  std::vector<std::string> changed;
  if (restore_streams()) changed.emplace_back("the standard streams");
  if (set_float_mode()) changed.emplace_back("the floating-point mode");
  if (restore_signals()) changed.emplace_back("the signal handlers");
  if (restore_directory()) changed.emplace_back("the working directory");
  if (::umask(umask_) != umask_) changed.emplace_back("the umask");
  if (std::setlocale(LC_ALL, nullptr) != locale_) {
    std::setlocale(LC_ALL, locale_.c_str());
    changed.emplace_back("the locale");
  }
  return changed;
}

}  // namespace wayfront::host
