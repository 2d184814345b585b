#include "load/cache/cache_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <system_error>
#include <utility>

#include "base/refusal.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

constexpr mode_t private_folder = 0700, folder_above = 0755;

bool is_ours(const struct stat& status) { return status.st_uid == ::geteuid() || status.st_uid == 0; }

std::string owner_text(const struct stat& status) {
  return fmt::format("belongs to user {}, not to user {}, who runs this, or to root", status.st_uid, ::geteuid());
}

[[noreturn]] void refuse_folder(const fs::path& path, std::string_view why, std::string_view what_to_do) {
  refuse("{}: {}, so the cache does not use it; {}", path.string(), why, what_to_do);
}

[[noreturn]] void refuse_making(const fs::path& path, int error) {
  fail(ExitCode::input, "{}: cannot be created: {}", path.string(), std::strerror(error));
}

}  // namespace

CacheFolder::CacheFolder(fs::path path, std::string name, FileHandle handle)
    : path_(std::move(path)), name_(std::move(name)), handle_(std::move(handle)) {}

std::optional<CacheFolder> CacheFolder::open(int above, const std::string& name, const fs::path& path) {
  struct stat named {};
  if (::fstatat(above, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  const bool link = S_ISLNK(named.st_mode);
  constexpr std::string_view other = "name another directory";
  if (link && above != AT_FDCWD) refuse_folder(path, "is a symbolic link", "remove it, or name another directory");
  if (link && !is_ours(named)) refuse_folder(path, "is a symbolic link and " + owner_text(named), other);
  FileHandle handle(
      ::openat(above, name.c_str(), O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC | (link ? 0 : O_NOFOLLOW)));
  struct stat status {};
  if (handle.get() < 0 || ::fstat(handle.get(), &status) != 0) return std::nullopt;
  if (!is_ours(status)) refuse_folder(path, owner_text(status), other);
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    refuse_folder(path, fmt::format("can be written by others than its owner (mode {:04o})", status.st_mode & 07777U),
                  fmt::format("run 'chmod -R go-w {}', or {}", path.string(), other));
  return CacheFolder(path, above == AT_FDCWD ? "" : name, std::move(handle));
}

std::optional<CacheFolder> CacheFolder::find(const fs::path& path) { return open(AT_FDCWD, path.string(), path); }

CacheFolder CacheFolder::make(const fs::path& path) {
  fs::path made;
  for (const fs::path& part : path) {
    made /= part;
    if (::mkdir(made.c_str(), made == path ? private_folder : folder_above) == 0 || errno == EEXIST) continue;
    const int error = errno;
    std::error_code unknown;  // some existing folders, such as mount points, give another error
    if (!fs::is_directory(made, unknown)) refuse_making(path, error);
  }
  std::optional<CacheFolder> folder = find(path);
  if (!folder) refuse_making(path, errno);
  return std::move(*folder);
}

std::optional<CacheFolder> CacheFolder::folder(const std::string& name) const {
  return open(descriptor(), name, path_ / name);
}

CacheFolder CacheFolder::make_folder(const std::string& name) const {
  if (::mkdirat(descriptor(), name.c_str(), private_folder) != 0 && errno != EEXIST) refuse_making(path_ / name, errno);
  std::optional<CacheFolder> made = folder(name);
  if (!made) refuse_making(path_ / name, errno);
  return std::move(*made);
}

std::vector<std::string> CacheFolder::names() const {
  std::vector<std::string> names;
  const int handle = ::openat(descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return names;
  const std::unique_ptr<DIR, int (*)(DIR*)> listing(::fdopendir(handle), ::closedir);
  if (!listing) {
    ::close(handle);
    return names;
  }
  while (const dirent* const it = ::readdir(listing.get()))
    if (const std::string_view name = it->d_name; name != "." && name != "..") names.emplace_back(name);
  std::ranges::sort(names);
  return names;
}

std::optional<struct stat> CacheFolder::look(const std::string& name) const {
  struct stat status {};
  if (::fstatat(descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  return status;
}

FileHandle CacheFolder::open_file(const std::string& name) const {
  FileHandle file(::openat(descriptor(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status {};
  if (file.get() >= 0 && (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))) return FileHandle(-1);
  return file;
}

bool CacheFolder::remove(const std::string& name) const { return ::unlinkat(descriptor(), name.c_str(), 0) == 0; }

}  // namespace wayfront::host
