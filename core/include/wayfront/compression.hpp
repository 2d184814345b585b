// The endings of names by which the host compresses what a loader writes, and by which it looks for files.
#pragma once

#include <string_view>

namespace wayfront {

inline constexpr std::string_view compressed_endings[] = {".gz", ".bz2", ".xz", ".zst"};

/// A file's name without such an ending.
constexpr std::string_view without_compression(std::string_view name) {
  for (const std::string_view ending : compressed_endings)
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  return name;
}

}  // namespace wayfront
