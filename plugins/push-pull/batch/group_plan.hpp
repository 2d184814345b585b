// When the sources of a group begin: each lane gets a delay, so that the searches of all of them are expected to have
// reached the whole graph at the same cell.
#pragma once

#include <cstdint>
#include <span>

#include "../stage.cuh"
#include "batch.hpp"
#include "group.cuh"
#include "search.cuh"
#include "wayfront/graph.hpp"

namespace wayfront::push_pull {

/// What the lanes of a group have in common.
struct GroupPlan {
  Stage<std::int32_t> stage;
  std::uint32_t living = 0;
  float settled = 0;
  bool fits = true;           // into 32 bits
  std::uint32_t planted = 0;  // the largest cell that a search alone gives
  std::uint32_t farthest_start = 0;
};

/// `ends` are those of the sources' searches, the first one number `first` of its launch. Writes a lane for each source.
GroupPlan plan_group(const BatchSetting& setting, std::span<const Vertex> sources, std::span<const SearchEnd> ends,
                     std::uint32_t first, Lane* lanes);

}  // namespace wayfront::push_pull
