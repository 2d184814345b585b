// wayfront-gpu-floors [--json]: prints a table, or one JSON object.
#include "floors.hpp"

#include <cstdio>
#include <cstring>

#include "wayfront/status.hpp"

namespace {

void print_table(const wayfront::floors::Figures& figures) {
  for (const auto& figure : figures)
    std::printf("%-44s %-28s %10.3f %s\n", figure.name.c_str(), figure.where.c_str(), figure.value,
                figure.unit.c_str());
}

void print_json(const cudaDeviceProp& device, const wayfront::floors::Figures& figures) {
  std::printf("{\"schema\": 1, \"device\": \"%s\", \"multiprocessors\": %d, \"l2_bytes\": %d, \"figures\": [",
              device.name, device.multiProcessorCount, device.l2CacheSize);
  const char* separator = "\n";
  for (const auto& figure : figures) {
    std::printf("%s  {\"name\": \"%s\", \"where\": \"%s\", \"value\": %.6g, \"unit\": \"%s\"}", separator,
                figure.name.c_str(), figure.where.c_str(), figure.value, figure.unit.c_str());
    separator = ",\n";
  }
  std::printf("\n]}\n");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    wayfront::cuda::probe(0);
    wayfront::cuda::use_device(0);
    cudaDeviceProp device{};
    WAYFRONT_CUDA(cudaGetDeviceProperties(&device, 0));
    wayfront::floors::Figures figures;
    wayfront::floors::measure_synchronisation(figures);
    wayfront::floors::measure_memory(figures);
    if (argc > 1 && std::strcmp(argv[1], "--json") == 0) {
      print_json(device, figures);
    } else {
      print_table(figures);
    }
    return 0;
  } catch (const wayfront::Failure& failure) {
    std::fprintf(stderr, "wayfront-gpu-floors: %s\n", failure.what());
    return 1;
  }
}
