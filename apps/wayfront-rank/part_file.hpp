// A file of which each rank reads or writes a part.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/errors.hpp"
#include "files/byte_source.hpp"

namespace wayfront::ranks {

/// All members throw UserError of the given code, with the file's name and the reason.
class PartFile {
 public:
  /// `flags` of open(2). Messages call it `shown`, or by its path.
  PartFile(std::filesystem::path path, int flags, host::ExitCode code, std::string shown = {});

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t bytes() const { return bytes_; }  // when it was opened

  /// Refuses a file that ends before.
  void read(void* data, std::uint64_t bytes, std::uint64_t at) const;
  /// How many of the bytes there are.
  std::uint64_t read_some(void* data, std::uint64_t bytes, std::uint64_t at) const;
  /// Returns when all of it is on the disk.
  void write(const void* data, std::uint64_t bytes, std::uint64_t at) const;
  [[noreturn]] void fail(const std::string& why) const;

 private:
  std::filesystem::path path_;
  std::string shown_;
  host::ExitCode code_;
  host::FileHandle file_;
  std::uint64_t bytes_ = 0;
};

}  // namespace wayfront::ranks
