#include "run/output_buffers.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "certify/poison.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("fresh buffers are poisoned and whole, call after call") {
  OutputBuffers buffers(WeightKind::int32, 5, true);
  for (int call = 0; call < 2; ++call) {
    Output& output = buffers.fresh();
    CHECK(buffers.damage().empty());
    REQUIRE(output.predecessors != nullptr);
    const auto distances = output.distances_as<std::int32_t>();
    for (Vertex v = 0; v < 5; ++v) {
      CHECK(static_cast<std::uint32_t>(distances[v]) == poison_bits<std::int32_t>);
      CHECK(output.predecessors[v] == poison_vertex);
      distances[v] = 0;
      output.predecessors[v] = 0;
    }
    CHECK(buffers.damage().empty());
  }
  CHECK(OutputBuffers(WeightKind::float32, 0, false).fresh().predecessors == nullptr);
}

TEST_CASE("buffers of reductions are poisoned and fenced, and there are none of distances") {
  OutputBuffers buffers(WeightKind::int32, 5, OutputBuffers::Content::reductions);
  Output& output = buffers.fresh(3);
  CHECK(output.distances == nullptr);
  CHECK(output.predecessors == nullptr);
  REQUIRE(output.reductions != nullptr);
  CHECK(output.memory == 0);
  for (std::uint32_t row = 0; row < 3; ++row) {
    CHECK(output.reduction_as<std::int32_t>(row).reached == poison_count);
    CHECK(&buffers.rows(row).output().reduction_as<std::int32_t>() == &output.reduction_as<std::int32_t>(row));
  }
  CHECK(buffers.damage().empty());
  output.reduction_as<std::int32_t>(3).reached = 1;
  CHECK(buffers.damage() == "memory after the array of reductions was written: it has 3 entries");
  buffers.fresh(3).reductions = nullptr;
  CHECK(buffers.damage().find("buffers were exchanged") != std::string::npos);
  Output& again = buffers.fresh(1);
  CHECK(buffers.damage().empty());
  CHECK(again.reduction_as<std::int32_t>().faults == Reduction<std::int32_t>::not_checked);
}

TEST_CASE("writes outside of the arrays are seen and repaired") {
  OutputBuffers buffers(WeightKind::float32, 3, true);
  float* const distances = static_cast<float*>(buffers.fresh().distances);
  distances[3] = 1;
  CHECK(buffers.damage() == "memory after the array of distances was written: it has 3 entries");
  static_cast<float*>(buffers.fresh().distances)[-1] = 1;
  CHECK(buffers.damage() == "memory before the array of distances was written");
  buffers.fresh().predecessors[10] = 0;
  CHECK(buffers.damage() == "memory after the array of predecessors was written: it has 3 entries");
  buffers.fresh();
  CHECK(buffers.damage().empty());
}

TEST_CASE("exchanged buffers are seen") {
  OutputBuffers buffers(WeightKind::int32, 3, false);
  std::int32_t own[3] = {};
  buffers.fresh().distances = own;
  CHECK(buffers.damage().find("exchanged") != std::string::npos);
  buffers.fresh().kind = WeightKind::float32;
  CHECK(buffers.damage().find("exchanged") != std::string::npos);
  CHECK(buffers.fresh().distances != own);
  CHECK(buffers.damage().empty());
}

}  // namespace
}  // namespace wayfront::host
