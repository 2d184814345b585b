// Any bytes as a file for one loader, and as a file whose loader is to be found: a graph that holds together, or a
// UserError with ExitCode::input. The loader is the one that the program is called after.
#include <cerrno>
#include <optional>
#include <string>

#include "checked_graph.hpp"
#include "fuzzed_plugins.hpp"
#include "load/graph_store.hpp"
#include "run/host_context.hpp"

using namespace wayfront;

namespace {

/// "dimacs" of "fuzz_dimacs" and of "test_fuzz.dimacs".
const std::string& fuzzed_loader() {
  static const std::string program = program_invocation_short_name;
  static const std::string loader = program.substr(program.find("fuzz") + 5);
  return loader;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static host::HostContext context(2);
  const MemoryFile file(data, size);
  host::GraphRequest request;
  request.path = file.path();
  // The last byte chooses; it is mostly a line's end or padding.
  const unsigned choice = size == 0 ? 0 : data[size - 1];
  if ((choice & 16) != 0)
    request.weights = (choice & 1) != 0 ? std::optional(WeightKind::float64) : std::nullopt;  // "auto"
  else
    request.weights = (choice & 1) != 0 ? WeightKind::float32 : WeightKind::int32;
  if ((choice & 2) == 0) request.loader = fuzzed_loader();
  using enum host::WeightRule::Kind;
  request.missing_weights.kind = (choice & 4) != 0 ? uniform : (choice & 8) != 0 ? hash1000 : constant;
  context.start(0, false);
  check_load([&] { return host::load_graph(request, fuzzed_plugins(fuzzed_loader()), context); }, file.path().string());
  return 0;
}
