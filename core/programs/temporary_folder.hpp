// A folder for a program that runs beside this one. Nobody else may read it. Its owner removes it; if the owner was
// killed, the next one that is made in the same place under the same prefix removes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "programs/program.hpp"

namespace wayfront::programs {

class TemporaryFolder {
 public:
  /// A new one in `place`, named `prefix` and six letters; if `place` is empty, in memory (/dev/shm) if that has room
  /// for `bytes`, else in the folder for temporary files. Throws std::system_error with the reason.
  TemporaryFolder(std::string_view prefix, const std::filesystem::path& place, std::uint64_t bytes);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor lock_;  // held as long as it is in use
};

}  // namespace wayfront::programs
