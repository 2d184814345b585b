#include "certify/poison.hpp"

#include <algorithm>

namespace wayfront::host {

void poison(Output& output) {
  const std::size_t n = std::size_t{output.rows} * output.vertices;
  if (output.memory != Output::device_memory)
    with_weight_type(output.kind, [&]<WeightType W>() {
      std::fill_n(static_cast<W*>(output.distances), n, std::bit_cast<W>(poison_bits<W>));
    });
  if (output.predecessors != nullptr) std::fill_n(output.predecessors, n, poison_vertex);
  output.outcome = Outcome::solved;
  output.cycle.clear();
  output.work = {};
}

}  // namespace wayfront::host
