#include "load/cache/cache_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <system_error>

#include "base/refusal.hpp"
#include "files/file_replacement.hpp"

namespace wayfront::host {
namespace {

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
