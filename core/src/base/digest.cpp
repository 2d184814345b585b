#include "base/digest.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>

namespace wayfront::host {

struct Digest::State {
  XXH3_state_t xxh3;  // aligned to 64 bytes
};

Hash128 Hash128::from_hex(const std::string& digits) {
  if (digits.size() != 32) return {};
  return {std::stoull(digits.substr(0, 16), nullptr, 16), std::stoull(digits.substr(16), nullptr, 16)};
}

std::string Hash128::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

Digest::Digest() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->xxh3); }

Digest::~Digest() = default;

void Digest::add(const void* data, std::size_t bytes) { XXH3_128bits_update(&state_->xxh3, data, bytes); }

Hash128 Digest::value() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(&state_->xxh3);
  return {hash.high64, hash.low64};
}

Hash128 hash128(const void* data, std::size_t bytes) {
  const XXH128_hash_t hash = XXH3_128bits(data, bytes);
  return {hash.high64, hash.low64};
}

std::uint64_t hash64(const void* data, std::size_t bytes) { return XXH3_64bits(data, bytes); }

}  // namespace wayfront::host
