#include "numpy/zip_member.hpp"

#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

namespace wayfront::numpy {

struct ZipMember::Inflater {
  Inflater() {
    constexpr int raw = -15;  // without a header of zlib's own
    if (::inflateInit2(&stream, raw) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { ::inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  z_stream stream{};
};

ZipMember::ZipMember(const ZipEntry& entry, const Fail& fail) : entry_(entry), fail_(fail), left_(entry.size) {
  // Deflated bytes grow to at most 1032 times as many.
  constexpr std::uint64_t growth = 1032, shortest = 64;
  if (entry.method != 0 && entry.method != 8)
    this->fail("has " + entry.name + " compressed by method " + std::to_string(entry.method) +
               "; write it with numpy.savez or numpy.savez_compressed");
  const bool stored = entry.method == 0;
  if (stored ? entry.packed.size() != entry.size : entry.size / growth > entry.packed.size() + shortest)
    this->fail("is damaged: " + entry.name + " has " + std::to_string(entry.packed.size()) +
               " bytes, which cannot be the " + std::to_string(entry.size) + " that the directory says");
  if (!stored) inflater_ = std::make_unique<Inflater>();
}

ZipMember::~ZipMember() = default;
ZipMember::ZipMember(ZipMember&&) noexcept = default;

void ZipMember::fail(const std::string& what) const {
  fail_(what);
  std::abort();  // it throws
}

void ZipMember::read(void* into, std::size_t size) {
  if (size == 0 && left_ != 0) return;
  if (size > left_) fail("is damaged: " + entry_.name + " ends before its last entry");
  if (inflater_) {
    inflate(static_cast<char*>(into), size);
  } else if (size != 0) {
    std::memcpy(into, entry_.packed.data(), size);
    entry_.packed.remove_prefix(size);
  }
  if (size != 0) crc_ = static_cast<std::uint32_t>(::crc32_z(crc_, static_cast<const Bytef*>(into), size));
  left_ -= size;
  if (left_ != 0) return;
  char beyond;
  if (inflater_) inflate(&beyond, 0);
  if (crc_ != entry_.crc) fail("is damaged: " + entry_.name + " has another checksum");
}

/// With a `size` of 0: checks that nothing follows.
void ZipMember::inflate(char* into, std::size_t size) {
  constexpr std::uint64_t max = std::numeric_limits<uInt>::max();
  z_stream& stream = inflater_->stream;
  const bool at_end = size == 0;
  char beyond;
  for (int state = Z_OK; size != 0 || (at_end && state != Z_STREAM_END);) {
    const auto given = static_cast<uInt>(std::min<std::uint64_t>(entry_.packed.size(), max));
    const auto wanted = at_end ? uInt{1} : static_cast<uInt>(std::min<std::uint64_t>(size, max));
    stream.next_in = reinterpret_cast<const Bytef*>(entry_.packed.data());
    stream.avail_in = given;
    stream.next_out = reinterpret_cast<Bytef*>(at_end ? &beyond : into);
    stream.avail_out = wanted;
    state = ::inflate(&stream, Z_NO_FLUSH);
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR)
      fail("is damaged: " + entry_.name + " cannot be decompressed");
    entry_.packed.remove_prefix(given - stream.avail_in);
    const std::size_t got = wanted - stream.avail_out;
    if (at_end && got != 0) fail("is damaged: " + entry_.name + " is longer than the directory says");
    if (!at_end) into += got, size -= got;
    const bool stuck = got == 0 && stream.avail_in == given && state != Z_STREAM_END;
    if (stuck || (state == Z_STREAM_END && size != 0))
      fail("is damaged: " + entry_.name + " is shorter than the directory says");
  }
}

}  // namespace wayfront::numpy
