// A file that is mapped while others may still change it: if it is truncated, the result is neither a signal nor a
// wrong graph, but a message that names the file.
#pragma once

#include <sys/stat.h>

#include <atomic>
#include <cstdint>
#include <string>

#include "files/byte_source.hpp"

namespace wayfront::host {

class MappedFile {
 public:
  /// The first `bytes` of an open file, which may be closed afterwards. `writable`: private copies on write; otherwise
  /// nobody can make the pages writable. `name` is for messages. Throws UserError (ExitCode::input).
  MappedFile(int descriptor, std::uint64_t bytes, bool writable, std::string name);
  ~MappedFile();

  const char* at(std::uint64_t offset) const { return start_ + offset; }
  std::uint64_t bytes() const { return bytes_; }
  const std::string& name() const { return name_; }

  /// Throws UserError (ExitCode::input) if the file has been written to or truncated since it was mapped, or could not
  /// be read: data from the mapping may be wrong then. Removing or renaming the file does no harm.
  void require_unchanged() const;
  /// The name of a mapped file that has changed, or null: for a signal handler, because this may be the cause of a
  /// crash.
  static const char* changed() noexcept;

 private:
  bool has_changed(const struct stat& now) const;

  const char* start_ = nullptr;
  std::uint64_t bytes_;
  std::string name_;
  FileHandle descriptor_;                    // a copy, to examine the file
  struct stat before_ {};                    // when it was mapped
  std::atomic<bool>* unreadable_ = nullptr;  // set once a page was missing: zeros are read instead
};

}  // namespace wayfront::host
