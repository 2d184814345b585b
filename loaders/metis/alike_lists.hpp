// Lists of neighbours that are all as long as the header: METIS or an edge list? In METIS each edge is listed at both
// of its ends.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace wayfront::metis {

enum class Evidence : std::uint8_t {
  none,    // the lists are not valid in METIS
  counts,  // as many lists and entries as the header says, but an edge is listed only at one end
  edges,   // every edge that can be seen is listed at both ends
};

/// `lists` are the complete lines below the header; `all` says whether the file ends after them. Throws BadInput for an
/// impossible header.
Evidence weigh_lists(std::string_view header, std::span<const std::string_view> lists, bool all);

}  // namespace wayfront::metis
