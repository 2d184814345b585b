// Options of runs as columns: those that differ.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "record/result.hpp"

namespace wayfront::host {

/// The value of an option as text, without quotes; "" if the run has no such option.
std::string option_text(const RunResult& run, const std::string& name);

/// The options of which two runs of one plugin have different values, by name.
std::vector<std::string> differing_options(std::span<const Results> all);

}  // namespace wayfront::host
