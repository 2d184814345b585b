// "Did you mean": the name closest to a mistyped word.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace wayfront::host {

/// The candidate with the fewest edits from `word`, or "" if none is close.
std::string nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace wayfront::host
