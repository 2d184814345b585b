// Texts read by the loader edge-list, for its tests.
#pragma once

#include <string>
#include <utility>

#include "loading.hpp"

namespace wayfront::host {

struct EdgeList : Loading {
  explicit EdgeList(std::string the_options = "", WeightKind kind = WeightKind::int32) : Loading(WAYFRONT_EDGE_LIST) {
    options = std::move(the_options);
    weights = kind;
  }
};

}  // namespace wayfront::host
