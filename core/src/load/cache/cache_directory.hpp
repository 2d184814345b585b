// A directory of loaded graphs, marked as such by its CACHEDIR.TAG. One that has no mark and holds anything that the
// cache did not make is somebody else's: nothing is read, written or removed there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "load/cache/cache_folder.hpp"

namespace wayfront::host {

class CacheDirectory {
 public:
  /// Nothing where there is no such directory. One without a mark that is empty, or holds only what the cache makes, as
  /// that of an older version does, counts as a cache. Throws UserError (ExitCode::usage) where it is somebody else's,
  /// or not trusted (cache_folder.hpp), with what was found and what to do.
  static std::optional<CacheDirectory> find(const std::filesystem::path& path);
  /// The same, made and marked where it is not yet. Throws also ExitCode::input or ::failed_run where that fails.
  static CacheDirectory make(const std::filesystem::path& path);

  /// One of the two folders in it (cache_files.hpp), if it is there.
  std::optional<CacheFolder> folder(const std::string& name) const { return top_.folder(name); }
  CacheFolder make_folder(const std::string& name) const { return top_.make_folder(name); }
  /// Puts the mark there where it is missing, which must be before anything is written or removed.
  void mark();

 private:
  explicit CacheDirectory(CacheFolder top);

  CacheFolder top_;
  bool marked_ = false;
};

}  // namespace wayfront::host
