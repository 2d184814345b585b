// For formats that number vertices from some first id on and can keep no other ids.
#pragma once

#include <string>
#include <string_view>

#include "wayfront/loader.hpp"

namespace wayfront::writing {

/// Throws Unsupported where the vertices have ids of their own, which would be lost. Another first number is none:
/// files that count from 0 and from 1 are told apart by their format.
inline void refuse_ids(std::string_view format, const SaveRequest& request) {
  if (request.ids == nullptr && request.names == nullptr) return;
  throw Unsupported(std::string(format) + ": " + std::string(request.output->name()) +
                    ": the format numbers its vertices without gaps and cannot keep the " +
                    (request.names != nullptr ? "names" : "ids") +
                    " of these; --renumber gives them new ones, or write an edge list");
}

}  // namespace wayfront::writing
