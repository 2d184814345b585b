// Zip archives. Read: members that are stored or deflated, each from its start to its end. Written: members without
// compression, as SciPy reads sparse matrices, always in the form for large files (Zip64), so that no size needs a case of
// its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numpy/npy.hpp"

namespace wayfront::numpy {

/// What an archive's directory says about a member.
struct ZipEntry {
  std::string name;
  std::uint64_t method = 0;   // 0: stored, 8: deflated
  std::uint64_t size = 0;     // of the content
  std::string_view packed{};  // the bytes in the archive
  std::uint32_t crc = 0;      // of the content
};

/// Decompresses as it is read, so that a member takes no memory beyond a small buffer. Refuses a member that is longer or
/// shorter than its entry says, or has another checksum.
class ZipMember {
 public:
  ZipMember(const ZipEntry& entry, const Fail& fail);
  ~ZipMember();
  ZipMember(ZipMember&&) noexcept;
  ZipMember& operator=(ZipMember&&) = delete;

  /// The next `size` bytes, which must be there.
  void read(void* into, std::size_t size);
  std::uint64_t left() const { return left_; }

 private:
  struct Inflater;

  void inflate(char* into, std::size_t size);

  ZipEntry entry_;
  Fail fail_;
  std::uint64_t left_;
  std::uint32_t crc_ = 0;
  std::unique_ptr<Inflater> inflater_;  // null if the member is stored
};

class ZipMembers {
 public:
  /// Refers to the bytes of the whole archive. `fail` throws: for an archive that is truncated, damaged, encrypted or
  /// compressed in another way.
  ZipMembers(std::string_view bytes, Fail fail);

  bool has(const std::string& name) const { return members_.contains(name); }
  /// In alphabetical order.
  std::vector<std::string> names() const;
  /// The member must be there. All members of a name throw as the constructor does.
  ZipMember open(const std::string& name) const { return {members_.at(name), fail_}; }
  /// The header of an array, without its entries. Refuses a member of another size than the header says.
  Header header(const std::string& name) const;
  /// The bytes of a member, decompressed; its checksum is right. Refuses a member of more than `max` bytes before memory
  /// is allocated.
  std::string content(const std::string& name, std::uint64_t max) const;

 private:
  std::uint64_t number(std::uint64_t at, unsigned size) const;
  void read_directory();
  std::uint64_t read_entry(std::uint64_t at);

  std::string_view bytes_;
  Fail fail_;
  std::map<std::string, ZipEntry> members_;
};

/// The header of the array that `member` begins with, which is read so far; `name` is for messages.
Header read_header(ZipMember& member, const Fail& fail);

/// The checksum of zip archives, of bytes behind those whose checksum is `crc`.
std::uint32_t crc32(std::string_view bytes, std::uint32_t crc = 0);

/// Writes an archive.
class StoredZip {
 public:
  using Put = std::function<void(std::string_view bytes)>;
  using Change = std::function<void(std::uint64_t place, std::string_view bytes)>;

  /// `put` appends to an empty file. `change` writes over what it has; it is called for members that begin without their
  /// checksum.
  explicit StoredZip(Put put, Change change = {}) : put_(std::move(put)), change_(std::move(change)) {}

  /// Begins the next member, which gets exactly `size` bytes.
  void begin(std::string member, std::uint64_t size, std::optional<std::uint32_t> crc = {});
  void add(std::string_view bytes);
  /// After the last byte of a member.
  void end();
  /// Writes the directory. Nothing comes after it.
  void finish();

 private:
  struct Member {
    std::string name;
    std::uint64_t size = 0;
    std::uint64_t start = 0;  // of its header
    std::uint32_t crc = 0;
    bool has_crc = false;  // from the beginning
  };

  void put(std::string_view bytes);

  Put put_;
  Change change_;
  std::uint64_t at_ = 0;  // bytes written
  std::vector<Member> members_;
};

}  // namespace wayfront::numpy
