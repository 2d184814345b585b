// Numbers of a binary file, in order, with their places for messages. For loaders of binary formats, all of which are
// little-endian.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "wayfront/loader.hpp"

namespace wayfront::bytes {

static_assert(std::endian::native == std::endian::little, "numbers are copied unchanged from the file");

class ByteReader {
 public:
  /// `format` is the loader's name, for messages.
  ByteReader(std::string_view format, Input& input, RunContext& context)
      : format_(format), input_(input), context_(context) {}

  /// The position of the next byte in the file.
  std::uint64_t offset() const { return offset_; }

  /// `what` names the part of the file that is being read, "the header". Throws BadInput if the file ends before it.
  template <class T>
  T number(std::string_view what) {
    T value;
    copy(reinterpret_cast<char*>(&value), sizeof(T), what);
    return value;
  }

  /// Calls f(std::span<const T> values, std::uint64_t offset of the first) until `count` numbers have been read.
  template <class T, class F>
  void numbers(std::uint64_t count, std::string_view what, F&& f) {
    std::array<T, 8192> block;
    while (count != 0) {
      context_.throw_if_cancelled();
      const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(count, block.size()));
      const std::uint64_t place = offset_;
      copy(reinterpret_cast<char*>(block.data()), part * sizeof(T), what);
      f(std::span<const T>(block.data(), part), place);
      count -= part;
    }
  }

  /// Whether all bytes have been read.
  bool at_end() {
    if (piece_.empty()) piece_ = input_.bytes();
    return piece_.empty();
  }

  /// Throws BadInput "galois: FILE: byte OFFSET: WHAT".
  [[noreturn]] void fail(std::uint64_t offset, const std::string& what, StatusCode code = StatusCode::bad_input) const {
    throw BadInput(format_ + ": " + std::string(input_.name()) + ": byte " + std::to_string(offset) + ": " + what,
                   code);
  }
  /// The same for errors without a place: "galois: FILE: WHAT".
  [[noreturn]] void fail(const std::string& what) const {
    throw BadInput(format_ + ": " + std::string(input_.name()) + ": " + what);
  }

 private:
  void copy(char* into, std::size_t size, std::string_view what) {
    while (size != 0) {
      if (piece_.empty() && (piece_ = input_.bytes()).empty())
        fail("ends at byte " + std::to_string(offset_) + ", in the middle of " + std::string(what) +
             "; it is truncated, or its header is wrong");
      const std::size_t part = std::min(size, piece_.size());
      std::memcpy(into, piece_.data(), part);
      piece_.remove_prefix(part);
      into += part;
      size -= part;
      offset_ += part;
    }
  }

  std::string format_;
  Input& input_;
  RunContext& context_;
  std::string_view piece_;
  std::uint64_t offset_ = 0;
};

}  // namespace wayfront::bytes
