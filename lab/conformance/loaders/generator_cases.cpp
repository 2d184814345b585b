// Loaders that generate run without a file: twice for each weight type, with valid arcs both times.
#include <fmt/format.h>

#include <cmath>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "conformance/case.hpp"
#include "conformance/subject.hpp"
#include "load/arc_sink.hpp"
#include "run/host_context.hpp"

namespace wayfront::host::conformance {
namespace {

template <WeightType W>
std::string load(const Suite& suite, unsigned threads) {
  HostContext context(threads);
  context.start(0, false);
  ArcSink sink(weight_kind<W>, context);
  const InstancePtr<Loader> loader = create_loader(suite.plugin, default_values(suite.plugin));
  require_ok(loader->load({nullptr, weight_kind<W>}, sink, context), "load");
  if (!sink.begun()) throw Failed("load announced no graph");
  const GraphHeader& header = sink.header();
  if (sink.given() != header.arcs)
    throw Failed(fmt::format("load announced {} arcs but gave {}", header.arcs, sink.given()));
  const std::vector<std::span<Arc<W>>> blocks = sink.blocks<W>();
  const auto arcs = blocks | std::views::join;
  for (const Arc<W>& arc : arcs) {
    if (arc.source >= header.vertices || arc.target >= header.vertices)
      throw Failed(fmt::format("arc {} -> {}, but the graph has {} vertices", arc.source, arc.target, header.vertices));
    if (header.weighted && !std::isfinite(static_cast<double>(arc.weight)))
      throw Failed(fmt::format("arc {} -> {} has weight {}", arc.source, arc.target, arc.weight));
  }
  Digest digest;
  for (const Arc<W>& arc : arcs) {
    digest.add(&arc.source, sizeof arc.source);
    digest.add(&arc.target, sizeof arc.target);
    if (header.weighted) digest.add(&arc.weight, sizeof arc.weight);
  }
  return digest.hex();
}

template <WeightType W>
void generates(const Suite& suite) {
  const std::string digest = load<W>(suite, 1);
  if (load<W>(suite, 1) != digest)
    throw Failed("the graph differs from load to load, although the options are the same");
  if (suite.threads > 1 && load<W>(suite, suite.threads) != digest)
    throw Failed("the graph depends on the number of threads");
}

}  // namespace

void add_generator_cases(const Suite& suite, Cases& cases) {
  for (const WeightKind kind : {WeightKind::int32, WeightKind::float32, WeightKind::int64, WeightKind::float64})
    add_case(cases, kind, "generates the same graph each time",
             [&suite, kind] { with_weight_type(kind, [&]<WeightType W>() { generates<W>(suite); }); });
}

}  // namespace wayfront::host::conformance
