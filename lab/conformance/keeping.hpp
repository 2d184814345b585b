// Keeps what a case failed on as a file for debugging.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "conformance/case.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host::conformance {

/// What a plugin was asked on a graph: all that it takes to ask again.
struct Asked {
  const Problem& problem;
  std::span<const OptionValue> options;
  unsigned threads;
};

/// Writes `graph` into the folder of the suite's options as a file named after the running case, and a pipeline beside it
/// that asks the same of the plugin. Returns their places as the end of a sentence; "" if no folder was named. If a file
/// cannot be written, returns a sentence that says so.
std::string keep_graph(const Suite& suite, const Graph& graph, const Asked& asked);
/// The same for the content of a file named `name`, without a pipeline.
std::string keep_file(const Suite& suite, std::string_view name, std::string_view content);

}  // namespace wayfront::host::conformance
