#include <fmt/format.h>

#include "commands.hpp"
#include "conformance/conformance.hpp"
#include "crash.hpp"
#include "errors.hpp"
#include "host_context.hpp"
#include "output.hpp"

namespace wayfront::app {

int check(const CheckArguments& arguments, const host::PluginRegistry& plugins) {
  const host::Plugin plugin = host::load_plugin(arguments.file);
  host::ConformanceOptions options;
  options.quick = arguments.quick;
  options.only = arguments.only;
  options.patience = arguments.patience;
  options.limit = arguments.limit;
  options.plugins = &plugins;
  report_crashes("");
  now_going_on(fmt::format("checking {}; the case after the last one above", arguments.file.string()));
  const host::ConformanceResult result = host::check_plugin(plugin, options, [&](const host::CaseReport& report) {
    if (host::stop_requested)
      throw host::UserError(host::ExitCode::interrupted,
                            fmt::format("{}: interrupted in case '{}'", arguments.file.string(), report.name));
    if (!arguments.quiet || report.result == host::CaseResult::failed) print(host::to_text(report) + '\n');
  });
  if (result.cases.empty())
    throw host::UserError(host::ExitCode::usage, "no case of the suite has '" + arguments.only + "' in its name");
  print(host::summary(plugin, result) + '\n');
  return static_cast<int>(result.passed() ? host::ExitCode::fine : host::ExitCode::failed_run);
}

}  // namespace wayfront::app
