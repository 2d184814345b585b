// Who is to blame: says which plugin's code runs in this process. A plugin that calls exit() meanwhile ends the program
// with a message and ExitCode::plugin, never with success; only _exit() cannot be noticed.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <filesystem>
#include <string_view>

#include "base/float_mode.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::host {

/// Code of a plugin runs for as long as this object lives, before and after in the host's floating-point mode.
class PluginWork {
 public:
  /// A call; `plugin` is as opened() returns it.
  explicit PluginWork(const PluginDescriptor& plugin) noexcept;
  /// The opening of a file.
  explicit PluginWork(const std::filesystem::path& file) noexcept;
  ~PluginWork();
  PluginWork(const PluginWork&) = delete;
  PluginWork& operator=(const PluginWork&) = delete;

 private:
  friend struct PluginAtWork;
  PluginWork(const PluginDescriptor* plugin, const char* file) noexcept;

  FloatMode mode_;
  const PluginDescriptor* plugin_;  // null while a file is opened
  const char* file_;
  pid_t process_;
  const PluginWork* outer_;
};

/// The plugin whose code this thread runs, or, if it is none, a call that another thread has begun: texts that live for
/// as long as the work. May be made in a signal handler.
struct PluginAtWork {
  PluginAtWork() noexcept;

  std::string_view kind{};  // "loader" or "plugin"; "" if none is at work, or a file is opened
  std::string_view name{};
  std::string_view file{};  // that is opened; else ""
};

/// exit() in a thread without a plugin's call is a plugin's, too, unless it is the main one. So it is in programs of this
/// project, which set this; of the library's caller nothing is known.
extern std::atomic<bool> other_threads_are_plugins;

/// Ends the program: `who` did that. Runs no exit handlers.
[[noreturn]] void end_program(const PluginAtWork& who, std::string_view what);

}  // namespace wayfront::host
