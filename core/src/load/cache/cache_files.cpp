#include "load/cache/cache_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <system_error>

#include "base/errors.hpp"
#include "files/file_digest.hpp"
#include "files/file_replacement.hpp"
#include "load/graph_file.hpp"
#include "load/graph_file_layout.hpp"

namespace wayfront::host {
namespace {

constexpr std::string_view signature = "Signature: 8a477f597d28d172789f06886806bc55\n";
constexpr std::string_view our_line = "# This directory is a graph cache of Wayfront.\n";
constexpr std::size_t longest_text = 4096;  // bytes of any file but an entry

bool is_hexadecimal(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool are_digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

bool is_key_with(std::string_view name, std::string_view suffix) {
  constexpr std::size_t key = 32;
  return name.size() == key + suffix.size() && name.ends_with(suffix) &&
         std::ranges::all_of(name.substr(0, key), is_hexadecimal);
}

/// Whether this is the beginning of a file with this start, possibly truncated.
bool may_start(std::string_view bytes, std::string_view start) {
  return bytes.starts_with(start) || start.starts_with(bytes);
}

/// The end is not checked: a damaged file no longer has its key.
bool holds_entry(const FileHandle& file) {
  if (!may_start(start_of(file, graph_file_magic.size()), graph_file_magic)) return false;
  try {
    return !about_graph_file(file.get(), "entry").loaded.cache_key.empty();
  } catch (const UserError&) {
    return true;
  }
}

bool is_empty(const FileHandle& file) { return start_of(file, 1).empty(); }

bool holds_suffixes(const FileHandle& file) {
  const std::string text = start_of(file, longest_text);
  return text.size() < longest_text && std::ranges::none_of(text, [](char c) {
           return c == '/' || (c != '\n' && static_cast<unsigned char>(c) < ' ');
         });
}

bool holds_record(const FileHandle& file) {
  const std::string text = start_of(file, longest_text);
  return text.size() < longest_text && may_start(text, checked_start);
}

bool holds_kept(const FileHandle& file) { return may_start(start_of(file, kept_magic.size()), kept_magic); }

/// A truncated file could belong to anybody, unless it is empty.
bool holds_mark(const FileHandle& file) {
  const std::string text = start_of(file, longest_text);
  return text.empty() || (text.starts_with(signature) && text.find(our_line) != text.npos);
}

struct Kind {
  std::string_view folder;  // "": the cache directory itself
  bool (*has_name)(std::string_view);
  bool (*has_content)(const FileHandle&);
};

constexpr Kind kinds[] = {
    {"", [](std::string_view name) { return name == cache_mark; }, holds_mark},
    {graphs_folder, [](std::string_view name) { return is_key_with(name, entry_suffix); }, holds_entry},
    {graphs_folder, [](std::string_view name) { return is_key_with(name, used_suffix); }, is_empty},
    {graphs_folder, [](std::string_view name) { return is_key_with(name, beside_suffix); }, holds_suffixes},
    {kept_folder, [](std::string_view name) { return is_key_with(name, kept_suffix); }, holds_kept},
    {checked_folder,
     [](std::string_view name) {
       const std::size_t dash = std::min(name.find('-'), name.size() - 1);
       return are_digits(name.substr(0, dash)) && are_digits(name.substr(dash + 1));
     },
     holds_record},
};

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

}  // namespace

Maker maker_of(const CacheFolder& folder, const std::string& name) {
  const std::optional<struct stat> status = folder.look(name);
  if (!status) return Maker::gone;
  if (!S_ISREG(status->st_mode) || !is_ours(*status)) return Maker::somebody;
  const std::string_view final = final_name(name);
  for (const Kind& kind : kinds) {
    if (kind.folder != folder.name() || !kind.has_name(final)) continue;
    const FileHandle file = folder.open_any(name);
    if (file.get() < 0) return folder.look(name) ? Maker::somebody : Maker::gone;
    return kind.has_content(file) ? Maker::cache : Maker::somebody;
  }
  return Maker::somebody;
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

void require_not_others(const CacheFolder& folder, const std::string& name) {
  if (maker_of(folder, name) == Maker::somebody)
    throw UserError(ExitCode::usage, fmt::format("{}: was not made by the cache, so it stays and is not used; remove "
                                                 "it",
                                                 (folder.path() / name).string()));
}

void write_cache_file(const CacheFolder& folder, const std::string& name, std::string_view content) {
  require_not_others(folder, name);
  const std::string path = (folder.path() / name).string();
  FileReplacement file(path, Links::replace, private_file);
  write_all(file.descriptor(), content, path);
  file.commit();
}

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

bool is_marked(const CacheFolder& top) {
  const std::optional<struct stat> mark = top.look(cache_mark);
  return mark && mark->st_size != 0 && maker_of(top, cache_mark) == Maker::cache;
}

void require_ours(const CacheFolder& top) {
  if (is_marked(top)) return;
  if (const auto found = somebodys(top))
    throw UserError(ExitCode::usage, fmt::format("{}: is not used as a cache: it has no {} of Wayfront and contains "
                                                 "{}, which the cache did not make; name an empty or a new directory",
                                                 top.path().string(), cache_mark, found->string()));
}

}  // namespace

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

bool is_checked(const std::filesystem::path& cache, const struct stat& status) {
  if (cache.empty() || status.st_size < worth || !is_settled(status)) return false;
  const std::optional<CacheFolder> checked = find_cache_folder(cache, checked_folder);
  if (!checked) return false;
  const std::string text = text_of(status);
  const FileHandle record = checked->open_trusted(name_of(status));
  return record.get() >= 0 && start_of(record, text.size() + 1) == text;
}

void remember_checked(const std::filesystem::path& cache, const struct stat& status) {
  if (cache.empty() || status.st_size < worth || !is_settled(status)) return;
  try {
    write_cache_file(make_cache(cache).make_folder(checked_folder), name_of(status), text_of(status));
  } catch (const UserError&) {  // costs another check
  }
}

}  // namespace wayfront::host
