// Keeps what a case failed on as a file for debugging.
#pragma once

#include <string>
#include <string_view>

#include "conformance/case.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host::conformance {

/// Writes `graph` into the folder of the suite's options as a file named after the running case. Returns its place as
/// the end of a sentence; "" if no folder was named. If the file cannot be written, returns a sentence that says so.
std::string keep_graph(const Suite& suite, const Graph& graph);
/// The same for the content of a file named `name`.
std::string keep_file(const Suite& suite, std::string_view name, std::string_view content);

}  // namespace wayfront::host::conformance
