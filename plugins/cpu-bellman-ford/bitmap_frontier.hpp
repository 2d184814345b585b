// BitmapFrontier: the active vertices as one bit each. The choice where rounds are large, or where their vertices should
// be scanned in order.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory_resource>
#include <utility>

#include "wayfront/rounds.hpp"

namespace wayfront {

/// Blocks of 64 words have a bit of their own that says whether any of theirs is set, so an almost empty round costs a
/// look at one bit per 4096 vertices. All members but Ref's are called by one thread while no thread pushes; for_each() by
/// any, while others push.
class BitmapFrontier final : public Frontier {
  using Word = std::uint64_t;
  static constexpr std::uint64_t word_bits = 64;
  static constexpr std::uint64_t block_words = 64;

 public:
  /// A round's side of the frontier; take a new one for every round. [any thread]
  class Ref {
   public:
    void push(Vertex v) const noexcept {
      if (!set(words_[v / word_bits], v % word_bits)) return;
      const std::uint64_t block = v / (word_bits * block_words);
      set(blocks_[block / word_bits], block % word_bits);
    }

   private:
    friend class BitmapFrontier;
    /// Whether this call was the one that set the bit.
    static bool set(Word& word, std::uint64_t bit) noexcept {
      const std::atomic_ref<Word> shared(word);
      const Word mask = Word{1} << bit;
      return (shared.load(std::memory_order_relaxed) & mask) == 0 &&
             (shared.fetch_or(mask, std::memory_order_relaxed) & mask) == 0;
    }
    Word* words_ = nullptr;
    Word* blocks_ = nullptr;
  };

  /// Throws std::bad_alloc. `memory` must outlive the frontier.
  BitmapFrontier(Vertex vertices, std::pmr::memory_resource& memory)
      : active_(vertices, memory), next_(vertices, memory) {}

  void start(Vertex source) override {
    active_.clear();
    next_.clear();
    active_.ref().push(source);
    size_ = 1;
  }
  std::uint64_t size() override { return size_; }
  void advance() override {
    active_.clear();
    std::swap(active_, next_);
    size_ = active_.count();
  }

  /// Words of the bitmap: the range that for_each() takes a part of. Word i holds the vertices from 64 i on.
  std::uint64_t words() const noexcept { return active_.words.size(); }
  /// Calls f(Vertex) for this round's vertices in words [begin, end), ascending. Chunks that are multiples of 64 words
  /// skip empty blocks best.
  template <class F>
  void for_each(std::uint64_t begin, std::uint64_t end, F&& f) const {
    active_.for_each_word(begin, end, [&](std::uint64_t i) {
      for (Word word = active_.words[i]; word != 0; word &= word - 1)
        f(static_cast<Vertex>(i * word_bits + static_cast<std::uint64_t>(std::countr_zero(word))));
    });
  }
  Ref ref() noexcept { return next_.ref(); }

 private:
  struct Bitmap {
    Bitmap(Vertex vertices, std::pmr::memory_resource& memory)
        : words((std::uint64_t{vertices} + word_bits - 1) / word_bits, Word{0}, &memory),
          blocks((words.size() + block_words * word_bits - 1) / (block_words * word_bits), Word{0}, &memory) {}

    /// Calls f(i) for the words of [begin, end) whose block is not empty.
    template <class F>
    void for_each_word(std::uint64_t begin, std::uint64_t end, F&& f) const {
      while (begin < end) {
        const std::uint64_t block = begin / block_words;
        const std::uint64_t block_end = std::min((block + 1) * block_words, end);
        if ((blocks[block / word_bits] >> (block % word_bits) & 1) != 0)
          for (std::uint64_t i = begin; i < block_end; ++i) f(i);
        begin = block_end;
      }
    }
    std::uint64_t count() const {
      std::uint64_t sum = 0;
      for_each_word(0, words.size(),
                    [&](std::uint64_t i) { sum += static_cast<std::uint64_t>(std::popcount(words[i])); });
      return sum;
    }
    void clear() {
      for_each_word(0, words.size(), [&](std::uint64_t i) { words[i] = 0; });
      std::ranges::fill(blocks, Word{0});
    }
    Ref ref() noexcept {
      Ref ref;
      ref.words_ = words.data();
      ref.blocks_ = blocks.data();
      return ref;
    }

    std::pmr::vector<Word> words;
    std::pmr::vector<Word> blocks;
  };

  Bitmap active_;
  Bitmap next_;
  std::uint64_t size_ = 0;
};
static_assert(FrontierRef<BitmapFrontier::Ref>);

}  // namespace wayfront
