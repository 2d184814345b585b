// Any bytes as a pipeline file: a plan, or errors that name their lines.
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "fuzzed_plugins.hpp"
#include "memory_file.hpp"
#include "pipeline/pipeline.hpp"
#include "pipeline/plan.hpp"

using namespace wayfront;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile file(data, size);
  try {
    const host::Pipeline pipeline = host::parse_pipeline(file.path(), std::vector<std::string>{}, fuzzed_plugins());
    if (pipeline.runs.empty()) fault("a pipeline without runs");
    pipeline.to_json().dump(-1, ' ', false, nlohmann::json::error_handler_t::strict);
  } catch (const host::UserError& error) {
    if (error.code() != host::ExitCode::usage) fault("a pipeline's fault has another exit code than 2");
  }
  return 0;
}
