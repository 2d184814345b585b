// A 4-ary heap of (key, vertex) entries with lazy deletion, for keys that come in any order. Key and vertex are packed
// into one number of 64 or 128 bits, so a comparison is one or two instructions and equal keys leave in the order of
// their vertices.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::dijkstra {

template <std::unsigned_integral Key>
class DaryHeap {
  __extension__ typedef unsigned __int128 Uint128;  // NOLINT(modernize-use-using): `using` cannot be an extension
  using Word = std::conditional_t<sizeof(Key) == 4, std::uint64_t, Uint128>;
  static constexpr unsigned key_bits = 8 * sizeof(Key);

 public:
  void clear() { heap_.clear(); }
  bool empty() const { return heap_.empty(); }
  Key key() const { return static_cast<Key>(heap_.front() >> key_bits); }
  Vertex vertex() const { return static_cast<Vertex>(heap_.front()); }

  void push(Key key, Vertex vertex) {
    heap_.push_back(0);
    rise(heap_.data(), heap_.size() - 1, Word{key} << key_bits | vertex);
  }

  /// Removes the smallest entry; there must be one. The hole at the top sinks to the bottom, where the last entry, which
  /// is seldom small, takes it: that saves a comparison with it on every level.
  void pop() {
    const Word last = heap_.back();
    heap_.pop_back();
    const std::size_t size = heap_.size();
    if (size == 0) return;
    Word* const heap = heap_.data();
    std::size_t hole = 0;
    std::size_t child = 1;
    for (; child + arity <= size; child = hole * arity + 1) {
      const std::size_t left = child + (heap[child + 1] < heap[child] ? 1 : 0);
      const std::size_t right = child + 2 + (heap[child + 3] < heap[child + 2] ? 1 : 0);
      const std::size_t min = heap[right] < heap[left] ? right : left;
      heap[hole] = heap[min];
      hole = min;
    }
    if (child < size) {
      const Word* const min = std::min_element(heap + child, heap + size);
      heap[hole] = *min;
      hole = static_cast<std::size_t>(min - heap);
    }
    rise(heap, hole, last);
  }

 private:
  static constexpr std::size_t arity = 4;

  static void rise(Word* heap, std::size_t hole, Word entry) {
    while (hole != 0) {
      const std::size_t parent = (hole - 1) / arity;
      if (heap[parent] <= entry) break;
      heap[hole] = heap[parent];
      hole = parent;
    }
    heap[hole] = entry;
  }

  std::vector<Word> heap_;
};

}  // namespace wayfront::dijkstra
