// Digests of arrays, for telling equal content from different content. Not for security.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace wayfront::host {

/// XXH3, 128 bits, of everything given to add() in order; how it was cut into pieces does not matter.
class Digest {
 public:
  Digest();
  ~Digest();
  void add(const void* data, std::size_t bytes);
  /// 32 hexadecimal digits, the same on every machine of one byte order.
  std::string hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wayfront::host
