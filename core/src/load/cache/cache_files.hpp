// The files that the cache makes in its directory. They are distinguished from files of others by name and content.
//
//   CACHEDIR.TAG         the mark: the signature by which backup programs know a cache, and a line that it is this one
//   graphs/KEY.wfg       an entry: a binary graph file that says its key; KEY is 32 hexadecimal digits
//   graphs/KEY.used      empty; its time is that of the entry's last use
//   graphs/KEY.beside    the suffixes of files that a loader asked for, one per line
//   kept/KEY.kept        bytes that a plugin keeps (kept_bytes.hpp)
//   checked/DEV-INO      a binary graph file that was looked at
//
// and in each folder what a killed writer left of such a file, under a temporary name.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/digest.hpp"
#include "files/byte_source.hpp"
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

/// What a file of kept bytes begins with; they follow.
struct KeptHeader {
  char magic[8];  // kept_magic
  std::uint64_t bytes;
  Hash128 key;
  Hash128 content;
  char label[80];  // what lists of the cache call it; ends with a zero
};
static_assert(sizeof(KeptHeader) == 128 && std::is_trivially_copyable_v<KeptHeader>);

/// Nothing if the start of the file is not one.
std::optional<KeptHeader> kept_header(const FileHandle& file);

/// Whether it is the name of an entry, of a graph or of kept bytes, not of a temporary file.
bool is_entry_name(std::string_view name);
/// Whether it is the name of a file that is still being written, or whose writer was killed.
bool is_temporary_name(std::string_view name);

/// Writes such a file completely, readable only by us. Throws UserError: ExitCode::usage if a file of somebody else has
/// the name; ExitCode::failed_run if it cannot be written.
void write_cache_file(const CacheFolder& folder, const std::string& name, std::string_view content);
/// Throws the first of these errors.
void require_not_others(const CacheFolder& folder, const std::string& name);

/// A directory of loaded graphs, marked by its CACHEDIR.TAG; nothing if it does not exist. An unmarked one counts as a
/// cache if it is empty or has only files of a cache, such as the cache of an older version; one with anything that the
/// cache did not make belongs to somebody else: nothing is read, written or removed there. Throws UserError
/// (ExitCode::usage) for that and for a directory that is not trusted (cache_folder.hpp), with what was found and what
/// to do.
std::optional<CacheFolder> find_cache(const std::filesystem::path& path);
/// The same, but creates the directory if necessary, and marks it. Also throws ExitCode::input or ::failed_run if that
/// fails.
CacheFolder make_cache(const std::filesystem::path& path);
/// Writes the mark if it is missing; must be called before anything is written or removed.
void mark_cache(const CacheFolder& cache);

/// One of its folders: nothing if it does not exist.
std::optional<CacheFolder> find_cache_folder(const std::filesystem::path& directory, const std::string& name);

/// Whether a file of this size may be kept there: within the cache's own limit, and with as much left on the disk.
bool has_room(const CacheFolder& folder, double bytes, double max_bytes);

// Which binary graph files have been checked entry by entry and have not changed since, which saves a tenth of a second
// per gigabyte: one small file each in a cache directory, which may be missing or read-only; "" remembers nothing. A
// file is identified by device, inode, size and both of its times, to the nanosecond; the time of the last change of
// any kind cannot be set back, unlike the other one.

/// Throws UserError (ExitCode::usage) if a record or the cache cannot be trusted: with the reason and what to do.
bool is_checked(const std::filesystem::path& cache, const struct stat& status);
/// `status` must be from before the check. Does nothing for a file that changed a moment ago: it may change again
/// without a new time.
void remember_checked(const std::filesystem::path& cache, const struct stat& status);

}  // namespace wayfront::host
