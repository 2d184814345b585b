// For the test program of a CUDA plugin, after plugin_test.hpp: what it takes of the device's memory is counted, and what
// happens where memory goes away in the middle of a solve.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "plugin_test.hpp"
#include "run/driver_library.hpp"
#include "wayfront/cuda/memory_use.hpp"

namespace wayfront::host::conformance {

/// Bytes of CUDA's device 0 that are in use by anybody, as NVML has it; nothing where it is missing.
inline std::optional<std::uint64_t> nvml_used() {
  struct Memory {
    unsigned long long total, free, used;
  };
  using Device = struct NvmlDevice*;
  const DriverLibrary nvml("libnvidia-ml.so.1");
  int (*init)() = nullptr;
  int (*by_bus)(const char*, Device*) = nullptr;
  int (*info)(Device, Memory*) = nullptr;
  nvml.find(init, "nvmlInit_v2");
  nvml.find(by_bus, "nvmlDeviceGetHandleByPciBusId_v2");
  nvml.find(info, "nvmlDeviceGetMemoryInfo");
  char bus[32] = {};
  WAYFRONT_CUDA(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
  Device device = nullptr;
  Memory memory{};
  if (init == nullptr || by_bus == nullptr || info == nullptr || init() != 0 || by_bus(bus, &device) != 0 ||
      info(device, &memory) != 0)
    return std::nullopt;
  return memory.used;
}

/// As above, when the driver's pool has given back what nobody uses.
inline std::optional<std::uint64_t> settled_nvml_used() {
  cudaMemPool_t pool = nullptr;
  WAYFRONT_CUDA(cudaDeviceSynchronize());
  WAYFRONT_CUDA(cudaDeviceGetDefaultMemPool(&pool, 0));
  WAYFRONT_CUDA(cudaMemPoolTrimTo(pool, 0));
  return nvml_used();
}

/// On a mesh of 4 million vertices and 16 million arcs: what is counted while the plugin holds the graph is what NVML says
/// that the device has lost since before, but for four of the driver's steps of 32 MiB. A first instance on a small
/// mesh has the driver load the kernels and take what they need of their own.
inline void check_memory_is_counted() {
  const auto small = grid<std::int32_t>(50, 50, 3).build(OffsetKind::offsets32);
  const auto graph = grid<std::int32_t>(2000, 2000, 3).build(OffsetKind::offsets32);
  const auto solve = [](Subject& subject, const Graph& on) {
    subject.prepare(on);
    subject.context().start(0, false);
    REQUIRE(subject.solve(0, false).status.ok());
  };
  {
    Subject subject(suite());
    solve(subject, *small);
  }
  const auto before = settled_nvml_used();
  Subject subject(suite());
  solve(subject, *graph);
  const auto after = settled_nvml_used();
  const cuda::MemoryUse use = cuda::memory_use(subject.context());
  const GraphInfo& info = graph->info();
  CHECK(use.now >= info.edges * 8 + info.vertices * 4);  // arcs with weights, distances
  CHECK(use.peak >= use.now);
  if (use.estimate != 0) {
    MESSAGE("estimated " << use.estimate << ", peak " << use.peak);
    CHECK(static_cast<double>(use.estimate) > 0.9 * static_cast<double>(use.peak));
    CHECK(static_cast<double>(use.estimate) < 1.1 * static_cast<double>(use.peak));
  }
  if (!before || !after) {
    MESSAGE("NVML is missing: only the plugin's own figures were checked");
    return;
  }
  const std::int64_t lost = static_cast<std::int64_t>(*after) - static_cast<std::int64_t>(*before);
  MESSAGE("counted " << use.now << " (peak " << use.peak << "), NVML " << lost);
  constexpr std::int64_t tolerance = std::int64_t{128} << 20;
  CHECK(std::abs(lost - static_cast<std::int64_t>(use.now)) <= tolerance);
}

/// Batches whose first, second, third ... buffer fails, until none is left that could: each ends with right answers, or
/// says that memory is missing; and the next one is right. Returns how many were right all the same.
template <WeightType W>
int check_vanishing_memory(const Graph& graph, const std::vector<Vertex>& sources, const Values& values) {
  std::vector<Reference<W>> expected;
  for (const Vertex source : sources) expected.push_back(solve_plainly<W>(graph, source));
  constexpr std::uint64_t max = 200;
  int survived = 0;
  for (std::uint64_t nth = 1;; ++nth) {
    CAPTURE(nth);
    REQUIRE(nth < max);
    Subject subject(suite(), values);
    subject.prepare(graph);
    const auto solve = [&] {
      Output& output = subject.buffers(false).fresh(static_cast<std::uint32_t>(sources.size()),
                                                    std::numeric_limits<double>::infinity());
      subject.context().start(0, false);
      const Status status =
          subject.instance().solve({.source = sources[0], .sources = sources}, output, subject.context());
      if (!status.ok()) return status;
      CHECK(subject.buffers(false).damage().empty());
      for (std::uint32_t row = 0; row < sources.size(); ++row) {
        const auto found = output.distances_as<W>(row);
        CHECK(std::equal(found.begin(), found.end(), expected[row].distances.begin()));
      }
      return status;
    };
    cuda::fail_device_buffer(nth);
    const Status status = solve();
    const bool failed = cuda::fail_device_buffer(0) == 0;
    if (status.ok()) {
      survived += failed ? 1 : 0;
    } else {
      CHECK(status.code == StatusCode::out_of_memory);
      CHECK(status.text().find("device memory") != std::string_view::npos);
    }
    CHECK(solve().ok());
    if (!failed) return survived;
  }
}

}  // namespace wayfront::host::conformance
