#include "engine/memory/memory_room.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wayfront::host {

void Restarts::add_to(std::vector<std::string>& notes) const {
  if (rested_)
    notes.push_back("its processes that hold the graph ended between solves, because another run needed the memory");
  if (closed_ && count_ != 0)
    notes.push_back(fmt::format("they started again {} time{}, which took {:.3g} s that no solve counts", count_,
                                count_ == 1 ? "" : "s", seconds_));
}

std::uint64_t MemoryRoom::largest() const {
  std::uint64_t largest = 0;
  for (const Resting* const it : members_) largest = std::max(largest, it->held_bytes());
  return largest;
}

void MemoryRoom::make(std::uint64_t bytes, const Resting& member) const {
  while (available_() < bytes) {
    const auto largest = std::ranges::max_element(
        members_, {}, [&](const Resting* it) { return it == &member ? std::uint64_t{0} : it->held_bytes(); });
    if (largest == members_.end() || *largest == &member || (*largest)->held_bytes() == 0) return;
    (*largest)->rest();
  }
}

}  // namespace wayfront::host
