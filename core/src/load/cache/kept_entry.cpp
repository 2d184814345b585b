#include "load/cache/kept_entry.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <string_view>

#include "load/cache/cache_files.hpp"

namespace wayfront::host {

bool read_at(const FileHandle& file, std::byte* to, std::size_t bytes, off_t place) {
  while (bytes > 0) {
    const ssize_t got = ::pread(file.get(), to, bytes, place);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    bytes -= static_cast<std::size_t>(got);
    place += got;
  }
  return true;
}

std::optional<KeptHeader> kept_header(const FileHandle& file) {
  KeptHeader header;
  if (!read_at(file, reinterpret_cast<std::byte*>(&header), sizeof header, 0)) return std::nullopt;
  if (std::string_view(header.magic, sizeof header.magic) != kept_magic) return std::nullopt;
  if (std::ranges::find(header.label, '\0') == std::end(header.label)) return std::nullopt;
  return header;
}

}  // namespace wayfront::host
