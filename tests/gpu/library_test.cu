// GPU plugins through wayfront/wayfront.hpp, in this process, and distances that stay on the device: read by CUDA's
// runtime and by a kernel, beside the library.
#include <cuda_runtime_api.h>
#include <malloc.h>
#include <unistd.h>

#include <mutex>

#include "../test.hpp"
#include "wayfront/capability.hpp"
#include "wayfront/wayfront.hpp"

namespace wayfront {
namespace {

void require_success(cudaError_t error) { REQUIRE(std::string(cudaGetErrorName(error)) == "cudaSuccess"); }

/// Whether tests can run here; says why not.
bool device_here() {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count != 0) return true;
  MESSAGE("skipped: " << cudaGetErrorString(error));
  return false;
}

/// The GPU plugins that are there.
std::vector<std::string> gpu_plugins(const Library& library) {
  std::vector<std::string> names;
  for (const PluginInfo& it : library.plugins())
    if (it.problem.empty() && (it.capabilities & capability::device) != 0) names.push_back(it.name);
  REQUIRE(names.size() >= 4);
  return names;
}

std::vector<SharedGraph> graphs(const Library& library, WeightKind kind) {
  const auto make = [&](const char* name, std::int64_t size) {
    Options options = {{"kind", std::string(name)}, {"seed", 7}};
    if (std::string(name) == "grid") {
      options.emplace_back("rows", size);
      options.emplace_back("columns", size / 2 + 1);
    } else {
      options.emplace_back("vertices", size * size);
    }
    return library.generate(options, kind);
  };
  // The last one: a row of more than 8 MiB, which some plugins copy where they write smaller ones.
  return {make("grid", 9), make("grid", 121), make("uniform", 101),
          make("uniform", weight_size(kind) == 4 ? 1500 : 1050)};
}

/// A solver, or nothing where the plugin does not take such weights.
std::optional<Solver> solver_of(const Library& library, const SharedGraph& graph, const std::string& plugin) {
  try {
    return library.solver(graph, plugin);
  } catch (const UnsupportedError&) {
    return std::nullopt;
  }
}

template <class W>
__global__ void count_differences(const W* one, const W* other, unsigned count, unsigned long long* differences) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    if (one[i] != other[i]) atomicAdd(differences, 1ULL);
}

/// Compares by a copy to the host, and by a kernel of this program.
template <class W>
void check_row(const DeviceDistances& there, std::size_t row, std::span<const W> expected) {
  REQUIRE(there.kind == weight_kind<W>);
  REQUIRE(there.vertices == expected.size());
  const W* const first = static_cast<const W*>(there.data) + row * there.vertices;
  cudaPointerAttributes about{};
  require_success(cudaPointerGetAttributes(&about, first));
  CHECK(about.type == cudaMemoryTypeDevice);
  CHECK(about.device == there.device);
  std::vector<W> copy(expected.size());
  require_success(cudaMemcpy(copy.data(), first, expected.size_bytes(), cudaMemcpyDeviceToHost));
  CHECK(std::ranges::equal(copy, expected));
  W* other = nullptr;
  unsigned long long* differences = nullptr;
  require_success(cudaMalloc(&other, expected.size_bytes()));
  require_success(cudaMallocManaged(&differences, sizeof(*differences)));
  require_success(cudaMemcpy(other, expected.data(), expected.size_bytes(), cudaMemcpyHostToDevice));
  *differences = 0;
  count_differences<<<64, 256>>>(first, other, there.vertices, differences);
  require_success(cudaDeviceSynchronize());
  CHECK(*differences == 0);
  require_success(cudaFree(other));
  require_success(cudaFree(differences));
}

