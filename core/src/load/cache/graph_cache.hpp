// Loaded graphs kept as binary graph files, for later runs. An entry is found by the content of the file and how it was
// loaded, never by name or time: see CachedLoad. Writers may race, be killed or run out of disk space: an entry appears
// completely or not at all. A damaged entry is detected, removed and rebuilt. Files of others are neither used nor
// removed: cache_files.hpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "files/input.hpp"
#include "load/graph_file.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::host {

/// $XDG_CACHE_HOME/wayfront, else $HOME/.cache/wayfront; "" if neither is set.
std::filesystem::path default_cache_directory();

/// The directory that the rule names, or the default; "" if nothing should be kept.
std::filesystem::path cache_directory(const CacheRule& rule);

/// One load that may find its graph in the cache, or add it. Does nothing if the rule is off, or if the input is not a
/// plain file or too small for an automatic cache.
class CachedLoad {
 public:
  /// Reads the whole file for its digest. `loader` is the plugin that will read it, with `options` as text.
  CachedLoad(const GraphRequest& request, const Plugin& loader, const std::string& options, RunContext& context);

  /// The graph, with the information from its load; the name is that of this request. Problems with an entry or the
  /// directory are logged as warnings; if they do not belong to the cache, keep() does nothing.
  std::optional<LoadedGraph> find();
  /// Keeps a graph that took `seconds` to load, if the rule says so, and makes room for it. `input` is the input that
  /// it was loaded from. A failure is logged if the cache was requested.
  void keep(LoadedGraph& loaded, double seconds, const FileInput& input);

 private:
  std::string key(std::span<const std::string> besides) const;

  const GraphRequest& request_;
  RunContext& context_;
  std::filesystem::path directory_;  // "": nothing to do
  std::string how_;                  // everything except the files next to it, as text
  std::string identity_;             // of the files read for the digests
};

struct CacheEntry {
  std::filesystem::path path;
  std::uint64_t bytes = 0;
  std::filesystem::file_time_type used;
  std::optional<GraphFileAbout> about;  // of a graph; nothing if it is damaged
  std::string kept{};                   // what bytes that a plugin keeps are called; "" for a graph
};

/// The entries of a cache directory, most recently used first. This and the following functions throw like
/// find_cache().
std::vector<CacheEntry> cache_entries(const std::filesystem::path& directory);

/// Removes the least recently used entries until the rest has at most `max_bytes`, and files that killed writers left
/// behind. Returns the number of freed bytes.
std::uint64_t shrink_cache(const std::filesystem::path& directory, double max_bytes);

struct ClearedCache {
  std::uint64_t bytes = 0;                  // freed
  std::vector<std::filesystem::path> left;  // files that the cache did not make
};

/// Removes everything that the cache made, except its folders, its mark and files that may still be in the process of
/// being written.
ClearedCache clear_cache(const std::filesystem::path& directory);

}  // namespace wayfront::host
