// What a plugin takes beside a source: a limit, targets, a count of nearest vertices, reductions of rows, several sources.
// Only for plugins that have the capabilities; for others the host does these.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "conformance/graphs.hpp"
#include "conformance/reference.hpp"
#include "conformance/subject.hpp"

namespace wayfront::host::conformance {
namespace {

struct Part {
  std::uint64_t capability;
  std::string_view name;
};
/// A batch has the other parts with it.
constexpr Part all_parts[] = {{capability::early, "early ends"},
                              {capability::targets_only, "targets alone"},
                              {capability::reduce | capability::early, "reductions"},
                              {part_capabilities, "batches"}};
/// The capability that a part is about.
constexpr std::uint64_t own_capability(const Part& part) {
  for (const std::uint64_t bit : {capability::batch, capability::targets_only, capability::reduce})
    if ((part.capability & bit) != 0) return bit;
  return capability::early;
}

template <WeightType W>
void try_graph(const Suite& suite, const TestGraph<W>& test, OffsetKind offsets, std::uint64_t parts) {
  const auto graph = test.build(offsets);
  Subject subject(suite);
  subject.prepare(*graph);
  try_parts<W>(suite, subject, *graph, test.sources, parts);
}

template <WeightType W>
void on_every_graph(const Suite& suite, std::uint64_t parts) {
  std::vector<NamedGraph<W>> graphs = with_weights<W>(hard_graphs(true));
  std::ranges::move(extreme_graphs<W>(false), std::back_inserter(graphs));
  Attempts attempts;
  bool wide = false;
  for (const NamedGraph<W>& named : graphs) {
    wide = !wide;
    told_of(fmt::format("graph '{}'", named.name), [&] {
      attempts.make(
          [&] { try_graph(suite, named.make(), wide ? OffsetKind::offsets64 : OffsetKind::offsets32, parts); });
    });
  }
  attempts.finish();
}

template <WeightType W>
void on_random_graphs(const Suite& suite, std::uint32_t count, std::uint64_t parts, bool negative) {
  with_random_seeds(suite, count, [&](std::uint64_t seed, OffsetKind offsets) {
    try_graph(suite, negative ? random_negative_graph<W>(seed, false) : random_graph<W>(seed), offsets, parts);
  });
}

/// Around the number of lanes of a vector or a warp.
template <WeightType W>
void batches_of_many_sizes(const Suite& suite) {
  const auto graph = grid<W>(30, 40, 75).build(OffsetKind::offsets32);
  constexpr std::size_t sizes[] = {33, 1, 2, 31, 32};
  std::vector<Vertex> sources;
  std::vector<Reference<W>> solved;
  for (std::uint64_t i = 0; i < sizes[0]; ++i) {
    sources.push_back(static_cast<Vertex>(i * 7919 % graph->info().vertices));
    solved.push_back(solve_plainly<W>(*graph, sources.back()));
  }
  std::vector<const Reference<W>*> expected;
  for (const Reference<W>& it : solved) expected.push_back(&it);
  Subject subject(suite);
  subject.prepare(*graph);
  for (const std::size_t size : sizes) {
    const std::span<const Reference<W>* const> rows = std::span<const Reference<W>* const>(expected).first(size);
    Problem problem{.source = sources[0], .more = {.sources = std::span(sources).first(size)}};
    subject.check<W>(problem, rows);
    if (!suite.plugin.has(capability::reduce)) continue;
    problem.more.reduce = true;
    subject.check<W>(problem, rows, Form::reductions);
  }
}

/// Some rows may be complete when the plugin stops; the next batch must be.
template <WeightType W>
void cancelled_batch(const Suite& suite) {
  const auto graph = grid<W>(60, 60, 75).build(OffsetKind::offsets32);
  const std::array<Vertex, 6> sources = {0, 1, 2, 1000, 2000, 3599};
  Subject subject(suite);
  subject.prepare(*graph);
  subject.context().start(0, false);
  subject.context().cancel();
  Output& output = subject.buffers(false).fresh(static_cast<std::uint32_t>(sources.size()));
  const Status status =
      subject.instance().solve({.source = sources[0], .more = {.sources = sources}}, output, subject.context());
  if (status.code != StatusCode::cancelled) require_ok(status, "a cancelled batch");
  try_parts<W>(suite, subject, *graph, sources, capability::batch);
}

}  // namespace

void add_part_cases(const Suite& suite, Cases& cases) {
  const std::uint32_t count = suite.options.quick ? 30 : 150;
  for_each_weight(suite.plugin, [&]<WeightType W>() {
    const auto add = [&](const std::string& name, std::function<void()> body) {
      add_case(cases, weight_kind<W>, name, std::move(body));
    };
    for (const Part& part : all_parts) {
      if (!suite.plugin.has(own_capability(part))) continue;
      const std::uint64_t parts = part.capability;
      add(fmt::format("{} on every graph", part.name), [&suite, parts] { on_every_graph<W>(suite, parts); });
      add(fmt::format("{} on {} random graphs", part.name, count),
          [&suite, count, parts] { on_random_graphs<W>(suite, count, parts, false); });
    }
    if (!suite.plugin.has(capability::batch)) return;
    add("batches of 1, 2, 31, 32 and 33 sources", [&suite] { batches_of_many_sizes<W>(suite); });
    add("a batch that is cancelled", [&suite] { cancelled_batch<W>(suite); });
    if (!suite.plugin.has(capability::negative_weights)) return;
    add(fmt::format("batches on {} random graphs with negative arcs", count),
        [&suite, count] { on_random_graphs<W>(suite, count, capability::batch | capability::reduce, true); });
  });
}

}  // namespace wayfront::host::conformance
