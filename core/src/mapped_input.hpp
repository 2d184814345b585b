// An uncompressed file, mapped: pieces are views of the mapping.
#pragma once

#include <memory>
#include <string>

#include "byte_source.hpp"
#include "input.hpp"

namespace wayfront::host {

/// `size` > 0. Throws BadInput where the file cannot be mapped. A file that shrinks while it is read is a BadInput,
/// too.
std::unique_ptr<FileInput> map_input(const FileHandle& file, std::uint64_t size, std::string name);

}  // namespace wayfront::host
