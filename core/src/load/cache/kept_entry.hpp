// The file of an entry of kept bytes: a header, then the bytes.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "base/digest.hpp"
#include "files/byte_source.hpp"

namespace wayfront::host {

struct KeptHeader {
  char magic[8];  // kept_magic
  std::uint64_t bytes;
  Hash128 key;
  Hash128 content;
  char label[80];  // what lists of the cache call it; ends with a zero
};
static_assert(sizeof(KeptHeader) == 128 && std::is_trivially_copyable_v<KeptHeader>);

/// Nothing if the start of the file is not one.
std::optional<KeptHeader> kept_header(const FileHandle& file);

/// Whether the file has these bytes from `place` on, and they could be read.
bool read_at(const FileHandle& file, std::byte* to, std::size_t bytes, off_t place);

}  // namespace wayfront::host
