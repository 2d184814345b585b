#include "numpy/zip_members.hpp"

#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

namespace wayfront::numpy {
namespace {

constexpr std::uint64_t in_zip64 = 0xffff'ffff;
constexpr std::uint64_t end_size = 22;  // of the record at the end, without a comment

}  // namespace

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
    refuse(fail_, "has " + entry.name + " compressed by method " + std::to_string(entry.method) +
                      "; write it with numpy.savez or numpy.savez_compressed");
  const bool stored = entry.method == 0;
  if (stored ? entry.packed.size() != entry.size : entry.size / growth > entry.packed.size() + shortest)
    refuse(fail_, "is damaged: " + entry.name + " has " + std::to_string(entry.packed.size()) +
                      " bytes, which cannot be the " + std::to_string(entry.size) + " that the directory says");
  if (!stored) inflater_ = std::make_unique<Inflater>();
}

ZipMember::~ZipMember() = default;
ZipMember::ZipMember(ZipMember&&) noexcept = default;

void ZipMember::read(void* into, std::size_t size) {
  if (size == 0 && left_ != 0) return;
  if (size > left_) refuse(fail_, "is damaged: " + entry_.name + " ends before its last entry");
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
  if (crc_ != entry_.crc) refuse(fail_, "is damaged: " + entry_.name + " has another checksum");
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
      refuse(fail_, "is damaged: " + entry_.name + " cannot be decompressed");
    entry_.packed.remove_prefix(given - stream.avail_in);
    const std::size_t got = wanted - stream.avail_out;
    if (at_end && got != 0) refuse(fail_, "is damaged: " + entry_.name + " is longer than the directory says");
    if (!at_end) into += got, size -= got;
    const bool stuck = got == 0 && stream.avail_in == given && state != Z_STREAM_END;
    if (stuck || (state == Z_STREAM_END && size != 0))
      refuse(fail_, "is damaged: " + entry_.name + " is shorter than the directory says");
  }
}

ZipMembers::ZipMembers(std::string_view bytes, Fail fail) : bytes_(bytes), fail_(std::move(fail)) { read_directory(); }

std::uint64_t ZipMembers::number(std::uint64_t at, unsigned size) const {
  if (at > bytes_.size() || bytes_.size() - at < size)
    refuse(fail_, "is truncated or damaged: its directory is not complete");
  std::uint64_t value = 0;
  for (unsigned i = 0; i < size; ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes_[at + i])} << (8 * i);
  return value;
}

void ZipMembers::read_directory() {
  const std::size_t end = bytes_.rfind("PK\x05\x06");
  if (end == bytes_.npos || bytes_.size() - end < end_size)
    refuse(fail_, "is truncated: the directory of the archive is missing");
  if (bytes_.size() - end != end_size + number(end + 20, 2))
    refuse(fail_, "has bytes behind its end: was something joined to it?");
  std::uint64_t count = number(end + 10, 2), at = number(end + 16, 4), directory_end = end;
  if (end >= 20 && bytes_.substr(end - 20, 4) == "PK\x06\x07") {  // Zip64
    directory_end = number(end - 20 + 8, 8);
    count = number(directory_end + 32, 8);
    at = number(directory_end + 48, 8);
  }
  for (std::uint64_t i = 0; i < count; ++i) at = read_entry(at);
  if (at != directory_end)
    refuse(
        fail_,
        "is damaged: its directory does not end where the record at its end begins; are there two archives in one file?");
}

/// Of the directory; returns the place behind it.
std::uint64_t ZipMembers::read_entry(std::uint64_t at) {
  if (number(at, 4) != 0x02014b50) refuse(fail_, "is damaged: its directory has an unknown entry");
  ZipEntry member;
  const std::uint64_t flags = number(at + 8, 2);
  member.method = number(at + 10, 2);
  member.crc = static_cast<std::uint32_t>(number(at + 16, 4));
  std::uint64_t packed = number(at + 20, 4), start = number(at + 42, 4);
  member.size = number(at + 24, 4);
  const std::uint64_t name_size = number(at + 28, 2), extra_size = number(at + 30, 2);
  number(at + 46, 0);
  if (bytes_.size() - (at + 46) < name_size + extra_size)
    refuse(fail_, "is truncated or damaged: its directory is not complete");
  member.name = bytes_.substr(at + 46, name_size);
  std::uint64_t extra = at + 46 + name_size;
  const std::uint64_t extra_end = extra + extra_size;
  while (extra + 4 <= extra_end) {
    const std::uint64_t tag = number(extra, 2), size = number(extra + 2, 2);
    std::uint64_t field = extra + 4;
    if (tag == 1)  // Zip64: those numbers that did not fit, in this order
      for (std::uint64_t* const value : {&member.size, &packed, &start})
        if (*value == in_zip64) {
          *value = number(field, 8);
          field += 8;
        }
    extra += 4 + size;
  }
  if ((flags & 1) != 0) refuse(fail_, "is encrypted: " + member.name);
  if (number(start, 4) != 0x04034b50) refuse(fail_, "is damaged: " + member.name + " is not where its directory says");
  const std::uint64_t begin = start + 30 + number(start + 26, 2) + number(start + 28, 2);
  if (begin > bytes_.size() || bytes_.size() - begin < packed)
    refuse(fail_, "is truncated: " + member.name + " is not complete");
  member.packed = bytes_.substr(begin, packed);
  const std::string name = member.name;
  if (!members_.emplace(name, std::move(member)).second) refuse(fail_, "is damaged: it has " + name + " twice");
  return extra_end + number(at + 32, 2);
}

std::vector<std::string> ZipMembers::names() const {
  std::vector<std::string> all;
  for (const auto& [name, member] : members_) all.push_back(name);
  return all;
}

Header ZipMembers::header(const std::string& name) const {
  ZipMember member = open(name);
  return read_header(member, fail_);
}

std::string ZipMembers::content(const std::string& name, std::uint64_t max) const {
  const ZipEntry& entry = members_.at(name);
  if (entry.size > max)
    refuse(fail_, "has " + name + " of " + std::to_string(entry.size) + " bytes, but at most " + std::to_string(max) +
                      " can belong there");
  ZipMember member(entry, fail_);
  std::string content(entry.size, '\0');
  member.read(content.data(), content.size());
  return content;
}

Header read_header(ZipMember& member, const Fail& fail) {
  constexpr std::uint64_t enough = 12;
  const std::uint64_t all = member.left();
  std::string text(std::min(enough, all), '\0');
  member.read(text.data(), text.size());
  const std::size_t bytes = header_bytes(text, fail);
  if (bytes > all) refuse(fail, "is truncated: it ends before the last entry");
  if (bytes > text.size()) {
    const std::size_t read = text.size();
    text.resize(bytes);
    member.read(text.data() + read, bytes - read);
  }
  Header header = read_header(std::string_view(text), fail);
  if (header.entry_bytes != 0) require_bytes(header, all - bytes, fail);
  return header;
}

}  // namespace wayfront::numpy
