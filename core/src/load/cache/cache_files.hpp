// The folders of the cache, and the files that it makes in its directory. They are told from files of others by their names.
//
//   CACHEDIR.TAG         the mark: the signature by which backup programs know a cache, and a line that it is this one
//   graphs/KEY.wfg       an entry: a binary graph file that says its key; KEY is 32 hexadecimal digits
//   graphs/KEY.used      empty; its time is that of the entry's last use
//   graphs/KEY.beside    the suffixes of files that a loader asked for, one per line
//   kept/KEY.kept        bytes that a plugin keeps (kept_bytes.hpp)
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
#include <vector>

#include "base/digest.hpp"
#include "files/byte_source.hpp"

namespace wayfront::host {

/// Mode of the files that the cache makes.
inline constexpr mode_t private_file = 0600;

/// A trusted folder: it belongs to the effective user or to root, and nobody else may write to it. No symbolic link in it
/// is followed, and only regular files are opened.
class CacheFolder {
 public:
  /// Nothing if the folder does not exist. A symbolic link of that name is followed if it is ours. Throws UserError
  /// (ExitCode::usage) that says why a folder is not trusted and what to do.
  static std::optional<CacheFolder> find(const std::filesystem::path& path);
  /// The same, but creates the folder and its parents if necessary. Also throws UserError (ExitCode::input) if that
  /// fails.
  static CacheFolder make(const std::filesystem::path& path);

  /// A folder in this one; both throw like those above, and also for a symbolic link.
  std::optional<CacheFolder> folder(const std::string& name) const;
  CacheFolder make_folder(const std::string& name) const;

  /// As named; for a folder in another one, with the path of that one.
  const std::filesystem::path& path() const { return path_; }
  /// For a folder in another one; "" otherwise.
  const std::string& name() const { return name_; }
  int descriptor() const { return handle_.get(); }

  /// The names of everything in it, sorted.
  std::vector<std::string> names() const;
  /// The type of the entry with this name (links are not followed); nothing if it does not exist.
  std::optional<struct stat> look(const std::string& name) const;
  /// The regular file with that name, for reading; a handle of -1 for anything else, and if it cannot be opened.
  FileHandle open_file(const std::string& name) const;
  /// Removes an entry that is not a folder. False if that fails.
  bool remove(const std::string& name) const;

 private:
  CacheFolder(std::filesystem::path path, std::string name, FileHandle handle);
  static std::optional<CacheFolder> open(int above, const std::string& name, const std::filesystem::path& path);

  std::filesystem::path path_;
  std::string name_;
  FileHandle handle_;
};

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
/// Throws UserError (ExitCode::usage) for that and for a directory that is not trusted, with what was
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
