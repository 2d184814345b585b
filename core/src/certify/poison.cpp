#include "certify/poison.hpp"

#include <algorithm>

namespace wayfront::host {

void poison(Output& output, RunContext* threads) {
  const std::size_t n = std::size_t{output.rows} * output.vertices;
  with_weight_type(output.kind, [&]<WeightType W>() {
    const auto fill = [&](std::uint64_t begin, std::uint64_t end) {
      std::fill_n(static_cast<W*>(output.distances) + begin, end - begin, std::bit_cast<W>(poison_bits<W>));
    };
    constexpr std::uint64_t grain = std::uint64_t{1} << 16;
    if (output.distances != nullptr && output.memory != Output::device_memory)
      threads != nullptr ? threads->parallel_for(n, grain, fill) : fill(0, n);
    if (output.reductions == nullptr) return;
    Reduction<W> unwritten;
    unwritten.reached = unwritten.within = poison_count;
    unwritten.harmonic = std::bit_cast<double>(poison_bits<double>);
    unwritten.max = std::bit_cast<W>(poison_bits<W>);
    if constexpr (std::is_integral_v<W>)
      unwritten.sum = {poison_count, std::numeric_limits<std::int64_t>::lowest()};
    else
      unwritten.sum = std::bit_cast<double>(poison_bits<double>);
    std::fill_n(static_cast<Reduction<W>*>(output.reductions), output.rows, unwritten);
  });
  if (output.predecessors != nullptr) std::fill_n(output.predecessors, n, poison_vertex);
  begin(output);
}

void begin(Output& output) {
  output.outcome = Outcome::solved;
  output.cycle.clear();
  output.work = {};
}

}  // namespace wayfront::host
