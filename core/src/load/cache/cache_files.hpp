// The files that the cache makes in its directory. They are told from files of others by their names.
//
//   CACHEDIR.TAG         the mark: the signature by which backup programs know a cache, and a line that it is this one
//   graphs/KEY.wfg       an entry: a binary graph file that says its key; KEY is 32 hexadecimal digits
//   graphs/KEY.used      empty; its time is that of the entry's last use
//   graphs/KEY.beside    the suffixes of files that a loader asked for, one per line
//   kept/KEY.kept        bytes that a plugin keeps (kept_bytes.hpp)
//
// and in each folder what a killed writer left of such a file, under a temporary name.
#pragma once

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
inline constexpr const char* kept_folder = "kept";
inline constexpr const char* cache_folders[] = {graphs_folder, kept_folder};
inline constexpr const char* cache_mark = "CACHEDIR.TAG";
inline constexpr std::string_view entry_suffix = ".wfg";
inline constexpr std::string_view used_suffix = ".used";
inline constexpr std::string_view beside_suffix = ".beside";
inline constexpr std::string_view kept_suffix = ".kept";
inline constexpr std::string_view kept_magic = "WYFKEPT1";

/// Whether the cache gives files in its directory, or in this folder of it, such a name, for good or while they are written.
bool is_own(const CacheFolder& folder, std::string_view name);

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

/// Writes such a file completely, readable only by us. Throws UserError (ExitCode::failed_run).
void write_cache_file(const CacheFolder& folder, const std::string& name, std::string_view content);

/// A directory of loaded graphs, marked by its CACHEDIR.TAG; nothing if it does not exist. An unmarked one counts as a
/// cache if it is empty; one with anything in it belongs to somebody else: nothing is read, written or removed there.
/// Throws UserError (ExitCode::usage) for that and for a directory that is not trusted (cache_folder.hpp), with what was
/// found and what to do.
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

}  // namespace wayfront::host
