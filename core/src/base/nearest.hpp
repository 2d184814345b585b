// "Did you mean": the name that a mistyped word is closest to.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace wayfront::host {

/// The candidate with the fewest edits from `word`, or "" where none is near.
std::string nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace wayfront::host
