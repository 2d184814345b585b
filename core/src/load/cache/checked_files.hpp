// Which binary graph files have been looked at entry by entry and not changed since, so that they need not be again: a
// tenth of a second per gigabyte. A file is known by device, inode, size and both of its times, to the nanosecond; the
// time of its last change of any kind cannot be set back as the other can.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string>

namespace wayfront::host {

class CheckedFiles {
 public:
  /// One small file each in this cache directory, which need not exist or be writable; "" remembers nothing.
  explicit CheckedFiles(std::filesystem::path cache) : cache_(std::move(cache)) {}

  /// Throws UserError (ExitCode::usage) where a record, or what should be the cache, cannot be trusted: with the reason
  /// and what to do.
  bool knows(const struct stat& status) const;
  /// `status` must be from before the look. Does nothing for a file that changed a moment ago: it may change again
  /// without a new time.
  void remember(const struct stat& status) const;

 private:
  std::filesystem::path cache_;
};

}  // namespace wayfront::host
