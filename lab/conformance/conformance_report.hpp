// The result of the suite for programs.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "conformance/conformance.hpp"

namespace wayfront::host {

/// {"plugin", "file", "passed", "failed", "skipped", "not_checked": the obstacle or null, "cases": [{"name", "result",
/// "reason", "seconds"}]}.
nlohmann::json conformance_json(const Plugin& plugin, const ConformanceResult& result);

/// The XML that continuous integration reads: a test suite with a test case for each case. With an obstacle it has one
/// test case, which is skipped.
std::string conformance_junit(const Plugin& plugin, const ConformanceResult& result);

}  // namespace wayfront::host
