// A zip archive whose members are stored without compression, as SciPy reads sparse matrices. Always in the form for
// large files (Zip64), so that no size needs a case of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/crc.hpp>

namespace wayfront::host {

class StoredZip {
 public:
  /// Writes to an empty file that is open for reading and writing. `name` is for messages. All members throw UserError
  /// (failed_run) if the file cannot be written.
  StoredZip(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

  /// Begins the next member, which gets exactly `size` bytes.
  void begin(std::string member, std::uint64_t size);
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
  };

  void put(std::string_view bytes);

  int descriptor_;
  std::string name_;
  std::uint64_t at_ = 0;  // bytes written
  std::vector<Member> members_;
  boost::crc_32_type crc_;
};

}  // namespace wayfront::host
