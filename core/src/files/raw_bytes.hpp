// Bytes as they are, all at once: to a descriptor, and from a file.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace wayfront::host {

/// Writes all of it where the descriptor stands, also if that takes several goes or waits for a reader. `before` runs
/// before each of them; what it throws gets through. Returns 0, or the errno of what went wrong.
int write_bytes(int descriptor, std::string_view bytes, const std::function<void()>& before = {});

/// The whole content of a file or pipe, or nothing where it cannot be read; errno says why, or is 0 if nobody knows.
std::optional<std::string> read_whole(const std::filesystem::path& file);

}  // namespace wayfront::host
