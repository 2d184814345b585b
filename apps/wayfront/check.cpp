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
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/process.hpp"
#include "commands.hpp"
#include "conformance/conformance.hpp"
#include "conformance/loaders/reading.hpp"
#include "files/byte_source.hpp"
#include "workers/child_process.hpp"

namespace wayfront::app {
namespace {

namespace fs = std::filesystem;

struct CheckArguments {
  std::filesystem::path file;
  host::ConformanceOptions suite;
  bool watch = false;
  bool quiet = false;
  bool json = false;
  int patience = 1, limit = 60;       // seconds
  std::string isolation = "process";  // or "none"

  void add_to(std::vector<Option>& rows) {
    rows = {
        {"PLUGIN", &file, "The plugin's file (.so), or its name.", true},
        {"FILE", &suite.files, "For a loader: files of its format; it reads them complete, truncated and damaged."},
        {"--quick", &suite.quick, "Use fewer random graphs and small sizes."},
        {"--only", &suite.only, "Run only cases whose name contains this."},
        {"--strict", &suite.strict, "Treat anything that the plugin declines with its default options as a failure."},
        {"--keep", &suite.keep,
         "Write the graph of each failed case into this folder, with a pipeline that repeats it, and the smallest "
         "graph found."},
        {"--patience", &patience,
         "How long the plugin may take to stop when it is cancelled; use more on a slow or busy machine."},
        {"--limit", &limit, "Max time for one case."},
        Option{"--isolation", &isolation,
               "Where cases run: in processes of their own, or in this one (none), as a debugger wants it; then a "
               "crash ends the suite."}
            .one_of({"process", "none"}),
        {"--json", &json, "Print JSON."},
        Option{"--watch", &watch,
               "PLUGIN is the folder of one: build it by its CMake and check it, again at each change of a file, until "
               "Ctrl-C. The case that failed first comes first."}
            .excludes({"--isolation", "--json", "--keep"}),
        {"-q,--quiet", &quiet, "Print only failures and the summary."}};
  }
};

int exit_code(const host::ConformanceResult& result) {
  if (result.passed()) return static_cast<int>(host::ExitCode::fine);
  return static_cast<int>(result.obstacle.empty() ? host::ExitCode::failed_run : host::ExitCode::unchecked);
}

/// A temporary folder for the graphs of failed cases, where --keep names none. Null if it is not needed or cannot be made.
std::unique_ptr<host::conformance::Folder> scratch_for(host::ConformanceOptions& suite) try {
  if (!suite.keep.empty()) return nullptr;
  auto folder = std::make_unique<host::conformance::Folder>();
  suite.scratch = folder->path();
  return folder;
} catch (const host::conformance::Failed&) {
  return nullptr;
}

std::filesystem::path file_of(const std::filesystem::path& plugin, const host::PluginRegistry& plugins) {
  std::error_code error;
  const std::string name = plugin.string();
  if (host::names_file(name) || std::filesystem::exists(plugin, error)) return plugin;
  return plugins.find(std::nullopt, name).file;
}

using CaseDone = std::function<void(const host::CaseReport&)>;

int check_file(const CheckArguments& arguments, const CaseDone& done) {
  const host::ConformanceOptions& options = arguments.suite;
  const host::Plugin plugin = options.apart ? host::read_plugin(arguments.file) : host::load_plugin(arguments.file);
  if (host::is_chooser(plugin))
    refuse("plugin '{}' solves nothing: it chooses other plugins, which are checked by their names",
           plugin.about().name);
  const bool reads = plugin.descriptor->kind == PluginKind::loader && !plugin.has(capability::generates);
  if (!reads && !options.files.empty())
    refuse("{}: the plugin '{}' does not read files; remove {}", arguments.file.string(), plugin.about().name,
           options.files.front().string());
  if (!options.apart) {
    print_opening_notes();
    report_crashes("");
  }
  host::ConformanceResult result = host::check_plugin(plugin, options, [&](const host::CaseReport& report) {
    if (host::stop_requested)
      fail(host::ExitCode::interrupted, "{}: interrupted in case '{}'", arguments.file.string(), report.name);
    const bool shown = !arguments.json && (!arguments.quiet || report.result == host::CaseResult::failed);
    if (shown) print(host::to_text(report) + '\n');
    if (done) done(report);
  });
  for (const std::string& note : result.notes) say(note);
  if (result.count(host::CaseResult::failed) != 0 && !arguments.watch) {  // it starts threads, and the next turn forks
    now_going_on("looking for a small graph on which the plugin fails");
    result.smallest = host::smallest_failure(plugin.file, options, result);
  }
  if (result.cases.empty() && result.obstacle.empty())
    refuse("no case of the suite has '{}' in its name", options.only);
  print(arguments.json ? host::json_text(host::conformance_json(plugin, result))
                       : host::summary(plugin, result) + '\n');
  return exit_code(result);
}

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
    if (host::stop_requested) fail(host::ExitCode::interrupted, "{}: interrupted while it was built", folder.string());
    if (const auto ended = child.wait_until(host::ChildProcess::Clock::now() + time_to_look_up))
      return ended->status == 0;
  }
}

