// The targets of a call: their ways into the core, and where a vertex is among them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "structure.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::separator_sweep_cuda {

template <WeightType W>
class Targets {
 public:
  using Entry = Magnitude<W>;

  /// `offsets` are Numbers::offsets. Targets may be repeated.
  Targets(const separators::Structure& structure, std::span<const Entry> offsets, std::span<const Vertex> targets)
      : targets_(targets.begin(), targets.end()), ascending_(targets.size()) {
    for (const Vertex target : targets_)
      for (const std::size_t side : {0U, 1U}) {
        anchors_.push_back(structure.anchors[2 * std::size_t{target} + side]);
        offsets_.push_back(offsets[2 * std::size_t{target} + side]);
      }
    std::iota(ascending_.begin(), ascending_.end(), 0U);
    std::ranges::sort(ascending_, {}, [&](std::uint32_t i) { return targets_[i]; });
  }

  bool is(std::span<const Vertex> targets) const { return std::ranges::equal(targets_, targets); }
  std::span<const Vertex> all() const { return targets_; }
  std::span<const std::uint32_t> anchors() const { return anchors_; }
  std::span<const Entry> offsets() const { return offsets_; }
  /// Where the vertex is among the targets, as often as it is there.
  std::span<const std::uint32_t> places_of(Vertex vertex) const {
    const auto found = std::ranges::equal_range(ascending_, vertex, {}, [&](std::uint32_t i) { return targets_[i]; });
    return {found.begin(), found.end()};
  }

 private:
  std::vector<Vertex> targets_;
  std::vector<std::uint32_t> anchors_;
  std::vector<Entry> offsets_;
  std::vector<std::uint32_t> ascending_;  // places, by vertex
};

}  // namespace wayfront::separator_sweep_cuda
