// A compressed file or a pipe: a separate thread reads and decompresses ahead of the parser.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "files/byte_source.hpp"
#include "files/file_input.hpp"

namespace wayfront::host {

/// `source` waits on `stop`, so that it ends with the Input.
std::unique_ptr<FileInput> stream_input(std::unique_ptr<ByteSource> source, std::stop_source stop,
                                        Compression compression, std::string name);

}  // namespace wayfront::host
