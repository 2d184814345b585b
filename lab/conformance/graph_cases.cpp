#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "conformance/graphs.hpp"
#include "conformance/subject.hpp"

namespace wayfront::host::conformance {
namespace {

constexpr std::array both_offsets = {OffsetKind::offsets32, OffsetKind::offsets64};

/// A fresh instance, with the default options, on every offset kind and from every source.
template <WeightType W>
void try_graph(const Suite& suite, const TestGraph<W>& test) {
  Attempts attempts;
  for (const OffsetKind offsets : both_offsets) {
    const auto graph = test.build(offsets);
    attempts.make([&] {
      Subject subject(suite);
      subject.prepare(*graph);
      for (const Vertex source : test.sources) subject.check<W>(source, solve_plainly<W>(*graph, source));
    });
  }
  attempts.finish();
}

template <WeightType W>
void add_named(const Suite& suite, Cases& cases, const std::vector<NamedGraph<W>>& graphs) {
  for (const NamedGraph<W>& named : graphs) {
    cases.push_back({fmt::format("{}: {}", name(weight_kind<W>), named.name),
                     [&suite, make = named.make] { try_graph<W>(suite, make()); }});
  }
}

/// `make(seed)` many times; every other graph has 64-bit offsets.
template <WeightType W, class Make>
void add_random(const Suite& suite, Cases& cases, std::string_view what, std::uint32_t count, Make make) {
  cases.push_back({fmt::format("{}: {} {}", name(weight_kind<W>), count, what), [&suite, count, make] {
                     Attempts attempts;
                     for (std::uint32_t i = 0; i < count; ++i) {
                       const std::uint64_t seed = suite.options.seed * 1'000'003 + i;
                       const TestGraph<W> test = make(seed);
                       const auto graph = test.build(both_offsets[i % 2]);
                       try {
                         attempts.make([&] {
                           Subject subject(suite);
                           subject.prepare(*graph);
                           for (const Vertex source : test.sources)
                             subject.check<W>(source, solve_plainly<W>(*graph, source));
                         });
                       } catch (const Failed& failed) {
                         throw Failed(fmt::format("graph {} of seed {}: {}", i, suite.options.seed, failed.what()));
                       }
                     }
                     attempts.finish();
                   }});
}

/// There is nothing to solve on a graph without vertices, but preparing it must not end the process.
template <WeightType W>
void prepare_nothing(const Suite& suite) {
  for (const OffsetKind offsets : both_offsets) {
    const auto graph = TestGraph<W>{}.build(offsets);
    Subject(suite).prepare(*graph);
  }
}

}  // namespace

void add_graph_cases(const Suite& suite, Cases& cases) {
  const bool negative = suite.plugin.has(capability::negative_weights);
  for_each_weight(suite.plugin, [&]<WeightType W>() {
    cases.push_back({fmt::format("{}: no vertices", name(weight_kind<W>)), [&suite] { prepare_nothing<W>(suite); }});
    add_named<W>(suite, cases, hard_graphs<W>(suite.options.quick));
    add_named<W>(suite, cases, extreme_graphs<W>(false));
    if (!negative) return;
    add_named<W>(suite, cases, negative_graphs<W>());
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
