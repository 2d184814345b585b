// The files next to a Graphalytics edge file NAME.e: the vertices in NAME.v, the meaning of its lines in
// NAME.properties.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wayfront/loader.hpp"

namespace wayfront::edge_list {

struct Companions {
  std::optional<bool> directed{};
  std::optional<std::vector<std::uint64_t>> vertices{};  // ascending, each once
};

/// Nothing if the file does not have the suffix .e, compressed or not. Throws BadInput with a place.
Companions read_companions(Input& input, RunContext& context);

}  // namespace wayfront::edge_list
