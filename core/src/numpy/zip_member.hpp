// One member of a zip archive, read from its start to its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

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
  [[noreturn]] void fail(const std::string& what) const;

  ZipEntry entry_;
  Fail fail_;
  std::uint64_t left_;
  std::uint32_t crc_ = 0;
  std::unique_ptr<Inflater> inflater_;  // null if the member is stored
};

}  // namespace wayfront::numpy
