#include <deque>

#include "generated.hpp"

namespace wayfront::host {
namespace {

constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();

Generated<Int> hard(const char* name, double vertices) {
  return generate<Int>({{"kind", "hard"}, {"case", name}, {"vertices", vertices}});
}

struct Corrected {
  std::vector<std::int64_t> distances;
  std::uint64_t scans = 0;
};

/// Label correcting with a queue, or with a stack, where a vertex is taken up again whenever its distance drops. Gives
/// up after n rounds' worth of scans of a negative cycle.
Corrected correct(const Generated<Int>& graph, bool stack, std::uint64_t max_scans = 100'000'000) {
  std::vector<std::vector<Arc<Int>>> rows(graph.header.vertices);
  for (const Arc<Int>& arc : graph.arcs) rows.at(arc.source).push_back(arc);
  Corrected result{std::vector(rows.size(), far), 0};
  std::vector<bool> waits(rows.size());
  std::deque<Vertex> open = {0};
  result.distances[0] = 0;
  while (!open.empty() && result.scans < max_scans) {
    const Vertex u = stack ? open.back() : open.front();
    stack ? open.pop_back() : open.pop_front();
    waits[u] = false;
    ++result.scans;
    for (const Arc<Int>& arc : rows[u]) {
      if (result.distances[u] + arc.weight >= result.distances[arc.target]) continue;
      result.distances[arc.target] = result.distances[u] + arc.weight;
      if (!waits[arc.target]) open.push_back(arc.target);
      waits[arc.target] = true;
    }
  }
  return result;
}

TEST_CASE("all cases: the same for any number of threads, sound arcs, golden digests, few vertices") {
  // Changing one of these numbers changes everyone's generated graphs.
  const std::pair<const char*, std::uint64_t> golden[] = {
      {"shortcuts", 8405870191455366237U},     {"staircase", 6178763273860829412U},
      {"doubling", 2327692302933282931U},      {"zero_cycles", 12670693285342510895U},
      {"hub", 1258648830620043234U},           {"parallel", 12819063673223876776U},
      {"disconnected", 4412334301137250860U},  {"largest", 9594577872817269820U},
      {"overflow", 16242496444947811901U},     {"negative", 13399490852975643757U},
      {"negative_cycle", 5325708058878152869U}};
  for (const auto& [name, digest] : golden) {
    CAPTURE(name);
    const double n = name == std::string("doubling") ? 33 : 3000;
    const Given options = {{"kind", "hard"}, {"case", name}, {"vertices", n}};
    const auto graph = generate<Int>(options);
    CHECK(graph.digest() == digest);
    CHECK(generate<Int>(options, 3).digest() == digest);
    CHECK(generate<float>(options).digest() == generate<float>(options, 2).digest());
    for (const double few : {0.0, 1.0, 2.0, 3.0, 9.0, 17.0}) {
      if (few == 2 && name == std::string("overflow")) continue;  // refused
      const auto small = hard(name, few);
      CHECK(small.header.vertices == few);
      CHECK(std::ranges::all_of(small.arcs, [&](const Arc<Int>& arc) { return arc.source < few && arc.target < few; }));
    }
  }
}

TEST_CASE("shortcuts and staircase: quadratic numbers of scans in queue order, distance j at vertex j") {
  for (const char* name : {"shortcuts", "staircase"}) {
    CAPTURE(name);
    const Corrected result = correct(hard(name, 300), false);
    CHECK(result.scans > 300 * 300 / 3);
    for (std::size_t v = 0; v < 300; ++v) CHECK(result.distances[v] == static_cast<std::int64_t>(v));
  }
  CHECK(hard("shortcuts", 300).arcs.size() == 300 * 299 / 2);
  CHECK(hard("staircase", 300).arcs.size() == 2 * 300 - 3);
}

TEST_CASE("doubling: exponentially many scans in stack order, few in queue order") {
  CHECK(correct(hard("doubling", 33), true).scans >= 1U << 16);
  CHECK(correct(hard("doubling", 34), true).scans >= 1U << 17);
  CHECK(correct(hard("doubling", 33), false).scans < 1000);
  CHECK(hard("doubling", 62).arcs.size() == 91);
  CHECK(refusal({{"kind", "hard"}, {"case", "doubling"}, {"vertices", 63.0}}) ==
        "generate: hard: case \"doubling\" has at most 62 vertices, or its weights would not fit, not 63");
}

TEST_CASE("zero cycles, hub, parallel, disconnected: what their names say") {
  const auto zero = hard("zero_cycles", 1003);
  CHECK(std::ranges::count_if(zero.arcs, [](const Arc<Int>& arc) { return arc.weight == 0; }) >= 2 * 1003);
  CHECK(std::ranges::count(reached(zero, 0), true) == 1003);
  CHECK(std::ranges::all_of(correct(zero, false).distances, [](std::int64_t d) { return d <= 9 * 126; }));

  const auto hub = generate<Int>({{"kind", "hard"}, {"case", "hub"}});
  CHECK(hub.out_degrees()[1] == 1U << 20);
  CHECK(hub.in_degrees().back() == 1U << 20);

  const auto parallel = hard("parallel", 50);
  CHECK(std::ranges::count_if(parallel.arcs, [](const Arc<Int>& arc) { return arc.source == arc.target; }) == 100);
  CHECK(std::ranges::count_if(parallel.arcs, [](const Arc<Int>& arc) { return arc.source == 7 && arc.target == 8; }) ==
        5);

  const auto apart = hard("disconnected", 1000);
  CHECK(std::ranges::count(reached(apart, 0), true) == 450);
  CHECK(std::ranges::count(reached(apart, 700), true) == 450);
  CHECK(apart.out_degrees().back() == 0);
}

TEST_CASE("largest ends at the last distance of int32, overflow one beyond") {
  CHECK(correct(hard("largest", 2), false).distances.back() == std::numeric_limits<Int>::max() - 1);
  for (const double n : {3.0, 1000.0, 4096.0}) {
    CHECK(correct(hard("largest", n), false).distances.back() == std::numeric_limits<Int>::max() - 1);
    CHECK(correct(hard("overflow", n), false).distances.back() == std::numeric_limits<Int>::max());
  }
  const auto too_few = refusal({{"kind", "hard"}, {"case", "overflow"}, {"vertices", 2.0}});
  CHECK(contains(too_few, "case \"overflow\" has one arc"));
}

TEST_CASE("negative: negative arcs, no negative cycle; negative_cycle: one") {
  const auto graph = hard("negative", 2000);
  CHECK(std::ranges::count_if(graph.arcs, [](const Arc<Int>& arc) { return arc.weight < 0; }) > 2000);
  const Corrected result = correct(graph, false);
  CHECK(result.scans < 2000 * 100);
  CHECK(std::ranges::count(result.distances, far) == 0);
  CHECK(correct(hard("negative_cycle", 2000), false, 4'000'000).scans == 4'000'000);
  CHECK(correct(hard("negative_cycle", 1), false, 1000).scans == 1000);
}

}  // namespace
}  // namespace wayfront::host
