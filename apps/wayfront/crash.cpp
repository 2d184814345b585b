#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <initializer_list>
#include <utility>

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
  std::string_view text() const { return {characters.data(), size}; }
};
Text going_on;
Text saved;
alignas(16) std::array<std::byte, std::size_t{1} << 16> signal_stack;  // a crash may be a stack that overflowed

void put(std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) {
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  }
}

constexpr std::pair<int, std::string_view> crashes[] = {{SIGSEGV, "segmentation fault"},
                                                        {SIGBUS, "bus error; was a file truncated while it was read?"},
                                                        {SIGFPE, "arithmetic error"},
                                                        {SIGILL, "illegal instruction"},
                                                        {SIGABRT, "aborted"}};

void on_crash(int signal) {
  // If a mapped file has changed, its crash says nothing about the plugin.
  if (const char* const file = host::MappedFile::changed(); file != nullptr) {
    put({"\nwayfront: error: ", file,
         ": changed while it was read; do not change it while it is in use, and try again\n"});
    _exit(static_cast<int>(host::ExitCode::input));
  }
  const host::PluginAtWork who;
  const bool named = who.kind == "loader" || !who.file.empty();
  put({"\nwayfront: error: "});
  if (who.kind == "loader")
    put({"loader '", who.name, "' crashed while "});
  else
    put({who.file, who.file.empty() ? "crash while " : " crashed when it was opened, while "});
  put({going_on.text(), ": ", std::ranges::find(crashes, signal, &std::pair<int, std::string_view>::first)->second});
  if (saved.size != 0) put({"; the samples before it are in ", saved.text()});
  put({"\n"});
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
  for (const auto& [signal, name] : crashes) {
    struct sigaction earlier = {};  // a sanitizer's handler prints more
    if (sigaction(signal, nullptr, &earlier) == 0 && earlier.sa_handler == SIG_DFL) sigaction(signal, &action, nullptr);
  }
}

void now_going_on(std::string_view what) { going_on.set(what); }

}  // namespace wayfront::app
