// Reports of results. Each returns the whole text; nothing is written here.
#pragma once

#include <string>

#include "result.hpp"

namespace wayfront::host {

/// For a terminal: the graph, one row per run, then what was skipped or failed and why.
std::string table_report(const Results& results);

/// Everything: schema 1, all samples, all resolved options, machine and build, graph digest. Ends with a newline.
std::string json_report(const Results& results);

/// One row per sample, flat, with a header line (RFC 4180).
std::string csv_report(const Results& results);

}  // namespace wayfront::host
