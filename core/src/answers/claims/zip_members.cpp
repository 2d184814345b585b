#include "answers/claims/zip_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/filter/zlib.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <cstdlib>
#include <ios>
#include <utility>

namespace wayfront::host {
namespace {

constexpr std::uint64_t in_zip64 = 0xffff'ffff;
constexpr std::uint64_t end_size = 22;  // of the record at the end, without a comment

}  // namespace

ZipMembers::ZipMembers(std::string_view bytes, std::function<void(const std::string&)> fail)
    : bytes_(bytes), fail_(std::move(fail)) {
  read_directory();
}

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
  std::uint64_t count = number(end + 10, 2), at = number(end + 16, 4);
  if (end >= 20 && bytes_.substr(end - 20, 4) == "PK\x06\x07") {  // Zip64
    const std::uint64_t wide = number(end - 20 + 8, 8);
    count = number(wide + 32, 8);
    at = number(wide + 48, 8);
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    if (number(at, 4) != 0x02014b50) fail("is damaged: its directory has an unknown entry");
    Member member;
    const std::uint64_t flags = number(at + 8, 2);
    member.method = number(at + 10, 2);
    member.crc = static_cast<std::uint32_t>(number(at + 16, 4));
    member.packed = number(at + 20, 4);
    member.size = number(at + 24, 4);
    std::uint64_t start = number(at + 42, 4);
    const std::uint64_t name_size = number(at + 28, 2), extra_size = number(at + 30, 2);
    number(at + 46, 0);
    if (bytes_.size() - (at + 46) < name_size + extra_size)
      fail("is truncated or damaged: its directory is not complete");
    const std::string name(bytes_.substr(at + 46, name_size));
    std::uint64_t extra = at + 46 + name_size;
    const std::uint64_t extra_end = extra + extra_size;
    while (extra + 4 <= extra_end) {
      const std::uint64_t tag = number(extra, 2), size = number(extra + 2, 2);
      std::uint64_t field = extra + 4;
      if (tag == 1)  // Zip64: those numbers that did not fit, in this order
        for (std::uint64_t* const value : {&member.size, &member.packed, &start})
          if (*value == in_zip64) {
            *value = number(field, 8);
            field += 8;
          }
      extra += 4 + size;
    }
    if ((flags & 1) != 0) fail(fmt::format("is encrypted: {}", name));
    if (number(start, 4) != 0x04034b50) fail(fmt::format("is damaged: {} is not where its directory says", name));
    member.start = start + 30 + number(start + 26, 2) + number(start + 28, 2);
    if (member.start > bytes_.size() || bytes_.size() - member.start < member.packed)
      fail(fmt::format("is truncated: {} is not complete", name));
    members_.emplace(name, member);
    at = extra_end + number(at + 32, 2);
  }
}

std::vector<std::string> ZipMembers::names() const {
  std::vector<std::string> all;
  for (const auto& [name, member] : members_) all.push_back(name);
  return all;
}

std::string ZipMembers::content(const std::string& name) const {
  namespace io = boost::iostreams;
  const Member& member = members_.at(name);
  const std::string_view packed = bytes_.substr(member.start, member.packed);
  std::string content;
  if (member.method == 0) {
    content = packed;
  } else if (member.method == 8) {
    io::zlib_params raw;
    raw.noheader = true;
    io::filtering_istreambuf stream;
    stream.push(io::zlib_decompressor(raw));
    stream.push(io::array_source(packed.data(), packed.size()));
    try {
      std::string piece(std::size_t{1} << 16, '\0');
      while (content.size() <= member.size) {
        const std::streamsize got = stream.sgetn(piece.data(), static_cast<std::streamsize>(piece.size()));
        if (got <= 0) break;
        content.append(piece, 0, static_cast<std::size_t>(got));
      }
    } catch (const std::ios_base::failure&) {
      fail(fmt::format("is damaged: {} cannot be decompressed", name));
    }
  } else {
    fail(fmt::format("has {} compressed by method {}; write it with numpy.savez or numpy.savez_compressed", name,
                     member.method));
  }
  boost::crc_32_type crc;
  crc.process_bytes(content.data(), content.size());
  if (content.size() != member.size || crc.checksum() != member.crc)
    fail(fmt::format("is damaged: {} has another checksum", name));
  return content;
}

}  // namespace wayfront::host
