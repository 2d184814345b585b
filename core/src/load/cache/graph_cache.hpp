// Loaded graphs kept as binary graph files, for the next time. An entry is found by what the file holds and how it was
// loaded, never by name or time: see CachedLoad. Writers may race, be killed or run out of disk: an entry appears whole
// or not at all. One that is damaged is noticed, removed and made anew. What others put there is neither used nor
// removed: cache_directory.hpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "files/file_input.hpp"
#include "load/graph_file.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::host {

/// $XDG_CACHE_HOME/wayfront, else $HOME/.cache/wayfront; "" where there is neither.
std::filesystem::path default_cache_directory();

/// The directory that the rule names, or the default; "" where nothing is to be kept.
std::filesystem::path cache_directory(const CacheRule& rule);

/// The graph of an open binary graph file, checked entry by entry unless `directory` (a cache's, or "") remembers that
/// it has been; a directory that cannot be used is logged as a warning. Throws like map_graph.
LoadedGraph map_checked(int descriptor, const std::filesystem::path& directory, const std::string& name,
                        RunContext& context, bool writable);

/// One load that may find its graph in the cache, or leave it there. Does nothing where the rule is off, the input is
/// no plain file, or too small for an automatic cache.
class CachedLoad {
 public:
  /// Reads the whole file for its digest. `loader` is the plugin that will read it, with `options` as text.
  CachedLoad(const GraphRequest& request, const Plugin& loader, const std::string& options, RunContext& context);

  /// The graph, with what was known about it when it was loaded; the name is this request's. What is wrong with an
  /// entry or the directory is logged as a warning; where they are not the cache's, keep() does nothing.
  std::optional<LoadedGraph> find();
  /// Keeps a graph that took `seconds` to load, if the rule wants it kept, and makes room for it. `input` is what it
  /// was loaded from. A failure is logged where the cache was asked for.
  void keep(LoadedGraph& loaded, double seconds, const FileInput& input);

 private:
  std::string key(std::span<const std::string> besides) const;
  std::optional<LoadedGraph> look_up();

  const GraphRequest& request_;
  RunContext& context_;
  std::filesystem::path directory_;  // "": nothing to do
  std::string how_;                  // everything but the files beside, as text
  std::string identity_;             // of the files that were read for the digests
};

struct CacheEntry {
  std::filesystem::path path;
  std::uint64_t bytes = 0;
  std::filesystem::file_time_type used;
  std::optional<GraphFileAbout> about;  // nothing: it is damaged
};

/// The entries of a cache directory, the latest used first. This and what follows throw as CacheDirectory::find does.
std::vector<CacheEntry> cache_entries(const std::filesystem::path& directory);

/// Removes the least recently used entries until the others have at most so many bytes, and what killed writers left
/// behind. Returns how many bytes it freed.
std::uint64_t shrink_cache(const std::filesystem::path& directory, double most_bytes);

struct ClearedCache {
  std::uint64_t bytes = 0;                  // freed
  std::vector<std::filesystem::path> left;  // what the cache did not make
};

/// Removes everything that the cache made but its folders, its mark and what may still be written.
ClearedCache clear_cache(const std::filesystem::path& directory);

}  // namespace wayfront::host
