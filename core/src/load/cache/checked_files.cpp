#include "load/cache/checked_files.hpp"

#include <fmt/format.h>

#include <ctime>
#include <optional>
#include <string>

#include "base/errors.hpp"
#include "files/byte_source.hpp"
#include "files/file_digest.hpp"
#include "load/cache/cache_files.hpp"

namespace wayfront::host {
namespace {

constexpr off_t worth = off_t{1} << 24;  // bytes; checking fewer takes no longer than the record would

std::string text_of(const struct stat& status) {
  return fmt::format("{}2: {}\n", checked_start, file_identity(status));
}

std::string name_of(const struct stat& status) { return fmt::format("{}-{}", status.st_dev, status.st_ino); }

/// Whether the clock of file times has certainly advanced since the file was changed.
bool is_settled(const struct stat& status) {
  constexpr std::time_t enough = 2;  // seconds, the coarsest file time there is
  return status.st_ctim.tv_sec + enough < std::time(nullptr);
}

}  // namespace

bool CheckedFiles::knows(const struct stat& status) const {
  if (cache_.empty() || status.st_size < worth || !is_settled(status)) return false;
  const std::optional<CacheFolder> checked = find_cache_folder(cache_, checked_folder);
  if (!checked) return false;
  const std::string text = text_of(status);
  const FileHandle record = checked->open_trusted(name_of(status));
  return record.get() >= 0 && start_of(record, text.size() + 1) == text;
}

void CheckedFiles::remember(const struct stat& status) const {
  if (cache_.empty() || status.st_size < worth || !is_settled(status)) return;
  try {
    write_cache_file(make_cache_folder(cache_, checked_folder), name_of(status), text_of(status));
  } catch (const UserError&) {  // costs another check
  }
}

}  // namespace wayfront::host
