// Bytes as a file without a disk, for fuzz targets.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace wayfront {

/// Ends the program with a message: a fuzz target found a fault that no sanitizer sees.
[[noreturn]] inline void fault(const char* what) {
  std::fprintf(stderr, "fault: %s\n", what);
  std::abort();
}

/// A memory file, removed at the end.
class MemoryFile {
 public:
  MemoryFile(const void* data, std::size_t size) : descriptor_(::memfd_create("input", MFD_CLOEXEC)) {
    for (std::size_t written = 0; written < size;) {
      const ssize_t more = ::write(descriptor_, static_cast<const char*>(data) + written, size - written);
      if (more <= 0) fault("the memory file cannot be written");
      written += static_cast<std::size_t>(more);
    }
    ::lseek(descriptor_, 0, SEEK_SET);
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  /// Opens like any other file.
  std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace wayfront
