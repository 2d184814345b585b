// A directory of loaded graphs, marked by its CACHEDIR.TAG. An unmarked directory with anything that the cache did not
// make belongs to somebody else: nothing is read, written or removed there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "load/cache/cache_folder.hpp"

namespace wayfront::host {

class CacheDirectory {
 public:
  /// Nothing if the directory does not exist. An unmarked directory counts as a cache if it is empty or has only files
  /// of a cache, such as the cache of an older version. Throws UserError (ExitCode::usage) if it belongs to somebody
  /// else, or is not trusted (cache_folder.hpp), with what was found and what to do.
  static std::optional<CacheDirectory> find(const std::filesystem::path& path);
  /// The same, but creates and marks the directory if necessary. Also throws ExitCode::input or ::failed_run if that
  /// fails.
  static CacheDirectory make(const std::filesystem::path& path);

  /// One of its folders (cache_files.hpp), if it exists.
  std::optional<CacheFolder> folder(const std::string& name) const { return top_.folder(name); }
  CacheFolder make_folder(const std::string& name) const { return top_.make_folder(name); }
  /// Writes the mark if it is missing; must be called before anything is written or removed.
  void mark();

 private:
  explicit CacheDirectory(CacheFolder top);

  CacheFolder top_;
  bool marked_ = false;
};

}  // namespace wayfront::host
