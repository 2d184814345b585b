// wayfront-gpu-floors: prints a table of what the device's basic steps cost.
#include "floors.hpp"

#include <cstdio>

#include "wayfront/status.hpp"

int main() {
  try {
    wayfront::cuda::probe(0);
    wayfront::cuda::use_device(0);
    wayfront::floors::Figures figures;
    wayfront::floors::measure_synchronisation(figures);
    wayfront::floors::measure_memory(figures);
    for (const auto& figure : figures)
      std::printf("%-44s %-28s %10.3f %s\n", figure.name.c_str(), figure.where.c_str(), figure.value,
                  figure.unit.c_str());
    return 0;
  } catch (const wayfront::Failure& failure) {
    std::fprintf(stderr, "wayfront-gpu-floors: %s\n", failure.what());
    return 1;
  }
}
