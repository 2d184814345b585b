#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/available_memory.hpp"
#include "conformance/graphs.hpp"
#include "conformance/subject.hpp"

namespace wayfront::host::conformance {
namespace {

constexpr std::array both_offsets = {OffsetKind::offsets32, OffsetKind::offsets64};

/// A fresh instance, with the default options, from every source.
template <WeightType W>
void try_graph(const Suite& suite, const TestGraph<W>& test, OffsetKind offsets) {
  const auto graph = test.build(offsets);
  Subject subject(suite, *graph);
  for (const Vertex source : test.sources) subject.check<W>(source, solve_plainly<W>(*graph, source));
}

template <WeightType W>
void add_named(const Suite& suite, Cases& cases, const std::vector<NamedGraph<W>>& graphs) {
  for (const NamedGraph<W>& named : graphs)
    add_case(cases, weight_kind<W>, named.name, [&suite, make = named.make] {
      Attempts attempts;
      const TestGraph<W> test = make();
      for (const OffsetKind offsets : both_offsets) attempts.make([&] { try_graph(suite, test, offsets); });
      attempts.finish();
    });
}

/// `make(seed)` many times; every other graph has 64-bit offsets.
template <WeightType W, class Make>
void add_random(const Suite& suite, Cases& cases, std::string_view what, std::uint32_t count, Make make) {
  add_case(cases, weight_kind<W>, fmt::format("{} {}", count, what), [&suite, count, make] {
    with_random_seeds(suite, count,
                      [&](std::uint64_t seed, OffsetKind offsets) { try_graph<W>(suite, make(seed), offsets); });
  });
}

/// There is nothing to solve on a graph without vertices, but preparing it must not end the process.
template <WeightType W>
void prepare_nothing(const Suite& suite) {
  for (const OffsetKind offsets : both_offsets) {
    const auto graph = TestGraph<W>{}.build(offsets);
    Subject(suite, *graph);
  }
}

/// A path through vertices whose ids a float cannot hold. All other vertices have no arcs.
template <WeightType W>
void many_vertices(const Suite& suite) {
  constexpr Vertex first = 1U << 24, length = 50;
  constexpr std::uint64_t enough = std::uint64_t{3} << 30;
  if (available_memory() < enough) throw Skipped("less than 3 GiB of memory are free");
  TestGraph<W> test{first + length + 1, {}, {0}};
  test.add(0, first, 1);
  for (Vertex v = first; v < first + length; ++v) test.add(v, v + 1, static_cast<W>(1 + v % 3));
  try_graph<W>(suite, test, OffsetKind::offsets32);
}

}  // namespace

void add_graph_cases(const Suite& suite, Cases& cases) {
  const bool negative = suite.plugin.has(capability::negative_weights);
  bool added = suite.options.quick;  // once is enough, and for a sanitizer too much
  for_each_weight(suite.plugin, [&]<WeightType W>() {
    add_case(cases, weight_kind<W>, "no vertices", [&suite] { prepare_nothing<W>(suite); });
    add_named<W>(suite, cases, with_weights<W>(hard_graphs(suite.options.quick)));
    add_named<W>(suite, cases, extreme_graphs<W>(false));
    if (!std::exchange(added, true))
      add_case(cases, weight_kind<W>, "vertices above 2^24", [&suite] { many_vertices<W>(suite); });
    if (!negative) return;
    add_named<W>(suite, cases, with_weights<W>(negative_graphs()));
    add_named<W>(suite, cases, extreme_graphs<W>(true));
  });
}

void add_random_cases(const Suite& suite, Cases& cases) {
  const bool negative = suite.plugin.has(capability::negative_weights);
  const std::uint32_t count = suite.options.quick ? 60 : 300;
  for_each_weight(suite.plugin, [&]<WeightType W>() {
    add_random<W>(suite, cases, "random graphs", count, [](std::uint64_t seed) { return random_graph<W>(seed); });
    if (!negative) return;
    add_random<W>(suite, cases, "random graphs with negative arcs", count / 2,
                  [](std::uint64_t seed) { return random_negative_graph<W>(seed, false); });
    add_random<W>(suite, cases, "random graphs with negative cycles", count / 2,
                  [](std::uint64_t seed) { return random_negative_graph<W>(seed, true); });
  });
}

}  // namespace wayfront::host::conformance
