// Formats that no loader reads, recognised by their first bytes, so that a message can name them and a workaround.
#pragma once

#include <string_view>

namespace wayfront::host {

/// "a Parquet file; write it as CSV, ..."; "" for anything else.
std::string_view unreadable_format(std::string_view head);

}  // namespace wayfront::host
