// The weight types by the names that users write and read.
#pragma once

#include <string_view>

#include "wayfront/graph.hpp"

namespace wayfront::host {

constexpr std::string_view name(WeightKind kind) { return kind == WeightKind::int32 ? "int32" : "float32"; }

}  // namespace wayfront::host
