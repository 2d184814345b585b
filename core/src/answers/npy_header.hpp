// The first bytes of a NumPy file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "wayfront/graph.hpp"

namespace wayfront::host {

/// Of a NumPy 1.0 file with an array in C order, padded to a multiple of 64 bytes. `type` is a dtype as Python writes
/// it: "'<i4'", "[('id', '<u8'), ('distance', '<f4')]". An empty shape is a single value.
std::string npy_header(std::string_view type, std::span<const std::uint64_t> shape);

/// NumPy's name of a type: "<i4", "<f8".
std::string npy_type(WeightKind kind);

}  // namespace wayfront::host
