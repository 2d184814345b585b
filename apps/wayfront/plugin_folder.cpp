#include "plugin_folder.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/process.hpp"
#include "base/refusal.hpp"
#include "workers/child_process.hpp"

namespace wayfront::app {
namespace {

namespace fs = std::filesystem;
using host::ExitCode;

constexpr const char* build_folder = "build";
constexpr std::chrono::milliseconds time_between_writes(100);  // of one change: an editor writes several files
constexpr std::chrono::milliseconds time_to_look_up(200);      // for Ctrl-C

/// What editors write for themselves, version control and builds.
bool is_no_source(std::string_view name) {
  return name.starts_with('.') || name.ends_with('~') || name == build_folder;
}

/// Runs `command` to its end. Whether it ended well.
bool run_to_end(std::vector<std::string> command, const fs::path& folder) {
  host::ChildProcess child("/usr/bin/env", command, STDERR_FILENO, {});  // which looks for it in PATH
  for (;;) {
    if (host::stop_requested) host::fail(ExitCode::interrupted, "{}: interrupted while it was built", folder.string());
    if (const auto ended = child.wait_until(host::ChildProcess::Clock::now() + time_to_look_up))
      return ended->status == 0;
  }
}

/// The only plugin in the folder of a build.
fs::path plugin_in(const fs::path& build) {
  std::optional<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(build)) {
    if (entry.path().extension() != ".so") continue;
    if (found)
      host::refuse("check: {} has several plugins, such as {} and {}; watch a folder with one", build.string(),
                   found->filename().string(), entry.path().filename().string());
    found = entry.path();
  }
  if (!found)
    host::fail(ExitCode::failed_run, "{}: no plugin (.so) came out of it; its CMakeLists.txt needs wayfront_add_plugin",
               build.string());
  return *found;
}

}  // namespace

PluginFolder::PluginFolder(fs::path folder)
    : folder_(std::move(folder)), build_(folder_ / build_folder), events_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  std::error_code error;
  if (!fs::exists(folder_ / "CMakeLists.txt", error))
    host::refuse(
        "check: --watch takes the folder of a plugin, but {} has no CMakeLists.txt; `wayfront new-plugin` makes one",
        folder_.string());
}

fs::path PluginFolder::build() {
  changed();  // what has changed by now is built
  cover(folder_);
  std::error_code error;
  if (!configured_) {
    std::vector<std::string> configure{"cmake", "-S", folder_.string(), "-B", build_.string()};
    if (!fs::exists(build_ / "CMakeCache.txt", error)) {
      const fs::path prefix = fs::canonical("/proc/self/exe").parent_path().parent_path();
      configure.push_back(fmt::format("-DCMAKE_PREFIX_PATH={};{}", prefix.string(), (prefix / "install").string()));
    }
    configured_ = run_to_end(std::move(configure), folder_);
  }
  if (!configured_ || !run_to_end({"cmake", "--build", build_.string()}, folder_))
    host::fail(ExitCode::failed_run, "{}: cannot be built", folder_.string());
  return plugin_in(build_);
}

void PluginFolder::cover(const fs::path& folder) {
  constexpr std::uint32_t events = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
  if (::inotify_add_watch(events_.get(), folder.c_str(), events) < 0)
    host::fail(ExitCode::failed_run, "{}: cannot be watched: {}", folder.string(), std::strerror(errno));
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.is_directory(error) && !entry.is_symlink(error) && !is_no_source(entry.path().filename().string()) &&
        !fs::exists(entry.path() / "CMakeCache.txt", error))
      cover(entry.path());
}

bool PluginFolder::changed() {
  bool found = false;
  alignas(inotify_event) std::array<char, 4096> bytes;
  for (ssize_t count; (count = ::read(events_.get(), bytes.data(), bytes.size())) > 0;)
    for (std::size_t at = 0; at < static_cast<std::size_t>(count);) {
      inotify_event event;
      std::memcpy(&event, bytes.data() + at, sizeof event);
      const char* const name = bytes.data() + at + sizeof event;
      found |= event.len == 0 ? (event.mask & IN_Q_OVERFLOW) != 0 : !is_no_source(name);
      at += sizeof event + event.len;
    }
  return found;
}

bool PluginFolder::await_change() {
  const auto news_within = [&](std::chrono::milliseconds time) {
    pollfd news{events_.get(), POLLIN, 0};
    return ::poll(&news, 1, static_cast<int>(time.count())) > 0 && changed();
  };
  while (!news_within(time_to_look_up))
    if (host::stop_requested) return false;
  while (!host::stop_requested && news_within(time_between_writes)) {
  }
  return !host::stop_requested;
}

}  // namespace wayfront::app
