// conformance_driver PLUGIN LIMIT ONLY: runs the suite in a process of its own, for tests of what ends the process.

#include "conformance/conformance.hpp"

int main(int argc, char** argv) {
  using namespace wayfront::host;
  if (argc != 4) return 2;
  const Plugin plugin = load_plugin(argv[1]);
  ConformanceOptions options;
  options.quick = true;
  options.limit = std::atof(argv[2]);
  options.only = argv[3];
  const ConformanceResult result =
      check_plugin(plugin, options, [](const CaseReport& report) { std::puts(to_text(report).c_str()); });
  std::puts(summary(plugin, result).c_str());
  return result.passed() ? 0 : 1;
}
