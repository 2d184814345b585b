// Any bytes as a binary graph file.
#include <string>

#include "checked_graph.hpp"
#include "errors.hpp"
#include "graph_file.hpp"
#include "host_context.hpp"
#include "memory_file.hpp"

using namespace wayfront;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static host::HostContext context(2);
  const MemoryFile file(data, size);
  context.start(0, false);
  try {
    check_graph(host::map_graph(file.descriptor(), host::Trust::content, "input", context));
  } catch (const host::UserError& error) {
    if (error.code() != host::ExitCode::input) fault("a file's fault has another exit code than 3");
  }
  return 0;
}
