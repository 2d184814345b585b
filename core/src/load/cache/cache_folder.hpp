// A trusted folder: it belongs to the effective user or to root, and nobody else may write to it. No symbolic link in
// it is followed, and only regular files are opened.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "files/byte_source.hpp"

namespace wayfront::host {

/// Mode of the files that the cache makes.
inline constexpr mode_t private_file = 0600;

class CacheFolder {
 public:
  /// Nothing if the folder does not exist. A symbolic link of that name is followed if it is ours. Throws UserError
  /// (ExitCode::usage) that says why a folder is not trusted and what to do.
  static std::optional<CacheFolder> find(const std::filesystem::path& path);
  /// The same, but creates the folder and its parents if necessary. Also throws UserError (ExitCode::input) if that
  /// fails.
  static CacheFolder make(const std::filesystem::path& path);

  /// A folder in this one; both throw like those above, and also for a symbolic link.
  std::optional<CacheFolder> folder(const std::string& name) const;
  CacheFolder make_folder(const std::string& name) const;

  /// As named; for a folder in another one, with the path of that one.
  const std::filesystem::path& path() const { return path_; }
  /// For a folder in another one; "" otherwise.
  const std::string& name() const { return name_; }
  int descriptor() const { return handle_.get(); }

  /// The names of everything in it, sorted.
  std::vector<std::string> names() const;
  /// The type of the entry with this name (links are not followed); nothing if it does not exist.
  std::optional<struct stat> look(const std::string& name) const;
  /// The regular file with that name, for reading; a handle of -1 for anything else, and if it cannot be opened.
  FileHandle open_file(const std::string& name) const;
  /// Removes an entry that is not a folder. False if that fails.
  bool remove(const std::string& name) const;

 private:
  CacheFolder(std::filesystem::path path, std::string name, FileHandle handle);
  static std::optional<CacheFolder> open(int above, const std::string& name, const std::filesystem::path& path);

  std::filesystem::path path_;
  std::string name_;
  FileHandle handle_;
};

}  // namespace wayfront::host
