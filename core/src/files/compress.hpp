// Streams of bytes into a file, and compression on the way: the opposite of byte_source.hpp.
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
  /// Writes what is still held back. Once, at the end.
  virtual void finish() = 0;
};

/// The compression that the ending of a file's name asks for: .gz .bz2 .xz .zst.
Compression compression_of(const std::filesystem::path& path);

/// What is written comes out of it compressed, into `raw`. `name` is for messages.
std::unique_ptr<ByteSink> compress(std::unique_ptr<ByteSink> raw, Compression compression, std::string name);

}  // namespace wayfront::host
