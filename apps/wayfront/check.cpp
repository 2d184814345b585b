#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "base/process.hpp"
#include "commands.hpp"
#include "conformance/conformance.hpp"
#include "crash.hpp"
#include "output.hpp"

namespace wayfront::app {
namespace {

struct CheckArguments {
  std::filesystem::path file;
  std::vector<std::filesystem::path> files;  // for a loader to read
  bool quick = false;
  bool quiet = false;
  bool strict = false;
  std::string only;
  std::filesystem::path keep;    // a folder for graphs of failed cases
  int patience = 1, limit = 60;  // seconds
};

int check(const CheckArguments& arguments, const host::PluginRegistry& plugins) {
  const host::Plugin plugin = host::load_plugin(arguments.file);
  print_opening_notes();
  const bool reads = plugin.descriptor->kind == PluginKind::loader && !plugin.has(capability::generates);
  if (!reads && !arguments.files.empty())
    throw host::UserError(host::ExitCode::usage,
                          fmt::format("{}: the plugin '{}' does not read files; remove {}", arguments.file.string(),
                                      plugin.about().name, arguments.files.front().string()));
  host::ConformanceOptions options;
  options.quick = arguments.quick;
  options.strict = arguments.strict;
  options.only = arguments.only;
  options.patience = arguments.patience;
  options.limit = arguments.limit;
  options.files = arguments.files;
  options.keep = arguments.keep;
  options.plugins = &plugins;
  options.worker = "/proc/self/exe";
  options.starting = [&](std::string_view name) {
    now_going_on(fmt::format("checking {}, case '{}'", arguments.file.string(), name));
  };
  report_crashes("");
  const host::ConformanceResult result = host::check_plugin(plugin, options, [&](const host::CaseReport& report) {
    if (host::stop_requested)
      throw host::UserError(host::ExitCode::interrupted,
                            fmt::format("{}: interrupted in case '{}'", arguments.file.string(), report.name));
    if (!arguments.quiet || report.result == host::CaseResult::failed) print(host::to_text(report) + '\n');
  });
  if (result.cases.empty() && result.obstacle.empty())
    throw host::UserError(host::ExitCode::usage, "no case of the suite has '" + arguments.only + "' in its name");
  print(host::summary(plugin, result) + '\n');
  return static_cast<int>(result.passed() ? host::ExitCode::fine : host::ExitCode::failed_run);
}

}  // namespace

Command check_command() {
  const auto it = std::make_shared<CheckArguments>();
  return {"check",
          "Check a plugin file against the conformance suite.",
          {{"PLUGIN", &it->file, "The plugin (.so).", true},
           {"FILE", &it->files, "For a loader: files of its format; it reads them complete, truncated and damaged."},
           {"--quick", &it->quick, "Use fewer random graphs and small sizes."},
           {"--only", &it->only, "Run only cases whose name contains this."},
           {"--strict", &it->strict, "Treat anything that the plugin declines with its default options as a failure."},
           {"--keep", &it->keep, "Write the graphs of failed cases into this folder."},
           {"--patience", &it->patience,
            "How long the plugin may take to stop when it is cancelled; use more on a slow or busy machine."},
           {"--limit", &it->limit, "Max time for one case."},
           {"-q,--quiet", &it->quiet, "Print only failures and the summary."}},
          [it](const Plugins& plugins) { return check(*it, plugins()); }};
}

}  // namespace wayfront::app
