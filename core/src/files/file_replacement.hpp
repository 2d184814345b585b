// A file that takes the place of another as a whole or not at all: written without a name or, where the file system has
// no such files, under a temporary one in the same directory; flushed to the disk, then given its name. Whoever opens
// the name finds the old content or the new one.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace wayfront::host {

/// Temporary names start with this and the final name: ".wayfront-new-x.wfg-4711-0". One that a killed process left
/// behind is harmless.
inline constexpr const char* temporary_prefix = ".wayfront-new-";

/// What becomes of a name that is a symbolic link.
enum class Links : std::uint8_t {
  follow,   // it stays, and the file that it leads to is replaced: for names that people give
  replace,  // the file takes its place, and what it leads to stays: in folders whose files are the program's own
};

class FileReplacement {
 public:
  /// Makes the file with these rights, as far as the umask allows. Where links are followed and a file is there, the
  /// new one has its mode, and its owner and group as far as this process may give them. A pipe or device of that name
  /// is opened instead, and written as it stands; so is an open file that the name stands for, as /dev/stdout does.
  /// Throws UserError: ExitCode::usage for a directory of that name, a missing folder, or a link to follow that leads
  /// nowhere; else ExitCode::failed_run, as commit() does, also for a FIFO where links are replaced.
  FileReplacement(std::filesystem::path path, Links links, mode_t rights = 0666);
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
  void follow_links();
  void take_over_mode() const;
  bool open_in_place();
  bool open_without_name();
  void open_under_temporary_name();
  void take_name();
  bool link_to(const std::filesystem::path& name) const;
  void next_temporary_name();

  std::filesystem::path path_;  // where links that are followed end
  std::string name_;            // for messages
  mode_t rights_;
  std::filesystem::path temporary_{};  // empty: the file has no name
  int descriptor_ = -1;
  bool in_place_ = false;
  bool committed_ = false;
};

/// Writes all of it where the descriptor stands, also if that takes several goes or waits for a reader. `before` runs
/// before each of them; what it throws gets through. Returns 0, or the errno of what went wrong.
int write_bytes(int descriptor, std::string_view bytes, const std::function<void()>& before = {});

/// The same. Throws UserError (ExitCode::failed_run) with `name` and the reason.
void write_all(int descriptor, std::string_view bytes, const std::string& name);

/// The whole content of a FileReplacement, and throws what that does.
void write_whole(const std::filesystem::path& path, std::string_view content, Links links);

/// The whole content of a file or pipe, or nothing where it cannot be read; errno says why, or is 0 if nobody knows.
std::optional<std::string> read_whole(const std::filesystem::path& file);

/// Flushes the names in it to the disk, as far as the file system can.
void sync_directory(const std::filesystem::path& directory);
/// Removes files that a process has left under a temporary name because it was killed between naming one and giving it
/// its place. Only for a directory that no other process writes to now.
void remove_leftovers(const std::filesystem::path& directory);

}  // namespace wayfront::host
