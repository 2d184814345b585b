#include "certify/poison.hpp"

#include <algorithm>

namespace wayfront::host {

void poison(Output& output) {
  const std::size_t n = output.vertices;
  if (output.kind == WeightKind::int32) {
    std::fill_n(static_cast<std::int32_t*>(output.distances), n,
                std::bit_cast<std::int32_t>(poison_bits<std::int32_t>));
  } else {
    std::fill_n(static_cast<float*>(output.distances), n, std::bit_cast<float>(poison_bits<float>));
  }
  if (output.predecessors != nullptr) std::fill_n(output.predecessors, n, poison_vertex);
  output.outcome = Outcome::solved;
  output.cycle.clear();
  output.work = {};
}

}  // namespace wayfront::host
