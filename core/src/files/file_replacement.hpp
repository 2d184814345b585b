// A file that replaces another one completely or not at all: written without a name or, if the file system does not
// support that, under a temporary name in the same directory; flushed to the disk, then given its name. Readers find
// either the old or the new content.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "files/byte_source.hpp"

namespace wayfront::host {

/// Temporary names start with this and the final name: ".wayfront-new-x.wfg-4711-0". A file that a killed process left
/// behind is harmless.
inline constexpr const char* temporary_prefix = ".wayfront-new-";

/// What to do if the name is a symbolic link.
enum class Links : std::uint8_t {
  follow,   // it stays, and its target is replaced: for names that users give
  replace,  // the file replaces it, and its target stays: in folders whose files belong to the program
};

class FileReplacement {
 public:
  /// Creates the file with these permissions, as far as the umask allows. If links are followed and the file exists,
  /// the new one has the same mode, and the same owner and group if this process may set them. A pipe or device of that
  /// name is opened instead and written directly; so is an open file that the name refers to, like /dev/stdout.
  /// Throws UserError: ExitCode::usage for a directory of that name, a missing folder, or a link to follow that leads
  /// nowhere; else ExitCode::failed_run, as commit() does, also for a FIFO where links are replaced.
  FileReplacement(std::filesystem::path path, Links links, mode_t rights = 0666);
  /// Removes the file unless commit() has been called.
  ~FileReplacement();

  /// Open for writing; closed with this object.
  int descriptor() const { return file_.get(); }
  /// A name beside the final one, by which other processes can write to the file. Throws UserError
  /// (ExitCode::failed_run) for a pipe or device.
  const std::filesystem::path& temporary_name();
  /// Flushes content and name to the disk.
  void commit();

 private:
  [[noreturn]] void fail(const char* what) const;
  void follow_links();
  void take_over_mode() const;
  bool open_in_place();
  bool open_without_name();
  void open_under_temporary_name();
  void take_name();
  bool link_to(const std::filesystem::path& name) const;
  void next_temporary_name();

  std::filesystem::path path_;  // the target of followed links
  std::string name_;            // for messages
  mode_t rights_;
  std::filesystem::path temporary_{};  // empty: the file has no name
  FileHandle file_;
  bool in_place_ = false;
  bool committed_ = false;
};

/// Writes all bytes at the current position of the descriptor, in several steps if needed; waits for the reader of a
/// pipe. `before` runs before each step; its exceptions pass through. Returns 0, or the errno of the failure.
int write_bytes(int descriptor, std::string_view bytes, const std::function<void()>& before = {});

/// The same. Throws UserError (ExitCode::failed_run) with `name` and the reason.
void write_all(int descriptor, std::string_view bytes, const std::string& name);

/// Writes the whole content of a FileReplacement, and throws the same errors.
void write_whole(const std::filesystem::path& path, std::string_view content, Links links, mode_t rights = 0666);

/// The whole content of a file or pipe, or nothing if it cannot be read; then errno is the reason, or 0 if unknown.
std::optional<std::string> read_whole(const std::filesystem::path& file);

/// Flushes the names in the directory to the disk, if the file system supports it.
void sync_directory(const std::filesystem::path& directory);
/// Removes temporary files left by a process that was killed before it could rename them. Only for a directory that no
/// other process is writing to.
void remove_leftovers(const std::filesystem::path& directory);

/// Without links and dots, as far as the path exists.
std::filesystem::path resolved(const std::filesystem::path& path);

/// Whether both names refer to one regular file, also through links; missing files are compared by name.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace wayfront::host
