// Lists of neighbours that are all as long as the header: METIS, or an edge list? The edges tell, each being listed at
// both of its ends.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace wayfront::metis {

enum class Evidence : std::uint8_t {
  none,    // they are no lists that METIS allows
  counts,  // as many lists and entries as the header says, but an edge that is listed at one end only
  edges,   // every edge that can be seen is listed at both ends
};

/// `lists` are the lines below the header, whole ones; `all` whether the file ends behind them. Throws BadInput for a
/// header that cannot be.
Evidence weigh_lists(std::string_view header, std::span<const std::string_view> lists, bool all);

}  // namespace wayfront::metis
