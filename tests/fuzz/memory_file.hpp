// Bytes as a file without a disk, for fuzz targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace wayfront {

/// A memory file, removed at the end.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* data, std::size_t size);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  /// Opens like any other file.
  std::filesystem::path path() const;

 private:
  int descriptor_;
};

/// Ends the program with a message: a fuzz target found a fault that no sanitizer sees.
[[noreturn]] void fault(const char* what);

}  // namespace wayfront
