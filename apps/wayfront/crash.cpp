#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>

#include "base/errors.hpp"
#include "files/mapped_file.hpp"
#include "output.hpp"
#include "plugins/plugin_work.hpp"

namespace wayfront::app {
namespace {

// A signal handler may neither allocate nor format, so texts have a fixed size and are written unchanged.
struct Text {
  std::array<char, 400> characters{};
  std::size_t size = 0;

  void set(std::string_view text) {
    size = std::min(text.size(), characters.size());
    std::copy_n(text.data(), size, characters.data());
  }
};
Text going_on;
Text saved;
alignas(16) std::array<std::byte, std::size_t{1} << 16> signal_stack;  // a crash may be a stack that overflowed

void put(std::string_view text) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

std::string_view name(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "segmentation fault";
    case SIGBUS:
      return "bus error; was a file truncated while it was read?";
    case SIGFPE:
      return "arithmetic error";
    case SIGILL:
      return "illegal instruction";
    default:
      return "aborted";
  }
}

void on_crash(int signal) {
  // If a mapped file has changed, its crash says nothing about the plugin.
  if (const char* const file = host::MappedFile::changed(); file != nullptr) {
    put("\nwayfront: error: ");
    put(file);
    put(": changed while it was read; do not change it while it is in use, and try again\n");
    _exit(static_cast<int>(host::ExitCode::input));
  }
  const host::PluginAtWork who;
  const bool named = who.kind == "loader" || !who.file.empty();
  put("\nwayfront: error: ");
  if (who.kind == "loader") {
    put("loader '");
    put(who.name);
    put("' crashed while ");
  } else {
    put(who.file);
    put(who.file.empty() ? "crash while " : " crashed when it was opened, while ");
  }
  put({going_on.characters.data(), going_on.size});
  put(": ");
  put(name(signal));
  if (saved.size != 0) {
    put("; the samples before it are in ");
    put({saved.characters.data(), saved.size});
  }
  put("\n");
  if (named) _exit(static_cast<int>(host::ExitCode::plugin));
  std::raise(signal);  // again, without the handler
}

}  // namespace

void report_crashes(std::string_view saved_in) {
  saved.set(saved_in);
  const stack_t stack = {.ss_sp = signal_stack.data(), .ss_flags = 0, .ss_size = signal_stack.size()};
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = on_crash;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_ONSTACK);
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    struct sigaction earlier = {};  // a sanitizer's handler prints more
    if (sigaction(signal, nullptr, &earlier) == 0 && earlier.sa_handler == SIG_DFL) sigaction(signal, &action, nullptr);
  }
}

void now_going_on(std::string_view what) { going_on.set(what); }

}  // namespace wayfront::app
