#include <cstdio>

#include "commands.hpp"
#include "conformance/conformance.hpp"
#include "errors.hpp"

namespace wayfront::app {

int check(const CheckArguments& arguments) {
  const host::Plugin plugin = host::load_plugin(arguments.file);
  host::ConformanceOptions options;
  options.quick = arguments.quick;
  options.only = arguments.only;
  const host::ConformanceResult result = host::check_plugin(plugin, options, [&](const host::CaseReport& report) {
    if (arguments.quiet && report.result != host::CaseResult::failed) return;
    std::printf("%s\n", host::to_text(report).c_str());
    std::fflush(stdout);  // a case that never returns must not take the finished ones with it
  });
  std::printf("%s\n", host::summary(plugin, result).c_str());
  if (result.cases.empty()) {
    throw host::UserError(host::ExitCode::usage, "no case of the suite has '" + arguments.only + "' in its name");
  }
  return static_cast<int>(result.passed() ? host::ExitCode::fine : host::ExitCode::failed_run);
}

}  // namespace wayfront::app
