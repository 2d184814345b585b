// Digests of arrays, for telling equal content from different content. Not for security.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace wayfront::host {

/// 128 bits of a digest.
struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend bool operator==(const Hash128&, const Hash128&) = default;
  /// 32 hexadecimal digits, the same on every machine of one byte order.
  std::string hex() const;
  /// Zeros for a text that is not of 32 digits.
  static Hash128 from_hex(const std::string& digits);
};

/// XXH3, 128 bits, of everything passed to add() in order; the size of the pieces does not matter.
class Digest {
 public:
  Digest();
  ~Digest();
  void add(const void* data, std::size_t bytes);
  /// Digests of parts, each as its high and its low word.
  void add(std::span<const Hash128> parts) { add(parts.data(), parts.size_bytes()); }
  Hash128 value() const;
  std::string hex() const { return value().hex(); }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// XXH3 of one array.
Hash128 hash128(const void* data, std::size_t bytes);
std::uint64_t hash64(const void* data, std::size_t bytes);

}  // namespace wayfront::host
