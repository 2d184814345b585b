// A binary heap of keys, with few comparisons: the hole at the top sinks to the bottom along the smaller children, and the last
// key, which is seldom small, rises from there. No step down depends on a branch that a processor would have to guess.
#pragma once

#include <cstddef>
#include <vector>

namespace wayfront::bmssp {

template <class Key, class Less>
class Heap {
 public:
  void reset(Less less) {
    less_ = less;
    keys_.clear();
  }
  bool empty() const { return keys_.empty(); }
  const Key& first() const { return keys_.front(); }
  const std::vector<Key>& keys() const { return keys_; }

  void push(const Key& key) {
    keys_.push_back(key);
    rise(keys_.size() - 1, key);
  }

  /// Removes the smallest key; there must be one.
  void pop() {
    const Key last = keys_.back();
    keys_.pop_back();
    const std::size_t size = keys_.size();
    if (size == 0) return;
    std::size_t hole = 0;
    for (std::size_t child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size) child += less_(keys_[child + 1], keys_[child]) ? 1 : 0;
      keys_[hole] = keys_[child];
      hole = child;
    }
    rise(hole, last);
  }

 private:
  void rise(std::size_t hole, const Key key) {
    while (hole != 0) {
      const std::size_t parent = (hole - 1) / 2;
      if (!less_(key, keys_[parent])) break;
      keys_[hole] = keys_[parent];
      hole = parent;
    }
    keys_[hole] = key;
  }

  Less less_;
  std::vector<Key> keys_;
};

}  // namespace wayfront::bmssp
