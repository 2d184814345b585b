// Writes numbers and words into a text file, without iostreams.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <type_traits>

#include "wayfront/loader.hpp"

namespace wayfront::writing {

/// Buffers small pieces. Call finish() at the end.
class TextWriter {
 public:
  TextWriter(FileOutput& output, RunContext& context)
      : output_(output), context_(context), block_(std::make_unique_for_overwrite<char[]>(room)) {}

  void text(std::string_view text) {
    while (text.size() > room - used_) {
      const std::size_t part = room - used_;
      std::memcpy(block_.get() + used_, text.data(), part);
      used_ += part;
      text.remove_prefix(part);
      flush();
    }
    std::memcpy(block_.get() + used_, text.data(), text.size());
    used_ += text.size();
  }
  void character(char c) {
    if (used_ == room) flush();
    block_[used_++] = c;
  }
  /// Floats with enough digits to read the same number again.
  template <class T>
  void number(T value) {
    constexpr std::size_t longest = 32;
    if (room - used_ < longest) flush();
    const auto [end, error] = std::to_chars(block_.get() + used_, block_.get() + room, value);
    static_cast<void>(error);  // there is room
    used_ = static_cast<std::size_t>(end - block_.get());
  }

  /// Texts, characters and numbers in turn.
  template <class... Part>
  void put(const Part&... parts) {
    const auto one = [this]<class T>(const T& part) {
      if constexpr (std::is_same_v<T, char>)
        character(part);
      else if constexpr (std::is_arithmetic_v<T>)
        number(part);
      else
        text(part);
    };
    (one(parts), ...);
  }

  void finish() { flush(); }

 private:
  static constexpr std::size_t room = std::size_t{1} << 16;

  void flush() {
    context_.throw_if_cancelled();
    output_.write({block_.get(), used_});
    used_ = 0;
  }

  FileOutput& output_;
  RunContext& context_;
  std::unique_ptr<char[]> block_;
  std::size_t used_ = 0;
};

}  // namespace wayfront::writing
