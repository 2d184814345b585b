#include "numpy/stored_zip.hpp"

#include <zlib.h>

#include <cstddef>
#include <utility>

namespace wayfront::numpy {
namespace {

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
