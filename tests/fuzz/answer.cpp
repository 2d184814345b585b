// The first byte chooses the question, all others are an answer to it, as `certify` reads it, for a graph of four vertices.
// The result is a claim, or a UserError with ExitCode::input. A claim that is judged right has the graph's distances.
#include <array>
#include <string_view>

#include "answers/claims/claim.hpp"
#include "checked_graph.hpp"
#include "engine/claims/claim_judge.hpp"
#include "fuzzed_plugins.hpp"
#include "load/graph_store.hpp"
#include "run/host_context.hpp"

namespace {

using namespace wayfront;
using Distances = std::array<double, 4>;

constexpr double none = unreached<double>;
constexpr Distances right[] = {{0, 3, 7, none}, {5, 0, 4, none}};  // from the first vertex, from the second one

host::LoadedGraph load(std::string_view text, const char* loader, WeightKind weights) {
  static host::HostContext context(2);
  const MemoryFile file(text.data(), text.size());
  host::GraphRequest request;
  request.path = file.path();
  request.loader = loader;
  request.weights = weights;
  return host::load_graph(request, fuzzed_plugins(), context);
}

void judge(const host::LoadedGraph& loaded, std::span<const Vertex> sources, const host::Asked& asked,
           host::Claim& claim) {
  const bool cycle = !claim.cycle.empty();
  if (!cycle && !host::can_be_judged(asked, loaded.graph->info())) return;
  const host::ClaimVerdict verdict = host::judge_claim(loaded, sources, asked, claim, 1);
  if (verdict.finding != host::Finding::right) {
    if (verdict.reason.empty()) fault("an answer is not right, and nobody says why");
    return;
  }
  if (cycle) fault("a negative cycle is found in a graph without negative arcs");
  with_weight_type(loaded.graph->info().weights, [&]<WeightType W>() {
    for (std::uint32_t row = 0; row < sources.size(); ++row)
      for (Vertex v = 0; v < 4; ++v)
        if (const W d = claim.distances_as<W>(row, 4)[v];
            (d == unreached<W> ? none : static_cast<double>(d)) != right[sources[row]][v])
          fault("a wrong distance is called right");
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const host::LoadedGraph graphs[] = {
      load("p sp 4 5\na 1 2 3\na 2 3 4\na 1 3 9\na 3 1 1\na 4 1 5\n", "dimacs", WeightKind::int32),
      load("source,target,weight\na,b,3\nb,\"c s, e\",4\na,\"c s, e\",9\n\"c s, e\",a,1\nd,a,5\n", "edge-list",
           WeightKind::float64)};
  static constexpr Vertex sources[] = {0, 1};
  if (size == 0) return 0;
  const unsigned choice = data[0];
  const host::LoadedGraph& loaded = graphs[(choice & 4) != 0 ? 1 : 0];
  host::Asked asked;
  if ((choice & 16) != 0) asked.targets = {2, 1};
  const std::span from(sources, (choice & 8) != 0 ? 2 : 1);
  const host::ClaimShape shape{.ids = loaded.ids,
                               .graph = loaded.graph->info(),
                               .sources = from,
                               .asked = asked,
                               .missing_unreached = (choice & 32) != 0};
  const MemoryFile file(data + 1, size - 1);
  try {
    host::Claim claim = host::read_claim(file.path(), shape, static_cast<host::ClaimContent>((choice & 3) % 3));
    judge(loaded, from, asked, claim);
  } catch (const host::UserError& error) {
    if (error.code() != host::ExitCode::input) fault("a file's fault has another exit code than 3");
    if (std::string_view(error.what()).find(file.path().string()) == std::string_view::npos)
      fault("an error does not name the file");
  }
  return 0;
}
