#include "generated.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("road: connected, whatever its size") {
  for (const double n : {2.0, 3.0, 5.0, 17.0, 100.0, 256.0, 257.0, 273.0, 290.0, 1000.0, 2500.0, 4097.0, 10001.0}) {
    CAPTURE(n);
    for (const double seed : {1.0, 2.0}) {
      const auto graph = generate<Int>({{"kind", "road"}, {"vertices", n}, {"seed", seed}});
      CHECK(graph.header.vertices == n);
      CHECK(std::ranges::count(reached(graph, 0), true) == n);
    }
  }
}

TEST_CASE("road: degrees of a road network, single streets, both directions alike") {
  const auto graph = generate<Int>({{"kind", "road"}, {"vertices", 100000.0}});
  CHECK_FALSE(graph.header.directed);
  std::set<std::pair<Vertex, Vertex>> streets;
  for (const Arc<Int>& arc : graph.arcs)
    streets.emplace(std::min(arc.source, arc.target), std::max(arc.source, arc.target));
  CHECK(streets.size() == graph.arcs.size());
  CHECK(std::ranges::none_of(streets, [](const auto& street) { return street.first == street.second; }));

  const auto degrees = graph.out_degrees();
  double share[8] = {};
  for (const std::uint64_t d : degrees) share[d] += 1.0 / 100000;
  const double average = 2 * static_cast<double>(graph.arcs.size()) / 100000;
  MESSAGE("average degree " << average << "; shares of degrees 1 to 4: " << share[1] << " " << share[2] << " "
                            << share[3] << " " << share[4]);
  CHECK(average > 2.5);
  CHECK(average < 3.0);
  CHECK(share[0] == 0);
  CHECK(share[1] > 0.12);
  CHECK(share[1] < 0.22);
  CHECK(share[2] > 0.12);
  CHECK(share[2] < 0.22);
}

TEST_CASE("road: weights follow spacing, through roads are faster, some streets are much longer than others") {
  const Given options = {{"kind", "road"}, {"vertices", 40000.0}};  // 200 x 200
  const auto graph = generate<Int>(options);
  std::vector<Int> weights, local, highway;
  for (const Arc<Int>& arc : graph.arcs) {
    weights.push_back(arc.weight);
    if (arc.target != arc.source + 1) continue;
    const Vertex row = arc.source / 200;
    if (row == 0 || row == 128) highway.push_back(arc.weight);
    if (row % 16 == 1) local.push_back(arc.weight);
  }
  const auto median = [](std::vector<Int>& all) {
    std::ranges::sort(all);
    return all[all.size() / 2];
  };
  CHECK(2 * median(highway) < median(local));
  const Int middle = median(weights);
  CHECK(weights.front() >= 1);
  CHECK(weights.back() > 3 * middle);

  Given wider = options;
  wider["spacing"] = 10000.0;
  const auto scaled = generate<Int>(wider);
  REQUIRE(scaled.arcs.size() == graph.arcs.size());
  for (std::size_t i = 0; i < scaled.arcs.size(); i += 97)
    CHECK(std::abs(scaled.arcs[i].weight - 10 * graph.arcs[i].weight) <= 5);
  const auto real = generate<float>(options);
  for (std::size_t i = 0; i < real.arcs.size(); i += 97)
    CHECK(real.arcs[i].weight == doctest::Approx(graph.arcs[i].weight).epsilon(0.02));
}

TEST_CASE("road: streets are as long as their ends are apart, but for their kind and their traffic") {
  for (const char* const order : {"natural", "random"}) {
    const Given options = {{"kind", "road"}, {"vertices", 5000.0}, {"spacing", 500.0}, {"order", order}};
    const auto graph = generate<float>(options, 3);
    REQUIRE(graph.points.size() == 5000);
    for (const Arc<float>& arc : graph.arcs) {
      const Point &a = graph.points[arc.source], &b = graph.points[arc.target];
      const double length = std::hypot(a.x - b.x, a.y - b.y);
      CHECK(arc.weight >= 0.35 * 0.9 * length * 0.999);
      CHECK(arc.weight <= 1.2 * length * 1.001);
    }
  }
  CHECK(generate<Int>({{"kind", "road"}, {"vertices", 100.0}, {"coordinates", false}}).points.empty());
  CHECK(generate<Int>({{"kind", "road"}, {"vertices", 0.0}}).points.empty());
}

TEST_CASE("grid: vertices lie in rows and columns") {
  const auto graph = generate<Int>({{"kind", "grid"}, {"rows", 3.0}, {"columns", 4.0}});
  REQUIRE(graph.points.size() == 12);
  CHECK(graph.points[0].x == 0);
  CHECK(graph.points[0].y == 2);
  CHECK(graph.points[7].x == 3);
  CHECK(graph.points[7].y == 1);
  CHECK(generate<Int>({{"kind", "rmat"}, {"scale", 5.0}}).points.empty());
}

TEST_CASE("road: another order is the same network") {
  auto natural = generate<Int>({{"kind", "road"}, {"vertices", 3000.0}});
  auto random = generate<Int>({{"kind", "road"}, {"vertices", 3000.0}, {"order", "random"}});
  auto d1 = natural.out_degrees(), d2 = random.out_degrees();
  CHECK(d1 != d2);
  std::ranges::sort(d1);
  std::ranges::sort(d2);
  CHECK(d1 == d2);
  CHECK(std::ranges::count(reached(random, 0), true) == 3000);
}

}  // namespace
}  // namespace wayfront::host
