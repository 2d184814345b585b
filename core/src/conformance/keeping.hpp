// What a case failed on, kept as a file for its author to debug with.
#pragma once

#include <string>
#include <string_view>

#include "conformance/case.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host::conformance {

/// Writes `graph` into the folder of the suite's options as a file named like the case that is running. Returns where
/// it is, as the end of a sentence; "" where no folder was named. A file that cannot be written is a sentence, too.
std::string keep_graph(const Suite& suite, const Graph& graph);
/// The same for the content of a file called `name`.
std::string keep_file(const Suite& suite, std::string_view name, std::string_view content);

}  // namespace wayfront::host::conformance
