// What a Document holds. For the .cpp files of this room alone: whoever includes this sees the TOML library.
#pragma once

#include <cstddef>

#include <toml++/toml.h>

#include "settings/value.hpp"

namespace wayfront::host {

/// Of a dotted name: pipelines have four.
inline constexpr std::size_t max_name_parts = 16;

struct Document::Content {
  toml::table table;
};

/// From the library's values to the host's.
struct TomlAccess {
  static Value value(const toml::node& node) { return Value(&node); }
};

inline Place place_of(const toml::source_region& region) {
  return {region.begin.line, region.begin.column, region.path};
}

inline toml::source_region region_of(const Place& place) {
  const toml::source_position at{place.line, place.column};
  return {at, at, place.source};
}

}  // namespace wayfront::host
