// Tentative distances as hbf's kernels see them, with what keeps a vertex from being queued twice in a round.
#pragma once

#include <cstdint>

#include "wayfront/cuda/relax.cuh"

namespace wayfront::hbf {

/// What an attempt to lower a distance did.
struct Lowered {
  bool improved;
  bool first;  // improved, and to be queued: the first improvement of the round, as far as that is watched
};

/// A distance as a round took it.
template <class Key>
struct Taken {
  Key key;
  bool waits;  // it fell in this round already, so the vertex is queued for the next
};

/// Distance and the round that it is from in one word: dedup = "atomic64". For distances of 32 bits.
struct PairedLabels {
  using Key = cuda::KeyOf<std::int32_t>;
  static constexpr bool may_use_lookup = false;
  long long* words;

  static WAYFRONT_HD long long word(Key key, std::uint32_t round) {
    return static_cast<long long>(static_cast<unsigned long long>(static_cast<std::uint32_t>(key)) << 32 | round);
  }
  __device__ Taken<Key> take(Vertex v, std::uint32_t round) const {
    const long long seen = __ldcg(words + v);
    return {static_cast<Key>(seen >> 32), static_cast<std::uint32_t>(seen) == round};
  }
  __device__ Key look(Vertex v, bool bypass) const {
    const Key* const key = reinterpret_cast<const Key*>(words) + 2 * std::uint64_t{v} + 1;
    return bypass ? __ldcg(key) : *key;
  }
  __device__ Lowered lower(Vertex v, Key key, std::uint32_t round) const {
    const long long mine = word(key, round);
    const long long old = atomicMin(words + v, mine);
    // The words of a round are ordered by distance alone; an equal distance of an earlier round is the smaller word.
    return {mine < old, mine < old && static_cast<std::uint32_t>(old) != round};
  }
  /// For the only arc into v; the caller has seen that `key` is smaller.
  __device__ Lowered store(Vertex v, Key key, std::uint32_t round) const {
    __stcg(words + v, word(key, round));
    return {true, true};
  }
};

/// In paired.cu. 64-bit words of distance and round, all unreached but the source's; does not wait.
void start_words(long long* words, Vertex vertices, Vertex source, PairedLabels::Key unreached, cudaStream_t stream);
/// All improvements of `words` count as those of earlier rounds; does not wait.
void forget_epochs(long long* words, Vertex vertices, cudaStream_t stream);
/// The distances of `words`, alone; does not wait.
void take_keys(const long long* words, PairedLabels::Key* keys, Vertex vertices, cudaStream_t stream);

/// Distances alone, and for dedup = "stamp" a table of the round of each vertex's last improvement.
template <class KeyType>
struct PlainLabels {
  using Key = KeyType;
  static constexpr bool may_use_lookup = true;
  Key* keys;
  std::uint32_t* stamps;  // may be null

  __device__ Taken<Key> take(Vertex v, std::uint32_t round) const {
    return {__ldcg(keys + v), stamps != nullptr && __ldcg(stamps + v) == round};
  }
  __device__ Key look(Vertex v, bool bypass) const { return bypass ? __ldcg(keys + v) : keys[v]; }
  __device__ Lowered lower(Vertex v, Key key, std::uint32_t round) const {
    const bool improved = key < atomicMin(keys + v, key);
    return {improved, improved && claim(v, round)};
  }
  __device__ Lowered store(Vertex v, Key key, std::uint32_t round) const {
    __stcg(keys + v, key);
    if (stamps != nullptr) __stcg(stamps + v, round);
    return {true, true};
  }

 private:
  __device__ bool claim(Vertex v, std::uint32_t round) const {
    return stamps == nullptr || (__ldcg(stamps + v) != round && atomicExch(stamps + v, round) != round);
  }
};

}  // namespace wayfront::hbf
