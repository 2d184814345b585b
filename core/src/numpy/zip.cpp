#include "numpy/zip.hpp"

#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

namespace wayfront::numpy {
namespace {

constexpr std::uint64_t end_size = 22;            // of the record at the end, without a comment
constexpr std::uint16_t version = 45;             // the first with Zip64
constexpr std::uint16_t made_by_unix = 3 << 8;    // so that the rights below count
constexpr std::uint32_t rights = 0100644U << 16;  // a file that everybody may read
constexpr std::uint16_t first_day = 1 << 5 | 1;   // 1980-01-01: equal answers give equal files
constexpr std::uint32_t in_extra = 0xffff'ffff;   // the number is in the Zip64 field
constexpr std::uint16_t in_extra_short = 0xffff;
constexpr std::uint64_t crc_at = 14;  // in a member's header

/// Numbers in the order of the format, the lowest byte first.
class Record {
 public:
  template <class T>
  Record& operator<<(T value) {
    for (std::size_t i = 0; i < sizeof value; ++i) bytes_ += static_cast<char>(std::uint64_t{value} >> (8 * i) & 0xff);
    return *this;
  }
  Record& operator<<(const std::string& text) {
    bytes_ += text;
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

template <class T>
std::uint16_t short_of(T value) {
  return static_cast<std::uint16_t>(value);
}

/// What the two headers of a member have in common, up to the length of its name.
void describe(Record& record, std::uint32_t crc, const std::string& name) {
  constexpr std::uint16_t no_flags = 0, stored = 0, midnight = 0;
  record << version << no_flags << stored << midnight << first_day << crc << in_extra << in_extra
         << short_of(name.size());
}

}  // namespace

std::uint32_t crc32(std::string_view bytes, std::uint32_t crc) {
  if (bytes.empty()) return crc;  // zlib would begin anew for a null pointer
  return static_cast<std::uint32_t>(::crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

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
  crc_ = crc32({static_cast<const char*>(into), size}, crc_);
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
        if (*value == in_extra) {
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

void StoredZip::put(std::string_view bytes) {
  put_(bytes);
  at_ += bytes.size();
}

void StoredZip::begin(std::string member, std::uint64_t size, std::optional<std::uint32_t> crc) {
  members_.push_back({std::move(member), size, at_, crc.value_or(0), crc.has_value()});
  Record header;
  header << std::uint32_t{0x04034b50};
  describe(header, members_.back().crc, members_.back().name);
  header << std::uint16_t{20} << members_.back().name << std::uint16_t{1} << std::uint16_t{16} << size << size;
  put(header.bytes());
}

void StoredZip::add(std::string_view bytes) {
  Member& member = members_.back();
  if (!member.has_crc) member.crc = crc32(bytes, member.crc);
  put(bytes);
}

void StoredZip::end() {
  const Member& member = members_.back();
  if (member.has_crc) return;
  Record crc;
  crc << member.crc;
  change_(member.start + crc_at, crc.bytes());
}

void StoredZip::finish() {
  const std::uint64_t start = at_, count = members_.size();
  for (const Member& member : members_) {
    Record entry;
    entry << std::uint32_t{0x02014b50} << short_of(made_by_unix | version);
    describe(entry, member.crc, member.name);
    constexpr std::uint16_t no_comment = 0, first_disk = 0, binary = 0;
    entry << std::uint16_t{28} << no_comment << first_disk << binary << rights << in_extra << member.name;
    entry << std::uint16_t{1} << std::uint16_t{24} << member.size << member.size << member.start;
    put(entry.bytes());
  }
  const std::uint64_t size = at_ - start, end = at_;
  Record last;
  last << std::uint32_t{0x06064b50} << std::uint64_t{44} << short_of(made_by_unix | version) << version
       << std::uint32_t{0} << std::uint32_t{0} << count << count << size << start;
  last << std::uint32_t{0x07064b50} << std::uint32_t{0} << end << std::uint32_t{1};
  last << std::uint32_t{0x06054b50} << std::uint16_t{0} << std::uint16_t{0} << in_extra_short << in_extra_short
       << in_extra << in_extra << std::uint16_t{0};
  put(last.bytes());
}

}  // namespace wayfront::numpy
