#include "record/machine.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/process.hpp"
#include "build_info.hpp"
#include "revision.hpp"

namespace wayfront::host {
namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (const std::size_t colon = line.find(": "); colon != line.npos && line.starts_with("model name"))
      return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

nlohmann::json describe_machine() {
  utsname system{};
  uname(&system);
  const auto memory =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
  return {{"processor", processor()},
          {"threads", available_processors()},
          {"memory_bytes", memory},
          {"system", fmt::format("{} {} {}", system.sysname, system.release, system.machine)},
          {"wayfront", WAYFRONT_VERSION},
          {"revision", WAYFRONT_REVISION},
          {"compiler", WAYFRONT_COMPILER},
          {"build_type", WAYFRONT_BUILD_TYPE},
          {"sanitizers", WAYFRONT_SANITIZERS}};
}

std::string version_line() {
  return fmt::format("wayfront {} ({}, {}, {})", WAYFRONT_VERSION, WAYFRONT_REVISION, WAYFRONT_COMPILER,
                     WAYFRONT_BUILD_TYPE);
}

std::string timestamp() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

}  // namespace wayfront::host
