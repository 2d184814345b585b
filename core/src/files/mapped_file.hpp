// A file that is mapped while others may still change it: one that is cut ends neither in a signal nor in a wrong
// graph, but in a sentence that names it.
#pragma once

#include <sys/stat.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace wayfront::host {

class MappedFile {
 public:
  /// The first `bytes` of an open file, which may be closed afterwards. `writable`: private copies on write; else the
  /// pages can never be made writable by whoever uses them. `name` is for messages. Throws UserError
  /// (ExitCode::input).
  MappedFile(int descriptor, std::uint64_t bytes, bool writable, std::string name);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const char* at(std::uint64_t offset) const { return start_ + offset; }
  std::uint64_t bytes() const { return bytes_; }
  const std::string& name() const { return name_; }

  /// Throws UserError (ExitCode::input) where the file has been written to or cut since it was mapped, or could not be
  /// read: what came from the mapping may be anything then. To remove or rename the file changes nothing.
  void require_unchanged() const;
  /// The name of a mapped file that has changed, or null: for a handler of signals, where a crash may come from that.
  static const char* changed() noexcept;

 private:
  bool has_changed(const struct stat& now) const;

  const char* start_ = nullptr;
  std::uint64_t bytes_;
  std::string name_;
  int descriptor_;                           // a copy, to look at the file
  struct stat before_ {};                    // when it was mapped
  std::atomic<bool>* unreadable_ = nullptr;  // set once a page was not there: zeros are read in its place
};

}  // namespace wayfront::host
