// A plain label-correcting step of the tests, by frontier, schedule and loop: any pair of a frontier and a schedule
// must give the distances.
#pragma once

#include <cstdint>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cuda {

enum class TestFrontier : std::uint8_t { queue, flags };
enum class TestSchedule : std::uint8_t { every_vertex, near_far, crauser };

template <WeightType W>
struct TestAnswer {
  std::vector<W> distances;
  Work work;
};

/// `graph` is in host memory. `delta` is for NearFar. `on_host`: which loop.
template <WeightType W>
TestAnswer<W> solve_by(const CsrView<W, std::uint32_t>& graph, Vertex source, TestFrontier frontier,
                       TestSchedule schedule, W delta, bool on_host, RunContext& context);

}  // namespace wayfront::cuda
