#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>

#include "base/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/process.hpp"
#include "commands.hpp"
#include "conformance/conformance.hpp"
#include "conformance/loaders/reading.hpp"
#include "crash.hpp"
#include "output.hpp"
#include "plugin_folder.hpp"

namespace wayfront::app {
namespace {

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

/// What is checked, once the options have their values.
void complete(CheckArguments& arguments, const host::PluginRegistry& plugins) {
  host::ConformanceOptions& suite = arguments.suite;
  suite.patience = arguments.patience;
  suite.limit = arguments.limit;
  suite.plugins = &plugins;
  suite.worker = "/proc/self/exe";
  suite.apart = arguments.isolation == "process";
  suite.starting = [&](std::string_view name) {
    now_going_on(fmt::format("checking {}, case '{}'", arguments.file.string(), name));
  };
}

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

/// A file, or the file of the plugin of this name.
std::filesystem::path file_of(const std::filesystem::path& plugin, const host::PluginRegistry& plugins) {
  std::error_code error;
  const std::string name = plugin.string();
  if (host::names_file(name) || std::filesystem::exists(plugin, error)) return plugin;
  const host::Plugin& found = plugins.find(std::nullopt, name);
  if (host::is_chooser(found))
    refuse("plugin 'auto' has no file: it chooses other plugins, which are checked by their names");
  return found.file;
}

using CaseDone = std::function<void(const host::CaseReport&)>;

int check_file(const CheckArguments& arguments, const CaseDone& done) {
  const host::ConformanceOptions& options = arguments.suite;
  const host::Plugin plugin = options.apart ? host::read_plugin(arguments.file) : host::load_plugin(arguments.file);
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

/// A turn of --watch ends by it where a file changes meanwhile.
struct Outdated {};

/// Builds and checks at each change, and returns only once it is asked to stop.
int check_folder(CheckArguments& arguments) {
  namespace fs = std::filesystem;
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
  complete(arguments, plugins);
  const std::unique_ptr<host::conformance::Folder> scratch = given.watch ? nullptr : scratch_for(arguments.suite);
  return arguments.watch ? check_folder(arguments) : check_file(arguments, {});
}

}  // namespace

Command check_command() { return command("check", "Check a plugin file against the conformance suite.", check); }

}  // namespace wayfront::app
