// What the program of every CUDA plugin tests: refusals, random graphs, wide weights, profiles, limits and targets under all
// its sets of options, and the device memory that it takes.
#include <cuda_runtime_api.h>

#include "../../core/cuda/memory_count.hpp"
#include "plugin_test.hpp"
#include "run/driver_library.hpp"

namespace wayfront::host::conformance {

const Plugin& plugin() {
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "../lib/wayfront";
  static const Plugin loaded = load_plugin(folder / plugin_file());
  return loaded;
}

namespace {

bool takes_negative() { return plugin().has(capability::negative_weights); }

/// Whether preparing any graph but one like a road network takes minutes, or is refused.
bool is_for_maps() { return plugin().about().name == std::string_view("separator-sweep-cuda"); }

TEST_CASE("a device that does not exist is refused with a sentence") {
  const Status probed = plugin().descriptor->probe(99);
  CHECK(probed.code == StatusCode::unsupported);
  CHECK(probed.text().size() > 20);
}

TEST_CASE("a solve before a prepare fails with a sentence") {
  WAYFRONT_NEEDS_DEVICE();
  Subject subject(suite());
  OutputBuffers buffers(WeightKind::int32, 1, false);
  subject.context().start(0, false);
  const Status status = subject.instance().solve({0}, buffers.fresh(), subject.context());
  CHECK(status.code == StatusCode::failed);
  CHECK(status.text() == std::string(plugin().descriptor->about.name) + ": solve before a prepare that succeeded");
}

TEST_CASE("blocks that no kernel has are refused with a sentence") {
  for (const OptionRow& row : plugin().options()) {
    const std::string option = row.name;
    if (row.type != OptionType::integer || !(option == "block_size" || option.ends_with("_block"))) continue;
    const std::string sentence = refusal(values_with({{option, 100}}));
    CHECK(sentence.starts_with(std::string(plugin().about().name) + ": " + option + " = 100 "));
    CHECK(contains(sentence, "multiple of 32"));
  }
}

TEST_CASE("1,000 random graphs, half with negative arcs if it takes them, agree with the reference in every bit") {
  WAYFRONT_NEEDS_DEVICE();
  const std::vector<WeightKind> types = kinds();
  const std::vector<Values> sets = option_sets();
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    CAPTURE(seed);
    const Values& values = sets[seed / 2 % sets.size()];
    with_weight_type(types[seed % 7 % types.size()],
                     [&]<WeightType W>() { check_random<W>(seed, takes_negative(), values); });
  }
}

TEST_CASE("64-bit weights whose lower halves alone, or upper ones, would give other distances") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr Vertex side = 20;
  for (const OffsetKind offsets : {OffsetKind::offsets32, OffsetKind::offsets64})
    for_each_weight(plugin(), [&]<WeightType W>() {
      if constexpr (sizeof(W) == 8) {
        TestGraph<W> test = grid<W>(side, side, 11);
        for (auto& arc : test.arcs) {
          const auto steps = static_cast<std::int64_t>(arc.weight);
          std::int64_t weight = (steps % 3 << 33) + (steps << 20) + (steps * 7919 & 0xffff);
          // Negative ones among them, but no cycles of them.
          if (takes_negative()) weight += (std::int64_t{arc.target} - std::int64_t{arc.source}) << 32;
          arc.weight = static_cast<W>(weight);
        }
        check_all(test, option_sets(), offsets);
      }
    });
}

TEST_CASE("each profile solves random graphs of 32-bit weights and offsets, some with negative arcs") {
  WAYFRONT_NEEDS_DEVICE();
  for (const OptionRow& row : plugin().options()) {
    if (std::string_view(row.name) != "profile") continue;
    for (const Choice& word : std::span(row.choices).first(row.choice_count))
      for (std::uint64_t seed = 0; seed < 100; ++seed) {
        CAPTURE(word.name);
        CAPTURE(seed);
        const auto check = [&]<WeightType W>(W) {
          const bool negative = takes_negative() && seed % 3 == 0;
          check_all(negative ? random_negative_graph<W>(seed, seed % 4 == 0) : random_graph<W>(seed),
                    {profile_values(word.name)});
        };
        if (seed % 2 == 0)
          check(std::int32_t{});
        else
          check(float{});
      }
  }
}

