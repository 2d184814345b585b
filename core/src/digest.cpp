#include "digest.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>

namespace wayfront::host {

struct Digest::State {
  XXH3_state_t xxh3;  // aligned to 64 bytes
};

Digest::Digest() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->xxh3); }

Digest::~Digest() = default;

void Digest::add(const void* data, std::size_t bytes) { XXH3_128bits_update(&state_->xxh3, data, bytes); }

std::string Digest::hex() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(&state_->xxh3);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace wayfront::host
