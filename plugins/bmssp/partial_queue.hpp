// The data structure of Lemma 3.3: a queue that gives out its smallest entries in blocks, unsorted, and takes in two
// kinds of new ones: anywhere (insert), or all below whatever it holds (prepend). Sorting only between blocks is what
// breaks the barrier.
//
// Deviations:
// - Entries are not deleted when a smaller one of the same vertex comes. Dead ones are dropped when a pull finds them,
//   which needs no table from vertex to entry. No vertex is lost by it: the entry with its final key is never dead
//   before the vertex is settled.
// - One sequence of blocks holds inserted and prepended entries. What a pull leaves is above what it took, so a
//   prepended block has its place in the order like any other.
// - A pull takes whole blocks: half of what it may at least, instead of all, which needs no search for the last one.
// - A block is cut at the median of a sample, not of all entries: one comparison per entry.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "heap.hpp"

namespace wayfront::bmssp {

template <class Key, class Less>
class PartialQueue {
 public:
  /// A pull takes at most `block` entries. All keys are below `bound`.
  void reset(std::uint64_t block, const Key& bound, Less less) {
    less_ = less;
    block_ = block;
    bound_ = bound;
    heap_.reset(less);
    while (!blocks_.empty()) drop_first();
  }

  /// Dead entries count, too: a pull may come back without any.
  bool empty() const { return block_ == 1 ? heap_.empty() : blocks_.empty(); }

  void insert(const Key& key) {
    if (block_ == 1) {
      heap_.push(key);
      return;
    }
    if (blocks_.empty()) add_first();
    const auto above = [&](const Key& low, const Key& it) { return less_(it, low); };
    const auto at = std::lower_bound(lows_.begin(), lows_.end() - 1, key, above) - lows_.begin();
    std::vector<Key>& block = blocks_[static_cast<std::size_t>(at)];
    block.push_back(key);
    if (block.size() > block_) cut(static_cast<std::size_t>(at));
  }

  /// All of `keys` are below `low`, and all that the queue holds is not.
  void prepend(const std::vector<Key>& keys, const Key& low) {
    if (block_ == 1) {
      for (const Key& key : keys) insert(key);
      return;
    }
    if (keys.empty()) return;
    if (!blocks_.empty()) lows_.back() = low;
    add_first();
    blocks_.back().assign(keys.begin(), keys.end());
    for (std::size_t at = blocks_.size() - 1; at < blocks_.size();)
      if (blocks_[at].size() <= block_ || !cut(at)) ++at;
  }

  /// Takes the smallest live entries out, appends them to `out`, which is empty, and returns a key above all of them
  /// and not above any that stays. live(key) says whether an entry counts, once for each vertex in a pull, and
  /// fetch(key) that it will soon be asked.
  template <class Live, class Fetch>
  Key pull(Live&& live, Fetch&& fetch, std::vector<Key>& out) {
    if (block_ == 1) return pull_one(live, out);
    while (!blocks_.empty()) {
      if (2 * out.size() >= block_) return lows_.back();
      if (out.size() + blocks_.back().size() > block_ && cut(blocks_.size() - 1)) continue;
      const std::vector<Key>& block = blocks_.back();
      for (std::size_t i = 0; i < block.size(); ++i) {
        if (i + 8 < block.size()) fetch(block[i + 8]);
        if (live(block[i])) out.push_back(block[i]);
      }
      drop_first();
    }
    return bound_;
  }

  /// Appends all entries to `out`.
  void empty_into(std::vector<Key>& out) const {
    out.insert(out.end(), heap_.keys().begin(), heap_.keys().end());
    for (const std::vector<Key>& block : blocks_) out.insert(out.end(), block.begin(), block.end());
  }

 private:
  template <class Live>
  Key pull_one(Live& live, std::vector<Key>& out) {
    while (!heap_.empty()) {
      const Key key = heap_.first();
      if (live(key)) {
        if (!out.empty()) return key;
        out.push_back(key);
      }
      heap_.pop();
    }
    return bound_;
  }

  /// Makes two blocks of one, about halves; false if that has one key alone, which is kept once.
  bool cut(std::size_t at) {
    std::vector<Key>& block = blocks_[at];
    const std::size_t step = 1 + static_cast<std::size_t>(std::sqrt(static_cast<double>(block.size())));
    sample_.clear();
    for (std::size_t i = 0; i < block.size(); i += step) sample_.push_back(block[i]);
    const auto median = sample_.begin() + static_cast<std::ptrdiff_t>(sample_.size() / 2);
    std::nth_element(sample_.begin(), median, sample_.end(), less_);
    Key low = *median;
    auto middle = std::partition(block.begin(), block.end(), [&](const Key& key) { return !less_(key, low); });
    if (middle == block.end()) {  // the smallest key, perhaps with copies: of those that follow on it, the next one
      middle = std::partition(block.begin(), block.end(), [&](const Key& key) { return less_(low, key); });
      block.erase(middle + 1, block.end());
      middle = block.end() - 1;
      if (middle == block.begin()) return false;
      low = *std::min_element(block.begin(), middle, less_);
    }
    std::vector<Key> smaller = fresh();
    smaller.assign(middle, block.end());
    block.erase(middle, block.end());
    const auto place = static_cast<std::ptrdiff_t>(at);
    blocks_.insert(blocks_.begin() + place + 1, std::move(smaller));
    lows_.insert(lows_.begin() + place, low);
    return true;
  }

  void add_first() {
    blocks_.push_back(fresh());
    lows_.emplace_back();
  }
  void drop_first() {
    spare_.push_back(std::move(blocks_.back()));
    blocks_.pop_back();
    lows_.pop_back();
  }
  /// An empty block, with the memory of an earlier one.
  std::vector<Key> fresh() {
    if (spare_.empty()) return {};
    std::vector<Key> block = std::move(spare_.back());
    spare_.pop_back();
    block.clear();
    return block;
  }

  Less less_;
  std::uint64_t block_ = 1;
  Key bound_{};
  Heap<Key, Less> heap_;                  // of all entries, where a block is one entry
  std::vector<std::vector<Key>> blocks_;  // the smallest entries in the last block
  std::vector<Key> lows_;  // of each block: not above its entries, and above those of the next; the last is unused
  std::vector<std::vector<Key>> spare_;
  std::vector<Key> sample_;
};

}  // namespace wayfront::bmssp
