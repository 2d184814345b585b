// How an arc of a sorted row is stored: as a word with the weight above the target. A row is padded to whole sectors
// of 32 bytes with words whose bits are all ones, which stand for no arc.
#pragma once

#include <cstdint>

#include "wayfront/cuda/relax.cuh"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/packed_arc.hpp"

namespace wayfront::push_pull {

inline constexpr unsigned sector_bytes = 32;

/// Integers with as many bits as the vertices leave of 32.
class NarrowArcs {
 public:
  using Weight = std::int32_t;
  using Word = std::uint32_t;
  /// Which arcs of a row a search from some distance may take: those whose words are smaller.
  using Bound = Word;

  NarrowArcs() = default;
  explicit NarrowArcs(unsigned target_bits) : target_bits_(target_bits) {}
  /// The largest weight that fits.
  WAYFRONT_HD static constexpr Weight max_weight(unsigned target_bits) {
    return static_cast<Weight>((std::uint64_t{1} << (32 - target_bits)) - 2);
  }

  WAYFRONT_HD Word word(Vertex target, Weight weight) const {
    return static_cast<Word>(weight) << target_bits_ | target;
  }
  WAYFRONT_HD static bool is_arc(Word word) { return word != ~Word{0}; }
  WAYFRONT_HD Vertex target(Word word) const { return word & ((Word{1} << target_bits_) - 1); }
  WAYFRONT_HD Weight weight(Word word) const { return static_cast<Weight>(word >> target_bits_); }

  /// For a search from `distance`, at most `last`, up to `last`.
  WAYFRONT_HD Bound bound(Weight distance, Weight last) const {
    const Weight largest = max_weight(target_bits_);
    const Weight weight = last - distance;
    return static_cast<Word>((weight < largest ? weight : largest) + 1) << target_bits_;
  }
  WAYFRONT_HD bool within(Word word, Bound bound) const { return word < bound; }
  /// Of an arc within a bound.
  WAYFRONT_HD static Weight sum_within(Weight distance, Weight weight) {
    return static_cast<Weight>(static_cast<Word>(distance) + static_cast<Word>(weight));
  }

 private:
  unsigned target_bits_ = 0;
};

/// Weights of any type, beside the target.
template <WeightType W>
class WideArcs {
 public:
  using Weight = W;
  using Word = ArcWordOf<W>;
  struct Bound {
    W distance, last;
  };

  WAYFRONT_HD static Word word(Vertex target, W weight) { return arc_word(target, weight); }
  WAYFRONT_HD static bool is_arc(const Word& word) { return target_of(word) != no_vertex; }
  WAYFRONT_HD static Vertex target(const Word& word) { return target_of(word); }
  WAYFRONT_HD static W weight(const Word& word) { return weight_of<W>(word); }

  WAYFRONT_HD static Bound bound(W distance, W last) { return {distance, last}; }
  WAYFRONT_HD static bool within(const Word& word, const Bound& bound) {
    return is_arc(word) && saturating_add(bound.distance, weight(word)) <= bound.last;
  }
  WAYFRONT_HD static W sum_within(W distance, W weight) {
    return static_cast<W>(add_nonnegative<W>(static_cast<Magnitude<W>>(distance), weight));
  }
};

/// 32 bytes of a row.
template <class Arcs>
struct Sector {
  static constexpr unsigned arcs = sector_bytes / sizeof(typename Arcs::Word);
  typename Arcs::Word words[arcs];
};

#if defined(__CUDACC__)

template <class Arcs>
__device__ Sector<Arcs> load_sector(const Sector<Arcs>* place) {
  union {
    uint4 halves[2];
    Sector<Arcs> sector;
  };
  const auto* const from = reinterpret_cast<const uint4*>(place);
  halves[0] = __ldg(from);
  halves[1] = __ldg(from + 1);
  return sector;
}

#endif

}  // namespace wayfront::push_pull