/// Limits at, between and beyond the distances, and where the plugin has them, targets near, far and out of reach.
template <WeightType W>
void check_bounds(const TestGraph<W>& test, const Values& values, OffsetKind offsets) {
  auto [graph, subject] = Prepared(test, values, offsets);
  for (const Vertex source : test.sources) {
    const Reference<W> expected = solve_plainly<W>(*graph, source);
    if (expected.kind != Kind::distances) continue;
    std::vector<Vertex> by_distance(test.vertices);
    std::iota(by_distance.begin(), by_distance.end(), Vertex{0});
    std::ranges::stable_sort(by_distance, {}, [&](Vertex v) { return expected.distances[v]; });
    const auto at = [&](Vertex percent) {
      return by_distance[static_cast<std::size_t>(std::uint64_t{test.vertices - 1} * percent / 100)];
    };
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double middle = static_cast<double>(expected.distances[at(40)]);
    const std::vector<std::vector<Vertex>> target_lists = {{},        {source},   {at(30)}, {at(10), at(60), at(10)},
                                                           {at(100)}, by_distance};
    for (const double limit : {infinity, 0.0, middle, middle + 0.5, middle / 3, 1e30, 1e-3})
      for (const auto& targets : target_lists) {
        CAPTURE(limit);
        CAPTURE(targets.size());
        check_bounded<W>(subject, source, expected, limit, targets);
      }
    check_bounded<W>(subject, source, expected, infinity, {});  // the next one goes to its end again
  }
}

TEST_CASE("limits and targets: what the answer says is exact is exact, with every set of options") {
  WAYFRONT_NEEDS_DEVICE();
  if (!plugin().has(capability::early)) return;
  const std::vector<WeightKind> types = kinds();
  const std::vector<Values> sets = option_sets();
  for (std::uint64_t seed = 0; seed < 12 * sets.size(); ++seed) {
    CAPTURE(seed);
    const OffsetKind offsets = seed % 3 == 0 ? OffsetKind::offsets64 : OffsetKind::offsets32;
    with_weight_type(types[seed / sets.size() % types.size()],
                     [&]<WeightType W>() { check_bounds(random_graph<W>(seed), sets[seed % sets.size()], offsets); });
  }
  for_each_weight(plugin(), [&]<WeightType W>() {
    TestGraph<W> mesh = grid<W>(50, 50, 7);
    mesh.vertices += 3;  // three that nothing leads to
    for (const Values& values : sets) check_bounds(mesh, values, OffsetKind::offsets32);
  });
}

/// Bytes of CUDA's device 0 that are in use by anybody, as NVML has it; nothing where it is missing.
std::optional<std::uint64_t> nvml_used() {
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
std::optional<std::uint64_t> settled_nvml_used() {
  cudaMemPool_t pool = nullptr;
  WAYFRONT_CUDA(cudaDeviceSynchronize());
  WAYFRONT_CUDA(cudaDeviceGetDefaultMemPool(&pool, 0));
  WAYFRONT_CUDA(cudaMemPoolTrimTo(pool, 0));
  return nvml_used();
}

TEST_CASE("the device memory that it takes is counted, as NVML sees it") {
  WAYFRONT_NEEDS_DEVICE();
  if (is_for_maps()) return;
  // On a mesh of 4 million vertices and 16 million arcs: what is counted while the plugin holds the graph is what NVML says
  // that the device has lost since before, but for four of the driver's steps of 32 MiB. A first instance on a small
  // mesh has the driver load the kernels and take what they need of their own.
  const auto small = grid<std::int32_t>(50, 50, 3).build(OffsetKind::offsets32);
  const auto graph = grid<std::int32_t>(2000, 2000, 3).build(OffsetKind::offsets32);
  const auto solve = [](Subject& subject, const Graph& on) {
    subject.prepare(on);
    REQUIRE_NOTHROW(subject.solve_right(0));
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

}  // namespace
}  // namespace wayfront::host::conformance
