#include "load/cache/cache_files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <memory>
#include <system_error>
#include <utility>

#include "base/refusal.hpp"
#include "files/file_replacement.hpp"

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

constexpr std::string_view signature = "Signature: 8a477f597d28d172789f06886806bc55\n";
constexpr std::string_view our_line = "# This directory is a graph cache of Wayfront.\n";

bool are_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_key_with(std::string_view name, std::string_view suffix) {
  constexpr std::size_t key = 32;
  return name.size() == key + suffix.size() && name.ends_with(suffix) &&
         name.find_first_not_of("0123456789abcdef") >= key;
}

/// "x.wfg" of ".wayfront-new-x.wfg-4711-0"; any other name as it is.
std::string_view final_name(std::string_view name) {
  if (!is_temporary_name(name)) return name;
  std::string_view final = name.substr(std::string_view(temporary_prefix).size());
  for (int number = 0; number < 2; ++number) {
    const std::size_t dash = final.rfind('-');
    if (dash == final.npos || !are_digits(final.substr(dash + 1))) return name;
    final = final.substr(0, dash);
  }
  return final;
}

bool is_marked(const CacheFolder& top) {
  constexpr std::size_t enough = 4096;
  const FileHandle mark = top.open_file(cache_mark);
  const std::string text = mark.get() < 0 ? "" : start_of(mark, enough);
  return text.starts_with(signature) && text.find(our_line) != text.npos;
}

void require_ours(const CacheFolder& top) {
  if (is_marked(top)) return;
  const std::vector<std::string> names = top.names();
  const auto found = std::ranges::find_if_not(
      names, [](std::string_view name) { return is_temporary_name(name) && final_name(name) == cache_mark; });
  if (found == names.end() || is_marked(top)) return;  // somebody may have marked it meanwhile
  fail(ExitCode::usage,
       "{}: is not used as a cache: it has no {} of Wayfront and contains {}; name an empty or a new directory",
       top.path().string(), cache_mark, (top.path() / *found).string());
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

bool is_own(const CacheFolder& folder, std::string_view name) {
  const std::string_view final = final_name(name);
  if (folder.name() == kept_folder) return is_key_with(final, kept_suffix);
  if (folder.name() != graphs_folder) return final == cache_mark;
  return std::ranges::any_of(std::array{entry_suffix, used_suffix, beside_suffix},
                             [&](std::string_view suffix) { return is_key_with(final, suffix); });
}

std::optional<KeptHeader> kept_header(const FileHandle& file) {
  KeptHeader header;
  if (read_at(file.get(), &header, sizeof header, 0) != sizeof header) return std::nullopt;
  if (std::string_view(header.magic, sizeof header.magic) != kept_magic) return std::nullopt;
  if (std::ranges::find(header.label, '\0') == std::end(header.label)) return std::nullopt;
  return header;
}

bool is_entry_name(std::string_view name) { return is_key_with(name, entry_suffix) || is_key_with(name, kept_suffix); }
bool is_temporary_name(std::string_view name) { return name.starts_with(temporary_prefix); }

void write_cache_file(const CacheFolder& folder, const std::string& name, std::string_view content) {
  write_whole(folder.path() / name, content, Links::replace, private_file);
}

std::optional<CacheFolder> find_cache(const std::filesystem::path& path) {
  std::optional<CacheFolder> top = CacheFolder::find(path);
  if (top) require_ours(*top);
  return top;
}

CacheFolder make_cache(const std::filesystem::path& path) {
  CacheFolder top = CacheFolder::make(path);
  require_ours(top);
  mark_cache(top);
  return top;
}

void mark_cache(const CacheFolder& cache) {
  if (is_marked(cache)) return;
  write_cache_file(cache, cache_mark,
                   fmt::format("{}{}# Wayfront removes only its own files here. Backup programs may leave the "
                               "directory out:\n# see https://bford.info/cachedir/\n",
                               signature, our_line));
}

std::optional<CacheFolder> find_cache_folder(const std::filesystem::path& directory, const std::string& name) {
  const std::optional<CacheFolder> cache = find_cache(directory);
  return cache ? cache->folder(name) : std::nullopt;
}

bool has_room(const CacheFolder& folder, double bytes, double max_bytes) {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(folder.path(), error);
  return bytes <= max_bytes && (error || bytes * 2 <= static_cast<double>(space.available));
}

}  // namespace wayfront::host
