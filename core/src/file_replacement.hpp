// A file that takes the place of another as a whole or not at all: written without a name or, where the file system has
// no such files, under a temporary one in the same directory; flushed to the disk, then given its name. Whoever opens
// the name finds the old content or the new one.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace wayfront::host {

/// Temporary names start with this and the final name: ".wayfront-new-x.wfg-4711-0". One that a killed process left
/// behind is harmless.
inline constexpr const char* temporary_prefix = ".wayfront-new-";

class FileReplacement {
 public:
  /// Makes the file with these rights, as far as the umask allows. A pipe or device of that name is opened instead, and
  /// written as it stands; so is an open file that the name stands for, as /dev/stdout does. Throws UserError:
  /// ExitCode::usage where there is a directory of that name, or none to put the file into; else ExitCode::failed_run,
  /// as commit() does.
  explicit FileReplacement(std::filesystem::path path, mode_t rights = 0666);
  /// Removes the file unless commit() has been called.
  ~FileReplacement();
  FileReplacement(const FileReplacement&) = delete;
  FileReplacement& operator=(const FileReplacement&) = delete;

  /// Open for writing; closed with this object.
  int descriptor() const { return descriptor_; }
  /// Flushes content and name to the disk.
  void commit();

 private:
  [[noreturn]] void fail(const char* what) const;
  bool open_in_place();
  bool open_without_name();
  void open_under_temporary_name();
  void take_name();
  bool link_to(const std::filesystem::path& name) const;
  void next_temporary_name();

  std::filesystem::path path_;
  mode_t rights_;
  std::filesystem::path temporary_{};  // empty: the file has no name
  int descriptor_ = -1;
  bool in_place_ = false;
  bool committed_ = false;
};

/// Writes all of it where the descriptor stands. Throws UserError (ExitCode::failed_run) with `name` and the reason.
void write_all(int descriptor, std::string_view bytes, const std::string& name);

/// The whole content of a FileReplacement, and throws what that does.
void write_whole(const std::filesystem::path& path, std::string_view content);

/// Flushes the names in it to the disk, as far as the file system can.
void sync_directory(const std::filesystem::path& directory);

}  // namespace wayfront::host
