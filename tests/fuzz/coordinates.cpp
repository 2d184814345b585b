// Any bytes as a file of coordinates of a small graph, which also give its weights: a graph, or a UserError with
// ExitCode::input.
#include <string_view>

#include "checked_graph.hpp"
#include "fuzzed_plugins.hpp"
#include "load/graph_store.hpp"
#include "run/host_context.hpp"

using namespace wayfront;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static constexpr std::string_view text = "p tw 4 4\n1 2\n2 3\n3 4\n4 1\n";
  static const MemoryFile graph(text.data(), text.size());
  static host::HostContext context(2);
  const MemoryFile file(data, size);
  context.start(0, false);
  for (const WeightKind weights : {WeightKind::int32, WeightKind::float32}) {
    host::GraphRequest request;
    request.path = graph.path();
    request.loader = "dimacs";
    request.weights = weights;
    request.missing_weights.kind = host::WeightRule::Kind::euclidean;
    request.missing_weights.coordinates = request.coordinates = file.path();
    check_load([&] { return host::load_graph(request, fuzzed_plugins("dimacs"), context); });
  }
  return 0;
}
