// Streams of bytes behind an Input: an open file or pipe, and what is left when its compression is undone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace wayfront::host {

/// An open file descriptor, closed at the end.
class FileHandle {
 public:
  explicit FileHandle(int descriptor) : descriptor_(descriptor) {}
  FileHandle(FileHandle&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  FileHandle& operator=(FileHandle&&) = delete;
  ~FileHandle();
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills `into` with up to `size` bytes and returns how many; 0 means the end, and only the end.
  /// Throws BadInput, with the file's name, and Cancelled.
  virtual std::size_t read(char* into, std::size_t size) = 0;
};

/// The bytes of an open file or pipe as they are, `already_read` first. A pipe without data is waited for until `stop`.
std::unique_ptr<ByteSource> read_file(FileHandle file, std::string already_read, std::string name,
                                      std::stop_token stop);

enum class Compression : std::uint8_t { none, gzip, bzip2, xz, zstd };

/// By the magic bytes at the start of a file; eight are enough.
Compression detect_compression(std::string_view head);

/// "gzip", ..., or "" for none.
std::string_view name_of(Compression compression);

/// The content of compressed `raw`, several members or frames joined. Data that are cut off or damaged are a BadInput.
std::unique_ptr<ByteSource> decompress(std::unique_ptr<ByteSource> raw, Compression compression, std::string name);

}  // namespace wayfront::host
