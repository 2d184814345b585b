#include "memory_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace wayfront {

MemoryFile::MemoryFile(const std::uint8_t* data, std::size_t size) : descriptor_(::memfd_create("input", MFD_CLOEXEC)) {
  for (std::size_t written = 0; written < size;) {
    const ssize_t more = ::write(descriptor_, data + written, size - written);
    if (more <= 0) fault("the memory file cannot be written");
    written += static_cast<std::size_t>(more);
  }
  ::lseek(descriptor_, 0, SEEK_SET);
}

MemoryFile::~MemoryFile() { ::close(descriptor_); }

std::filesystem::path MemoryFile::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

void fault(const char* what) {
  std::fprintf(stderr, "fault: %s\n", what);
  std::abort();
}

}  // namespace wayfront
