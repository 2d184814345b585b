// Amounts of memory as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace wayfront::host {

/// Bytes: "8GiB", "500 MB", "4096B" or a share of this machine's memory, "50%". Nothing for any other text, such as a
/// number alone, for 0, or for more than 100%.
std::optional<std::uint64_t> parse_byte_count(std::string_view text);

}  // namespace wayfront::host
