// A zip archive whose members are stored without compression, as SciPy reads sparse matrices. Always in the form for
// large files (Zip64), so that no size needs a case of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wayfront::numpy {

/// The checksum of zip archives, of bytes behind those whose checksum is `crc`.
std::uint32_t crc32(std::string_view bytes, std::uint32_t crc = 0);

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
