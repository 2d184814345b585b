// Numbers as short text for a page: differences of neighbours, of 7 bits a byte, as base64.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wayfront::host {

/// Collects numbers, small ones in few bytes (LEB128).
class CompactNumbers {
 public:
  void add(std::uint64_t number) {
    constexpr std::uint64_t more = 0x80;
    for (; number >= more; number >>= 7) bytes_ += static_cast<char>(number | more);
    bytes_ += static_cast<char>(number);
  }
  /// 0, -1, 1, -2 ... are 0, 1, 2, 3 ...
  static std::uint64_t unsigned_of(std::int64_t number) {
    return static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
  }
  void add_signed(std::int64_t number) { add(unsigned_of(number)); }
  /// The difference from the number that was given before; at first from 0.
  void add_next(std::int64_t number) {
    add_signed(number - before_);
    before_ = number;
  }
  std::string_view bytes() const { return bytes_; }

 private:
  std::string bytes_;
  std::int64_t before_ = 0;
};

std::string base64(std::string_view bytes);

}  // namespace wayfront::host
