// The description of the machine in a report.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace wayfront::host {

/// Processor, cores, memory, kernel, and how this program was built.
nlohmann::json describe_machine();

/// Version and revision of this build, one line.
std::string version_line();

/// The present time, UTC, ISO 8601.
std::string timestamp();

}  // namespace wayfront::host
