// When the sources of a group begin: each lane gets a delay, so that the searches of all of them are expected to have
// reached the whole graph at the same cell.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
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
inline GroupPlan plan_group(const BatchSetting& setting, std::span<const Vertex> sources,
                            std::span<const SearchEnd> ends, std::uint32_t first, Lane* lanes) {
  GroupPlan it;
  it.stage = setting.stage;
  const double width = std::exp2(it.stage.scale);
  const auto mass_of = [&](const SearchEnd& end) {
    return std::max(1.0, static_cast<double>(end.count) + static_cast<double>(end.arcs) / setting.mean_degree);
  };
  const auto rest_of = [&](const SearchEnd& end) {
    if (setting.growth <= 0) return 0.0;
    const double levels = std::log(std::max(1.0, static_cast<double>(setting.mass) / mass_of(end))) / setting.growth;
    return std::min<double>(levels, max_levels - 2) * width;
  };
  double full = 0;
  for (const SearchEnd& end : ends) {
    it.fits &= end.last < search_limit;
    if (end.is_all != 0) continue;
    full = std::max(full, end.last + rest_of(end));
    it.settled += static_cast<float>(mass_of(end));
    ++it.living;
  }
  full = std::ceil(full);
  std::uint32_t begin = static_cast<std::uint32_t>(full);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const SearchEnd& end = ends[i];
    Lane& lane = lanes[i];
    lane = {.source = sources[i],
            .list = static_cast<std::uint32_t>(first + i),
            .count = end.count,
            .start = end.last,
            .delay = 0,
            .is_all = end.is_all};
    if (end.is_all != 0) {
      it.planted = std::max(it.planted, end.last);
      continue;
    }
    lane.start = std::max(end.last, static_cast<std::uint32_t>(full - rest_of(end) + 0.5));
    lane.delay = lane.start - end.last;
    begin = std::min(begin, lane.start);
    it.farthest_start = std::max(it.farthest_start, lane.start);
  }
  if (it.living != 0) it.settled /= static_cast<float>(it.living);
  it.fits &= full < static_cast<double>(search_limit);
  if (!it.fits) return it;
  it.stage.last = static_cast<std::int32_t>(begin) - 1;
  double levels = (full - begin) / width + (setting.growth > 0 ? 1 / setting.growth + 2 : max_levels);
  if (setting.bound > 0) levels = setting.bound / width;
  it.stage.open(static_cast<float>(levels));
  return it;
}

}  // namespace wayfront::push_pull
