// Writes numbers into a binary file, little-endian as in memory.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>

#include "wayfront/loader.hpp"

namespace wayfront::writing {

static_assert(std::endian::native == std::endian::little, "numbers are copied unchanged from memory");

/// Buffers small pieces. Call finish() at the end.
class ByteWriter {
 public:
  ByteWriter(FileOutput& output, RunContext& context) : output_(output), context_(context) { block_.reserve(room); }

  template <class T>
  void number(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (block_.size() + sizeof(T) > room) flush();
    const std::size_t at = block_.size();
    block_.resize(at + sizeof(T));
    std::memcpy(block_.data() + at, &value, sizeof(T));
  }

  void finish() { flush(); }

 private:
  static constexpr std::size_t room = std::size_t{1} << 16;

  void flush() {
    context_.throw_if_cancelled();
    output_.write(block_);
    block_.clear();
  }

  FileOutput& output_;
  RunContext& context_;
  std::string block_;
};

}  // namespace wayfront::writing
