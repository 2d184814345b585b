// Bytes that plugins keep for later runs (RunContext::keep), in the cache directory beside the graphs. An entry is
// found by the digest of its key. Writers may race, be killed or run out of disk space: an entry appears completely or not at
// all. A damaged entry, and one that belongs to another key, is removed with a warning and made anew.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

#include "base/digest.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Of the pieces of a key, and their sizes.
Hash128 key_digest(std::span<const std::string_view> key);

class KeptBytesStore {
 public:
  using Warn = std::function<void(std::string_view text)>;

  /// Of this cache directory, which may be missing. `max_bytes` is that of all entries of the cache, graphs among them.
  KeptBytesStore(std::filesystem::path directory, double max_bytes, Warn warn)
      : directory_(std::move(directory)), max_bytes_(max_bytes), warn_(std::move(warn)) {}

  /// Empty if nothing is kept under this key. Problems are warnings.
  KeptBytes find(const Hash128& key) const;
  /// Replaces what is kept under this key, and makes room for it. `label` is what lists of the cache call it. Does
  /// nothing, with a warning, where the directory cannot be used, and without one where the bytes are too many.
  void keep(const Hash128& key, std::string_view label, std::span<const std::byte> bytes) const;

 private:
  std::filesystem::path directory_;
  double max_bytes_;
  Warn warn_;
};

}  // namespace wayfront::host
