// A binary heap of keys, with few comparisons: the hole at the top sinks to the bottom along the smaller children, and
// the last key, which is seldom small, rises from there. No step down depends on a branch that a processor would have
// to guess.
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
    Key* const keys = keys_.data();
    std::size_t hole = 0, child = 1;
    for (; child + 1 < size; child = 2 * hole + 1) {
      child += less_(keys[child + 1], keys[child]) ? 1 : 0;
      keys[hole] = keys[child];
      hole = child;
    }
    if (child < size) {
      keys[hole] = keys[child];
      hole = child;
    }
    rise(hole, last);
  }

 private:
  void rise(std::size_t hole, const Key key) {
    Key* const keys = keys_.data();
    while (hole != 0) {
      const std::size_t parent = (hole - 1) / 2;
      if (!less_(key, keys[parent])) break;
      keys[hole] = keys[parent];
      hole = parent;
    }
    keys[hole] = key;
  }

  Less less_;
  std::vector<Key> keys_;
};

}  // namespace wayfront::bmssp
