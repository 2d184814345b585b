// Writes .wsg with weights, .sg without. A suffix that contradicts the graph is refused.
#include "gapbs.hpp"

#include <string>

#include "../writing/byte_writer.hpp"
#include "../writing/refuse_ids.hpp"

namespace wayfront::gapbs {
namespace {

void check(const SaveRequest& request) {
  const GraphInfo& info = request.graph->info();
  const std::string_view name = request.output->name();
  const std::string file = "gapbs: " + std::string(name) + ": ";
  if (request.weighted && info.weights != WeightKind::int32)
    throw Unsupported(file + "the format supports only int32 weights, but these are " +
                      (info.weights == WeightKind::int64     ? "int64"
                       : info.weights == WeightKind::float32 ? "float32"
                                                             : "float64"));
  if (info.vertices > std::uint64_t{1} << 31)
    throw Unsupported(file + "the format has ids of 31 bits, which " + std::to_string(info.vertices) +
                      " vertices do not fit");
  if (request.weighted && ending_of(name) == ".sg")
    throw Unsupported(file + "an .sg file has no weights, but the graph has; use the suffix .wsg");
  if (!request.weighted && ending_of(name) == ".wsg")
    throw Unsupported(file + "a .wsg file has weights, but the graph has none; use the suffix .sg, or name a rule " +
                      "that gives weights");
}

/// The offsets and edges of one side; `ends` are targets or sources.
template <class View>
void write_side(writing::ByteWriter& out, const View& view, const Vertex* ends, bool weighted) {
  for (std::uint64_t v = 0; v <= view.vertices; ++v) out.number(static_cast<std::int64_t>(view.offsets[v]));
  for (std::uint64_t e = 0; e < view.edges; ++e) {
    out.number(static_cast<std::int32_t>(ends[e]));
    if (weighted) out.number(view.weights[e]);
  }
}

}  // namespace

void Gapbs::save(const SaveRequest& request, RunContext& context) {
  check(request);
  writing::refuse_ids("gapbs", request);
  writing::ByteWriter out(*request.output, context);
  const GraphInfo& info = request.graph->info();
  out.number(std::uint8_t{request.directed});
  out.number(static_cast<std::int64_t>(info.edges));
  out.number(static_cast<std::int64_t>(info.vertices));
  visit(request.graph->csr(), [&](const auto& csr) { write_side(out, csr, csr.targets, request.weighted); });
  if (request.directed)
    visit(request.graph->csc(), [&](const auto& csc) { write_side(out, csc, csc.sources, request.weighted); });
  out.finish();
}

}  // namespace wayfront::gapbs