fs::path plugin_in(const fs::path& build) {
  std::optional<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(build)) {
    if (entry.path().extension() != ".so") continue;
    if (found)
      refuse("check: {} has several plugins, such as {} and {}; watch a folder with one", build.string(),
             found->filename().string(), entry.path().filename().string());
    found = entry.path();
  }
  if (!found)
    fail(host::ExitCode::failed_run, "{}: no plugin (.so) came out of it; its CMakeLists.txt needs wayfront_add_plugin",
         build.string());
  return *found;
}

/// The folder of a plugin's source, while its author works in it: built by its own CMake, and watched for changes.
class PluginFolder {
 public:
  /// Throws UserError where it is not the folder of a CMake project, or cannot be watched.
  explicit PluginFolder(fs::path folder)
      : folder_(std::move(folder)), build_(folder_ / build_folder), events_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    std::error_code error;
    if (!fs::exists(folder_ / "CMakeLists.txt", error))
      refuse(
          "check: --watch takes the folder of a plugin, but {} has no CMakeLists.txt; `wayfront new-plugin` makes one",
          folder_.string());
  }

  /// Builds it in its folder `build`, which is configured first, and returns the plugin's file. What CMake says goes to
  /// standard error. Throws UserError: failed_run where it cannot be built, interrupted once this program is to stop.
  fs::path build() {
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
      fail(host::ExitCode::failed_run, "{}: cannot be built", folder_.string());
    return plugin_in(build_);
  }

  /// Whether a file of it has changed since the last build() began.
  bool changed() {
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

  /// Waits for a change, and for the end of it. False once this program is to stop.
  bool await_change() {
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

 private:
  void cover(const fs::path& folder) {
    constexpr std::uint32_t events = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
    if (::inotify_add_watch(events_.get(), folder.c_str(), events) < 0)
      fail(host::ExitCode::failed_run, "{}: cannot be watched: {}", folder.string(), std::strerror(errno));
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
      if (entry.is_directory(error) && !entry.is_symlink(error) && !is_no_source(entry.path().filename().string()) &&
          !fs::exists(entry.path() / "CMakeCache.txt", error))
        cover(entry.path());
  }

  fs::path folder_, build_;
  host::FileHandle events_;
  bool configured_ = false;
};

/// A turn of --watch ends by it where a file changes meanwhile.
struct Outdated {};

/// Builds and checks at each change, and returns only once it is asked to stop.
int check_folder(CheckArguments& arguments) {
  const std::string name = arguments.file.string();
  PluginFolder folder(arguments.file);
  for (fs::file_time_type checked{};;) {
    std::string failed;  // the first case that did
    try {
      arguments.file = folder.build();
      const fs::file_time_type built = fs::last_write_time(arguments.file);
      if (built != checked) {
        check_file(arguments, [&](const host::CaseReport& report) {
          if (failed.empty() && report.result == host::CaseResult::failed) failed = report.name;
          if (folder.changed()) throw Outdated{};
        });
        arguments.suite.first = failed;
        checked = built;
      }
      say(fmt::format("{}: checked; waiting for a change, or Ctrl-C", name));
    } catch (const Outdated&) {
      if (!failed.empty()) arguments.suite.first = failed;
      say(fmt::format("{}: changed meanwhile", name));
      continue;
    } catch (const host::UserError& error) {  // in the source, most likely
      if (error.code() != host::ExitCode::failed_run && error.code() != host::ExitCode::plugin) throw;
      say(std::string("error: ") + error.what());
    }
    if (!folder.await_change()) return static_cast<int>(host::ExitCode::interrupted);
  }
}

int check(const CheckArguments& given, const host::PluginRegistry& plugins) {
  CheckArguments arguments = given;
  if (!given.watch) arguments.file = file_of(given.file, plugins);
  host::ConformanceOptions& suite = arguments.suite;
  suite.patience = arguments.patience;
  suite.limit = arguments.limit;
  suite.plugins = &plugins;
  suite.worker = "/proc/self/exe";
  suite.apart = arguments.isolation == "process";
  suite.starting = [&](std::string_view name) {
    now_going_on(fmt::format("checking {}, case '{}'", arguments.file.string(), name));
  };
  const std::unique_ptr<host::conformance::Folder> scratch = given.watch ? nullptr : scratch_for(suite);
  return arguments.watch ? check_folder(arguments) : check_file(arguments, {});
}

}  // namespace

Command check_command() { return command("check", "Check a plugin file against the conformance suite.", check); }

}  // namespace wayfront::app
