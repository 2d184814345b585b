// A 4-ary heap of (key, vertex) entries with lazy deletion, for keys that come in any order. Key and vertex are packed
// into one 64-bit number, so a comparison is one instruction and equal keys leave in the order of their vertices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::dijkstra {

class DaryHeap {
 public:
  void clear() { heap_.clear(); }
  bool empty() const { return heap_.empty(); }
  std::uint32_t key() const { return static_cast<std::uint32_t>(heap_.front() >> 32); }
  Vertex vertex() const { return static_cast<Vertex>(heap_.front()); }

  void push(std::uint32_t key, Vertex vertex) {
    heap_.push_back(0);
    rise(heap_.data(), heap_.size() - 1, std::uint64_t{key} << 32 | vertex);
  }

  /// Removes the least entry; there must be one. The hole at the top sinks to the bottom, where the last entry, which
  /// is seldom small, takes it: that saves a comparison with it on every level.
  void pop() {
    const std::uint64_t last = heap_.back();
    heap_.pop_back();
    const std::size_t size = heap_.size();
    if (size == 0) return;
    std::uint64_t* const heap = heap_.data();
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
      const std::uint64_t* const min = std::min_element(heap + child, heap + size);
      heap[hole] = *min;
      hole = static_cast<std::size_t>(min - heap);
    }
    rise(heap, hole, last);
  }

 private:
  static constexpr std::size_t arity = 4;

  static void rise(std::uint64_t* heap, std::size_t hole, std::uint64_t entry) {
    while (hole != 0) {
      const std::size_t parent = (hole - 1) / arity;
      if (heap[parent] <= entry) break;
      heap[hole] = heap[parent];
      hole = parent;
    }
    heap[hole] = entry;
  }

  std::vector<std::uint64_t> heap_;
};

}  // namespace wayfront::dijkstra
