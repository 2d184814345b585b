#include "load/cache/cache_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/errors.hpp"
#include "load/cache/cache_files.hpp"

namespace wayfront::host {
namespace {

/// The first entry of the folder that the cache did not make.
std::optional<std::filesystem::path> somebodys(const CacheFolder& folder) {
  for (const std::string& name : folder.names()) {
    const std::optional<struct stat> status = folder.look(name);
    const bool inner = folder.name().empty() && std::ranges::find(cache_folders, name) != std::end(cache_folders);
    if (inner && status && S_ISDIR(status->st_mode)) {
      const std::optional<CacheFolder> opened = folder.folder(name);
      if (!opened) return folder.path() / name;
      if (auto found = somebodys(*opened)) return found;
    } else if (maker_of(folder, name) == Maker::somebody) {
      return folder.path() / name;
    }
  }
  return std::nullopt;
}

}  // namespace

CacheDirectory::CacheDirectory(CacheFolder top) : top_(std::move(top)) {
  const std::optional<struct stat> mark = top_.look(cache_mark);
  marked_ = mark && mark->st_size != 0 && maker_of(top_, cache_mark) == Maker::cache;
  if (marked_) return;
  if (const auto found = somebodys(top_))
    throw UserError(ExitCode::usage, fmt::format("{}: is not used as a cache: it has no {} of Wayfront and contains "
                                                 "{}, which the cache did not make; name an empty or a new directory",
                                                 top_.path().string(), cache_mark, found->string()));
}

std::optional<CacheDirectory> CacheDirectory::find(const std::filesystem::path& path) {
  std::optional<CacheFolder> top = CacheFolder::find(path);
  if (!top) return std::nullopt;
  return CacheDirectory(std::move(*top));
}

CacheDirectory CacheDirectory::make(const std::filesystem::path& path) {
  CacheDirectory made(CacheFolder::make(path));
  made.mark();
  return made;
}

void CacheDirectory::mark() {
  if (!marked_) write_cache_mark(top_);
  marked_ = true;
}

}  // namespace wayfront::host
