#include "numpy/zip_members.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace wayfront::numpy {
namespace {

constexpr std::uint64_t in_zip64 = 0xffff'ffff;
constexpr std::uint64_t end_size = 22;  // of the record at the end, without a comment

}  // namespace

ZipMembers::ZipMembers(std::string_view bytes, Fail fail) : bytes_(bytes), fail_(std::move(fail)) { read_directory(); }

void ZipMembers::fail(const std::string& what) const {
  fail_(what);
  std::abort();  // it throws
}

std::uint64_t ZipMembers::number(std::uint64_t at, unsigned size) const {
  if (at > bytes_.size() || bytes_.size() - at < size) fail("is truncated or damaged: its directory is not complete");
  std::uint64_t value = 0;
  for (unsigned i = 0; i < size; ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes_[at + i])} << (8 * i);
  return value;
}

void ZipMembers::read_directory() {
  const std::size_t end = bytes_.rfind("PK\x05\x06");
  if (end == bytes_.npos || bytes_.size() - end < end_size)
    fail("is truncated: the directory of the archive is missing");
  if (bytes_.size() - end != end_size + number(end + 20, 2))
    fail("has bytes behind its end: was something joined to it?");
  std::uint64_t count = number(end + 10, 2), at = number(end + 16, 4), directory_end = end;
  if (end >= 20 && bytes_.substr(end - 20, 4) == "PK\x06\x07") {  // Zip64
    directory_end = number(end - 20 + 8, 8);
    count = number(directory_end + 32, 8);
    at = number(directory_end + 48, 8);
  }
  for (std::uint64_t i = 0; i < count; ++i) at = read_entry(at);
  if (at != directory_end)
    fail(
        "is damaged: its directory does not end where the record at its end begins; are there two archives in one file?");
}

/// Of the directory; returns the place behind it.
std::uint64_t ZipMembers::read_entry(std::uint64_t at) {
  if (number(at, 4) != 0x02014b50) fail("is damaged: its directory has an unknown entry");
  ZipEntry member;
  const std::uint64_t flags = number(at + 8, 2);
  member.method = number(at + 10, 2);
  member.crc = static_cast<std::uint32_t>(number(at + 16, 4));
  std::uint64_t packed = number(at + 20, 4), start = number(at + 42, 4);
  member.size = number(at + 24, 4);
  const std::uint64_t name_size = number(at + 28, 2), extra_size = number(at + 30, 2);
  number(at + 46, 0);
  if (bytes_.size() - (at + 46) < name_size + extra_size)
    fail("is truncated or damaged: its directory is not complete");
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
  if ((flags & 1) != 0) fail("is encrypted: " + member.name);
  if (number(start, 4) != 0x04034b50) fail("is damaged: " + member.name + " is not where its directory says");
  const std::uint64_t begin = start + 30 + number(start + 26, 2) + number(start + 28, 2);
  if (begin > bytes_.size() || bytes_.size() - begin < packed)
    fail("is truncated: " + member.name + " is not complete");
  member.packed = bytes_.substr(begin, packed);
  const std::string name = member.name;
  if (!members_.emplace(name, std::move(member)).second) fail("is damaged: it has " + name + " twice");
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
    fail("has " + name + " of " + std::to_string(entry.size) + " bytes, but at most " + std::to_string(max) +
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
  if (bytes > all) fail("is truncated: it ends before the last entry");
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
