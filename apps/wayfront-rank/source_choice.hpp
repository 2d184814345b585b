// Sources chosen on slices: the same ones that one process chooses on the whole graph (graph/sources.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "ranks.hpp"
#include "slice.hpp"

namespace wayfront::ranks {

class SourceChoice {
 public:
  /// All ranks together.
  template <WeightType W>
  SourceChoice(const Slice<W>& slice, const Ranks& ranks) : ranks_(ranks), first_(slice.first_vertex()) {
    for (std::uint64_t v = 0; v < slice.vertices(); ++v) {
      const std::uint64_t degree = slice.end(v) - slice.begin(v);
      if (degree > 0) starts_.push_back(static_cast<Vertex>(v));
      if (degree > max_degree_) max_degree_ = degree, max_vertex_ = v;
    }
    before_ = ranks.sum_before(starts_.size());
    all_ = ranks.sum(std::uint64_t{starts_.size()});
  }

  /// `count` distinct vertices with arcs, or all of them. All ranks together.
  std::vector<std::uint64_t> random(std::uint64_t count, std::uint64_t seed) const {
    // The first steps of a shuffle of all vertices with arcs; only what has moved is kept.
    std::map<std::uint64_t, std::uint64_t> moved;
    const auto at = [&](std::uint64_t i) { return moved.contains(i) ? moved.at(i) : i; };
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> chosen;
    for (std::uint64_t i = 0; i < all_ && chosen.size() < count; ++i) {
      const std::uint64_t j = i + random() % (all_ - i);
      const std::uint64_t taken = at(j);
      moved[j] = at(i);
      chosen.push_back(start(taken));
    }
    return chosen;
  }

  /// The first of those with the most arcs. All ranks together.
  std::uint64_t max_degree() const {
    const std::uint64_t max = ranks_.max(max_degree_);
    const std::uint64_t mine = max_degree_ == max ? first_ + max_vertex_ : ~std::uint64_t{0};
    return ranks_.min(mine);
  }

 private:
  /// The vertex before which `index` vertices have arcs.
  std::uint64_t start(std::uint64_t index) const {
    const bool here = index >= before_ && index - before_ < starts_.size();
    return ranks_.max(here ? first_ + starts_[index - before_] : std::uint64_t{0});
  }

  const Ranks& ranks_;
  std::uint64_t first_;
  std::vector<Vertex> starts_;  // of this rank's vertices, those with arcs
  std::uint64_t before_ = 0, all_ = 0;
  std::uint64_t max_degree_ = 0, max_vertex_ = 0;
};

}  // namespace wayfront::ranks
