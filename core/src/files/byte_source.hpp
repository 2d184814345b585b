// Streams of bytes behind an Input: an open file or pipe, and its decompressed content. And into a file: compressed content.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace wayfront::host {

/// An open file descriptor, closed at the end.
class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int descriptor) : descriptor_(descriptor) {}
  FileHandle(FileHandle&& other) noexcept { *this = std::move(other); }
  FileHandle& operator=(FileHandle&& other) noexcept { return std::swap(descriptor_, other.descriptor_), *this; }
  ~FileHandle();
  int get() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

/// Reads `size` bytes of an open file from the place `at` on, in several steps if needed. Returns how many: fewer where the
/// file ends, with an errno of 0, and after an error, with its errno.
std::size_t read_at(int file, void* into, std::size_t size, std::uint64_t at);

/// The first bytes of an open file, or all if it has no more; errno is as after read_at().
std::string start_of(const FileHandle& file, std::size_t max);

/// Writes all bytes to that place, too. Throws UserError (ExitCode::failed_run) with `name` and the reason.
void write_at(int file, std::string_view bytes, std::uint64_t at, const std::string& name);

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills `into` with up to `size` bytes and returns their number; 0 only at the end.
  /// Throws BadInput, with the file's name, and Cancelled.
  virtual std::size_t read(char* into, std::size_t size) = 0;
};

enum class Compression : std::uint8_t { none, gzip, bzip2, xz, zstd };

/// By the magic bytes at the start of a file; eight are enough.
Compression detect_compression(std::string_view head);

/// "gzip", ..., or "" for none.
std::string_view name_of(Compression compression);

/// The content of compressed `raw`, with several members or frames concatenated. Truncated or damaged data are a
/// BadInput.
std::unique_ptr<ByteSource> decompress(std::unique_ptr<ByteSource> raw, Compression compression, std::string name);

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