TEST_CASE_TEMPLATE("library: distances of GPU plugins equal dijkstra's, on the host and on the device", W, std::int32_t,
                   float, std::int64_t, double) {
  if (!device_here()) return;
  const Library library;
  for (const SharedGraph& graph : graphs(library, weight_kind<W>)) {
    CAPTURE(graph.name());
    const bool is_large = graph.vertices() > 1'000'000;
    const std::vector<Vertex> sources = {0, graph.vertices() / 2, graph.vertices() - 1};
    const Result expected = library.solver(graph, "dijkstra").solve(sources);
    for (const std::string& plugin : gpu_plugins(library)) {
      CAPTURE(plugin);
      if (is_large && plugin != "near-far" && plugin != "push-pull") continue;
      std::optional<Solver> solver = solver_of(library, graph, plugin);
      if (!solver) continue;
      const Result here = solver->solve(sources);
      const Result there = solver->solve(sources, {.certify = false, .on_device = true});
      const Result both = solver->solve(sources, {.predecessors = true, .on_device = true});
      const Result again = solver->solve(sources, {.certify = false});
      CHECK(both.certified());
      for (std::size_t row = 0; row < sources.size(); ++row) {
        const auto right = expected.distances<W>(row);
        CHECK(std::ranges::equal(here.distances<W>(row), right));
        CHECK(std::ranges::equal(again.distances<W>(row), right));
        CHECK(std::ranges::equal(both.distances<W>(row), right));
        check_row<W>(there.device_distances(), row, right);
        check_row<W>(both.device_distances(), row, right);
      }
      const Result limited = solver->solve(sources[1], {.limit = 50, .on_device = true});
      check_row<W>(limited.device_distances(), 0, limited.distances<W>());
    }
    const Result uploaded = library.solver(graph, "dijkstra").solve(sources, {.on_device = true});
    check_row<W>(uploaded.device_distances(), 1, expected.distances<W>(1));
  }
}

std::size_t resident_bytes() {
  ::malloc_trim(0);
  std::ifstream statm("/proc/self/statm");
  std::size_t size = 0, resident = 0;
  statm >> size >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t device_bytes() {
  std::size_t free = 0, total = 0;
  require_success(cudaDeviceSynchronize());
  require_success(cudaMemGetInfo(&free, &total));
  return total - free;
}

TEST_CASE("library: 10,000 solves by GPU plugins leave no memory behind, on the host and on the device") {
  if (!device_here()) return;
  const Library library({.threads = 2});
  const SharedGraph graph = library.generate({{"kind", "grid"}, {"rows", 60}, {"columns", 60}});
  const std::vector<Vertex> batch = {1, 2, 3};
  for (const char* plugin : {"near-far", "push-pull", "separator-sweep-cuda", "adds"}) {
    CAPTURE(plugin);
    Solver solver = library.solver(graph, plugin);
    const auto solve = [&](unsigned times) {
      std::vector<Result> kept;
      for (unsigned i = 0; i < times; ++i) {
        SolveOptions options{.certify = i % 8 == 0, .on_device = i % 2 == 0};
        kept.push_back(solver.solve(i % 3600, options));
        if (kept.size() > 3) kept.clear();
        if (i % 100 == 0) (void)solver.solve(batch, options);
        if (i % 500 == 0) (void)library.solver(graph, plugin).solve(i % 3600, options);
      }
    };
    solve(500);
    const std::size_t host = resident_bytes(), device = device_bytes();
    solve(2500);
    const std::size_t host_after = resident_bytes(), device_after = device_bytes();
    MESSAGE(std::string(plugin), ": host ", host, " -> ", host_after, ", device ", device, " -> ", device_after);
    CHECK(host_after < host + (std::size_t{4} << 20));
    CHECK(device_after < device + (std::size_t{4} << 20));
  }
}

TEST_CASE("library: results and solvers of several threads on one device") {
  if (!device_here()) return;
  const Library library({.threads = 2});
  const SharedGraph graph = library.generate({{"kind", "grid"}, {"rows", 80}, {"columns", 50}});
  const Result expected = library.solver(graph).solve(0);
  const std::vector<std::string> plugins = gpu_plugins(library);
  std::vector<Result> results;
  {
    std::mutex mutex;
    std::vector<std::jthread> threads;
    for (unsigned t = 0; t < 6; ++t)
      threads.emplace_back([&, t] {
        Solver solver = library.solver(graph, plugins[t % plugins.size()]);
        for (unsigned i = 0; i < 20; ++i) {
          Result result = solver.solve(0, {.certify = i % 2 == 0, .on_device = true});
          const std::scoped_lock lock(mutex);
          results.push_back(std::move(result));
        }
      });
  }
  REQUIRE(results.size() == 120);
  for (const Result& result : results)
    check_row<std::int32_t>(result.device_distances(), 0, expected.distances<std::int32_t>());
}

}  // namespace
}  // namespace wayfront
