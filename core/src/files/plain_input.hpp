// An uncompressed file, read in large pieces into one buffer. Not mapped: truncating a mapped file while a loader reads
// it would end the program.
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
