// The data structure of Lemma 3.3: a queue that gives out its smallest entries in blocks, unsorted, and takes in two kinds
// of new ones: anywhere (insert), or all below whatever it holds (prepend). Sorting only between blocks is what breaks the
// barrier.
//
// Deviation: entries are not deleted when a smaller one of the same vertex comes. Dead ones are dropped when a pull finds
// them, which needs no table from vertex to entry. No vertex is lost by it: the entry with its final key is never dead
// before the vertex is settled.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace wayfront::bmssp {

template <class Key, class Less>
class PartialQueue {
 public:
  /// Entries come out `block` at a time. All keys are below `bound`.
  void reset(std::uint64_t block, const Key& bound, Less less) {
    less_ = less;
    block_ = block;
    bound_ = bound;
    size_ = 0;
    heap_.clear();
    recycle(prepended_, 0);
    recycle(inserted_, 0);
    ends_.clear();
    if (block > 1) {
      inserted_.push_back(fresh());
      ends_.push_back(bound);
    }
  }

  /// Dead entries count, too: a pull may come back without any.
  bool empty() const { return size_ == 0; }

  void insert(const Key& key) {
    ++size_;
    if (block_ == 1) {
      heap_.push_back(key);
      std::push_heap(heap_.begin(), heap_.end(), greater());
      return;
    }
    const auto at =
        static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end() - 1, key, less_) - ends_.begin());
    std::vector<Key>& block = inserted_[at];
    block.push_back(key);
    if (block.size() > 2 * block_) split(at);
  }

  /// All of `keys` are below every other entry but those that the last pulls left behind. Changes their order.
  void prepend(std::vector<Key>& keys) {
    if (block_ == 1) {
      for (const Key& key : keys) insert(key);
      return;
    }
    size_ += keys.size();
    if (!keys.empty()) stack(keys.data(), keys.data() + keys.size());
  }

  /// Takes the smallest `block` live entries out, appends them to `out`, and returns a key above all of them and not above
  /// any that stays. live(key) says whether an entry counts, once for each vertex in a pull.
  template <class Live>
  Key pull(Live&& live, std::vector<Key>& out) {
    return block_ == 1 ? pull_one(live, out) : pull_block(live, out);
  }

 private:
  using Blocks = std::vector<std::vector<Key>>;

  auto greater() const {
    return [this](const Key& one, const Key& other) { return less_(other, one); };
  }

  template <class Live>
  Key pull_one(Live& live, std::vector<Key>& out) {
    const std::size_t before = out.size();
    for (; size_ != 0; --size_) {
      const Key key = heap_.front();
      if (live(key)) {
        if (out.size() != before) return key;
        out.push_back(key);
      }
      std::pop_heap(heap_.begin(), heap_.end(), greater());
      heap_.pop_back();
    }
    return bound_;
  }

  template <class Live>
  Key pull_block(Live& live, std::vector<Key>& out) {
    // The smallest entries are in the first blocks of both sequences, as many as hold more than a block of live ones.
    candidates_.clear();
    const auto gather = [&](std::vector<Key>& block) {
      const std::size_t before = block.size();
      std::erase_if(block, [&](const Key& key) { return !live(key); });
      size_ -= before - block.size();
      candidates_.insert(candidates_.end(), block.begin(), block.end());
      return block.size();
    };
    std::size_t first = prepended_.size();
    for (std::uint64_t got = 0; first > 0 && got <= block_;) got += gather(prepended_[--first]);
    std::size_t end = 0;
    for (std::uint64_t got = 0; end < inserted_.size() && got <= block_;) got += gather(inserted_[end++]);

    if (candidates_.size() <= block_) {  // all that there is
      size_ -= candidates_.size();
      out.insert(out.end(), candidates_.begin(), candidates_.end());
      recycle(prepended_, first);
      for (std::size_t i = 0; i < end; ++i) inserted_[i].clear();
      return bound_;
    }
    const auto nth = candidates_.begin() + static_cast<std::ptrdiff_t>(block_);
    std::nth_element(candidates_.begin(), nth, candidates_.end(), less_);
    const Key separator = *nth;
    out.insert(out.end(), candidates_.begin(), nth);
    size_ -= block_;
    const auto cut = [&](std::vector<Key>& block) {
      std::erase_if(block, [&](const Key& key) { return less_(key, separator); });
    };
    for (std::size_t i = first; i < prepended_.size(); ++i) cut(prepended_[i]);
    while (!prepended_.empty() && prepended_.back().empty()) recycle(prepended_, prepended_.size() - 1);
    for (std::size_t i = 0; i < end; ++i) cut(inserted_[i]);
    std::size_t drained = 0;
    while (drained + 1 < inserted_.size() && drained < end && inserted_[drained].empty())
      spare_.push_back(std::move(inserted_[drained++]));
    inserted_.erase(inserted_.begin(), inserted_.begin() + static_cast<std::ptrdiff_t>(drained));
    ends_.erase(ends_.begin(), ends_.begin() + static_cast<std::ptrdiff_t>(drained));
    return separator;
  }

  /// Halves a block at its median.
  void split(std::size_t at) {
    std::vector<Key>& low = inserted_[at];
    const auto middle = low.begin() + static_cast<std::ptrdiff_t>(low.size() / 2);
    std::nth_element(low.begin(), middle, low.end(), less_);
    const Key end = *middle;
    std::vector<Key> high = fresh();
    high.assign(middle, low.end());
    low.erase(middle, low.end());
    const auto next = static_cast<std::ptrdiff_t>(at);
    inserted_.insert(inserted_.begin() + next + 1, std::move(high));
    ends_.insert(ends_.begin() + next, end);
  }

  /// Halves at medians until pieces hold at most a block; the largest entries first, because a pull takes from the back.
  void stack(Key* begin, Key* end) {
    const auto size = static_cast<std::uint64_t>(end - begin);
    if (size <= block_) {
      prepended_.push_back(fresh());
      prepended_.back().assign(begin, end);
      return;
    }
    Key* const middle = begin + size / 2;
    std::nth_element(begin, middle, end, less_);
    stack(middle, end);
    stack(begin, middle);
  }

  std::vector<Key> fresh() {
    if (spare_.empty()) return {};
    std::vector<Key> block = std::move(spare_.back());
    spare_.pop_back();
    block.clear();
    return block;
  }
  /// Keeps the memory of all blocks from `first` on for later ones.
  void recycle(Blocks& blocks, std::size_t first) {
    for (; blocks.size() > first; blocks.pop_back()) spare_.push_back(std::move(blocks.back()));
  }

  Less less_;
  std::uint64_t block_ = 1;
  Key bound_{};
  std::uint64_t size_ = 0;
  std::vector<Key> heap_;  // of all entries, where a block is one entry
  Blocks prepended_;       // D0 of the paper: a stack, the smallest entries in the last block
  Blocks inserted_;        // D1: blocks in ascending order
  std::vector<Key> ends_;  // of each of those: above all its entries, and not above those of the next one
  std::vector<Key> candidates_;
  Blocks spare_;
};

}  // namespace wayfront::bmssp
