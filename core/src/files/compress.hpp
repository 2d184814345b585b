// Streams of bytes into a file, with compression: the opposite of byte_source.hpp.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "files/byte_source.hpp"

namespace wayfront::host {

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  /// Throws UserError.
  virtual void write(std::string_view bytes) = 0;
  /// Writes buffered data. Call it once, at the end.
  virtual void finish() = 0;
};

/// The compression for the suffix of a file's name: .gz .bz2 .xz .zst.
Compression compression_of(const std::filesystem::path& path);

/// Compresses what is written, into `raw`. `name` is for messages.
std::unique_ptr<ByteSink> compress(std::unique_ptr<ByteSink> raw, Compression compression, std::string name);

}  // namespace wayfront::host
