// The files that the cache makes in its directory. They are distinguished from files of others by name and content.
//
//   CACHEDIR.TAG         the mark: the signature by which backup programs know a cache, and a line that it is this one
//   graphs/KEY.wfg       an entry: a binary graph file that says its key; KEY is 32 hexadecimal digits
//   graphs/KEY.used      empty; its time is that of the entry's last use
//   graphs/KEY.beside    the suffixes of files that a loader asked for, one per line
//   kept/KEY.kept        bytes that a plugin keeps (kept_bytes.hpp)
//   checked/DEV-INO      a binary graph file that was looked at (checked_files.hpp)
//
// and in each folder what a killed writer left of such a file, under a temporary name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "load/cache/cache_folder.hpp"

namespace wayfront::host {

inline constexpr const char* graphs_folder = "graphs";
inline constexpr const char* checked_folder = "checked";
inline constexpr const char* kept_folder = "kept";
inline constexpr const char* cache_folders[] = {graphs_folder, checked_folder, kept_folder};
inline constexpr const char* cache_mark = "CACHEDIR.TAG";
inline constexpr std::string_view entry_suffix = ".wfg";
inline constexpr std::string_view used_suffix = ".used";
inline constexpr std::string_view beside_suffix = ".beside";
inline constexpr std::string_view kept_suffix = ".kept";
inline constexpr std::string_view kept_magic = "WYFKEPT1";
inline constexpr std::string_view checked_start = "wayfront checked ";  // of a record's text

enum class Maker : std::uint8_t { gone, cache, somebody };

/// Whether the cache made the file with this name in a cache directory or in one of its folders: a regular file
/// that belongs to us, with a name and a content as above; truncated content counts, too.
Maker maker_of(const CacheFolder& folder, const std::string& name);

/// Whether it is the name of an entry, not of a temporary file: of a graph, of kept bytes.
bool is_entry_name(std::string_view name);
bool is_kept_name(std::string_view name);
/// Whether it is the name of a file that is still being written, or whose writer was killed.
bool is_temporary_name(std::string_view name);

/// Writes such a file completely, readable only by us. Throws UserError: ExitCode::usage if a file of somebody else has
/// the name; ExitCode::failed_run if it cannot be written.
void write_cache_file(const CacheFolder& folder, const std::string& name, std::string_view content);
void write_cache_mark(const CacheFolder& directory);
/// Throws the first of these errors.
void require_not_others(const CacheFolder& folder, const std::string& name);

}  // namespace wayfront::host
