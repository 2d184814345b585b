// A file that takes the place of another as a whole or not at all: written under a temporary name in the same
// directory, flushed to the disk, then renamed. Whoever opens the name finds the old content or the new one.
#pragma once

#include <filesystem>
#include <string>

namespace wayfront::host {

/// Temporary names start with this and the final name: ".wayfront-new-x.wfg-4711-0". One that a killed process left
/// behind is harmless.
inline constexpr const char* temporary_prefix = ".wayfront-new-";

class FileReplacement {
 public:
  /// Makes the temporary file, readable as the umask allows. Throws UserError (ExitCode::input), as commit() does.
  explicit FileReplacement(std::filesystem::path path);
  /// Removes the temporary file unless commit() has been called.
  ~FileReplacement();
  FileReplacement(const FileReplacement&) = delete;
  FileReplacement& operator=(const FileReplacement&) = delete;

  /// Open for reading and writing; closed with this object.
  int descriptor() const { return descriptor_; }
  /// Flushes content and name to the disk.
  void commit();

 private:
  [[noreturn]] void fail(const char* what) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
  bool committed_ = false;
};

/// Writes all of it where the descriptor stands. Throws UserError (ExitCode::input) with `name` and the reason.
void write_all(int descriptor, const void* data, std::size_t bytes, const std::string& name);

}  // namespace wayfront::host
