// An uncompressed file. Its lines are read in large pieces into one buffer, which stays in the processor's cache. Its
// bytes are mapped and are one piece, so that a loader takes what it needs from where it is in the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "files/byte_source.hpp"
#include "files/file_input.hpp"

namespace wayfront::host {

/// The first `size` bytes of a regular file. If it turns out shorter, reading it throws BadInput.
std::unique_ptr<FileInput> plain_input(FileHandle file, std::uint64_t size, std::string name);

}  // namespace wayfront::host
