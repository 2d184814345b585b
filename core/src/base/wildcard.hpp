// Patterns such as "NY*: dijkstr?", for --filter.
#pragma once

#include <string_view>

namespace wayfront::host {

/// Whether the whole text matches a pattern in which * stands for any text and ? for one character. The time is at most
/// proportional to the product of their lengths.
bool matches(std::string_view pattern, std::string_view text);

}  // namespace wayfront::host
