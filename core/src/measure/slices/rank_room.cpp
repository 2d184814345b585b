#include "measure/slices/rank_room.hpp"

#include <algorithm>

namespace wayfront::host {

void RankRoom::make(std::uint64_t bytes, const Resting& member) const {
  while (available_() < bytes) {
    const auto largest = std::ranges::max_element(
        members_, {}, [&](const Resting* it) { return it == &member ? std::uint64_t{0} : it->held_bytes(); });
    if (largest == members_.end() || *largest == &member || (*largest)->held_bytes() == 0) return;
    (*largest)->rest();
  }
}

}  // namespace wayfront::host
