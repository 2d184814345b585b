// How much memory may still be asked for.
#pragma once

#include <cstdint>
#include <string>

namespace wayfront::host {

/// Bytes that this process can still use: the system's estimate, or what its control group leaves it if that is less.
std::uint64_t available_memory();

/// "17.2 GB".
std::string bytes_text(double bytes);

}  // namespace wayfront::host
