// VertexQueue: first in, first out, each vertex at most once at a time; for one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront {

/// A ring of |V| places, so it never runs over.
class VertexQueue {
 public:
  explicit VertexQueue(Vertex vertices) : ring_(vertices), queued_(vertices, 0) {}

  void clear() {
    std::ranges::fill(queued_, std::uint8_t{0});
    head_ = size_ = 0;
  }
  std::size_t size() const { return size_; }
  /// False where v waits already.
  bool push(Vertex v) {
    if (queued_[v] != 0) return false;
    queued_[v] = 1;
    const std::size_t tail = head_ + size_++;
    ring_[tail < ring_.size() ? tail : tail - ring_.size()] = v;
    return true;
  }
  /// There must be one.
  Vertex pop() {
    const Vertex v = ring_[head_];
    if (++head_ == ring_.size()) head_ = 0;
    --size_;
    queued_[v] = 0;
    return v;
  }

 private:
  std::vector<Vertex> ring_;
  std::vector<std::uint8_t> queued_;
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace wayfront
