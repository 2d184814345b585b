// A folder that is trusted: it belongs to the effective user or to root, and nobody else may write to it. Names in it
// are looked at as they are: no symbolic link is followed, and nothing but a regular file is opened.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/byte_source.hpp"

namespace wayfront::host {

/// Of the files that the cache makes.
inline constexpr mode_t private_file = 0600;

/// Whether the file or folder belongs to the effective user or to root.
bool is_ours(const struct stat& status);

class CacheFolder {
 public:
  /// Nothing where there is no folder of that path. A symbolic link of that name is followed where it is ours. Throws
  /// UserError (ExitCode::usage) that says why a folder is not trusted and what to do.
  static std::optional<CacheFolder> find(const std::filesystem::path& path);
  /// The same, made with those above it where it is missing. Throws also UserError (ExitCode::input) where that fails.
  static CacheFolder make(const std::filesystem::path& path);

  /// A folder in this one; both throw as those above do, and for a symbolic link.
  std::optional<CacheFolder> folder(const std::string& name) const;
  CacheFolder make_folder(const std::string& name) const;

  /// As it was named; of a folder in another one, with the path of that one.
  const std::filesystem::path& path() const { return path_; }
  /// Of a folder in another one; "" otherwise.
  const std::string& name() const { return name_; }
  int descriptor() const { return handle_.get(); }

  /// Of everything in it, sorted.
  std::vector<std::string> names() const;
  /// What has the name, a link for a link; nothing where there is nothing.
  std::optional<struct stat> look(const std::string& name) const;
  /// The regular file of that name, to be read; a handle of -1 for anything else, and for one that cannot be opened.
  FileHandle open_any(const std::string& name) const;
  /// The same, but throws UserError (ExitCode::usage) for what is there and is not a regular file that is ours and that
  /// only we may write; it says what to do.
  FileHandle open_trusted(const std::string& name) const;
  /// Removes a name that is not a folder's. False where that fails.
  bool remove(const std::string& name) const;

 private:
  CacheFolder(std::filesystem::path path, std::string name, FileHandle handle);
  static std::optional<CacheFolder> open(int above, const std::string& name, const std::filesystem::path& path);

  std::filesystem::path path_;
  std::string name_;
  FileHandle handle_;
};

/// The first bytes of an open file, all of them where it has no more.
std::string start_of(const FileHandle& file, std::size_t most);

}  // namespace wayfront::host
