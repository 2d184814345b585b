// NumPy's arrays and archives of them, right and wrong, for tests of what reads them.
#pragma once

#include <zlib.h>

#include "../test.hpp"
#include "numpy/npy.hpp"

namespace wayfront::host {

/// The header may lie: `shape` is that of the header, whatever the values are.
template <class T>
std::string npy_file(const std::string& type, const std::vector<T>& values, std::vector<std::uint64_t> shape = {}) {
  if (shape.empty()) shape = {values.size()};
  return numpy::write_header('\'' + type + '\'', shape) +
         std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

struct ZipPart {
  std::string name;
  std::string content;
  bool deflated = false;
  std::optional<std::uint64_t> claimed_size{};  // in place of the right one
  std::optional<std::uint32_t> claimed_crc{};
};

inline std::string deflated(const std::string& content) {
  constexpr int raw = -15, memory = 8;
  z_stream stream{};
  ::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, raw, memory, Z_DEFAULT_STRATEGY);
  std::string packed(::deflateBound(&stream, content.size()), '\0');
  std::string input = content;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ::deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return packed;
}

/// Without Zip64, as Python's zipfile writes small archives.
inline std::string zip_file(const std::vector<ZipPart>& parts) {
  std::string all, directory;
  const auto put = [](std::string& to, std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i) to += static_cast<char>(value >> (8 * i) & 0xff);
  };
  for (const ZipPart& part : parts) {
    const std::string packed = part.deflated ? deflated(part.content) : part.content;
    const std::size_t start = all.size();
    const auto described = [&](std::string& to) {
      put(to, 20, 2), put(to, 0, 2), put(to, part.deflated ? 8 : 0, 2), put(to, 0, 4);
      const auto* const bytes = reinterpret_cast<const Bytef*>(part.content.data());
      put(to, part.claimed_crc.value_or(static_cast<std::uint32_t>(::crc32_z(0, bytes, part.content.size()))), 4);
      put(to, packed.size(), 4), put(to, part.claimed_size.value_or(part.content.size()), 4);
      put(to, part.name.size(), 2), put(to, 0, 2);
    };
    put(all, 0x04034b50, 4);
    described(all);
    all += part.name + packed;
    put(directory, 0x02014b50, 4), put(directory, 20, 2);
    described(directory);
    put(directory, 0, 2), put(directory, 0, 2), put(directory, 0, 2), put(directory, 0, 4), put(directory, start, 4);
    directory += part.name;
  }
  const std::size_t start = all.size();
  all += directory;
  put(all, 0x06054b50, 4), put(all, 0, 4), put(all, parts.size(), 2), put(all, parts.size(), 2);
  put(all, directory.size(), 4), put(all, start, 4), put(all, 0, 2);
  return all;
}

}  // namespace wayfront::host
