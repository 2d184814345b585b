// For formats that number vertices consecutively and cannot keep other ids.
#pragma once

#include <string>
#include <string_view>

#include "wayfront/loader.hpp"

namespace wayfront::writing {

/// Throws Unsupported if the vertices have other ids, which would be lost. A different first number is allowed: the
/// format says whether a file counts from 0 or from 1.
inline void refuse_ids(std::string_view format, const SaveRequest& request) {
  if (request.ids == nullptr && request.names == nullptr) return;
  throw Unsupported(std::string(format) + ": " + std::string(request.output->name()) +
                    ": the format numbers its vertices without gaps and cannot keep the " +
                    (request.names != nullptr ? "names" : "ids") +
                    " of these; --renumber gives them new ones, or write an edge list");
}

}  // namespace wayfront::writing
