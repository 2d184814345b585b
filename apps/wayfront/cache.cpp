#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "base/available_memory.hpp"
#include "base/json/json_text.hpp"
#include "commands.hpp"
#include "load/cache/graph_cache.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::app {
namespace {

struct CacheArguments {
  std::filesystem::path directory;  // empty: the user's
  bool clear = false;
  bool json = false;

  void add_to(std::vector<Option>& rows) {
    rows = {{"--directory", &directory, "The cache of a pipeline with cache = \"DIRECTORY\"."},
            {"--clear", &clear, "Remove them all."},
            Option{"--json", &json, "Print JSON."}.excludes({"--clear"})};
  }
};

/// Text for the entry's graph: "NY.gr.gz, weights hash1000"; what it is called, if it is not a graph.
std::string graph_of(const host::CacheEntry& entry) {
  if (!entry.kept.empty()) return entry.kept;
  if (!entry.about) return "damaged";
  const host::LoadedGraph& loaded = entry.about->loaded;
  std::string graph = loaded.name;
  for (const std::string& step : loaded.steps) graph += ", " + step;
  if (!loaded.weight_rule.empty()) graph += ", weights " + loaded.weight_rule;
  return graph;
}

std::string cleared_text(const std::filesystem::path& directory, const host::ClearedCache& cleared) {
  std::string text =
      fmt::format("{}: {} removed", directory.string(), host::bytes_text(static_cast<double>(cleared.bytes)));
  if (!cleared.left.empty())
    text += fmt::format("; kept, because the cache did not make it: {}{}", cleared.left.front().string(),
                        cleared.left.size() == 1 ? "" : fmt::format(" and {} more", cleared.left.size() - 1));
  return text + '\n';
}

std::time_t seconds_of(std::filesystem::file_time_type time) {
  const auto system = std::chrono::file_clock::to_sys(time);
  return std::chrono::system_clock::to_time_t(
      std::chrono::time_point_cast<std::chrono::system_clock::duration>(system));
}

int cache(const CacheArguments& arguments) {
  const std::filesystem::path directory =
      arguments.directory.empty() ? host::default_cache_directory() : arguments.directory;
  if (directory.empty()) refuse("there is no cache: neither XDG_CACHE_HOME nor HOME is set; name it with --directory");
  std::error_code error;
  if (!arguments.directory.empty() && !std::filesystem::is_directory(directory, error))
    refuse("--directory: the folder {} does not exist", directory.string());
  if (arguments.clear) {
    print(cleared_text(directory, host::clear_cache(directory)));
    return 0;
  }
  nlohmann::json entries = nlohmann::json::array();
  std::string text;
  std::uint64_t bytes = 0, graphs = 0;
  for (const host::CacheEntry& entry : host::cache_entries(directory)) {
    const std::string graph = graph_of(entry);
    const std::uint64_t vertices = entry.about ? entry.about->vertices : 0,
                        edges = entry.about ? entry.about->edges : 0;
    const double seconds = entry.about ? entry.about->loaded.seconds : 0;  // time that loading took
    const std::time_t used = seconds_of(entry.used);
    bytes += entry.bytes;
    entries.push_back({{"file", entry.path.string()},
                       {"bytes", entry.bytes},
                       {"used", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(used))},
                       {"kind", entry.kept.empty() ? "graph" : "kept"},
                       {"graph", graph},
                       {"vertices", vertices},
                       {"edges", edges},
                       {"load_seconds", seconds}});
    graphs += entry.kept.empty() ? 1 : 0;
    text += fmt::format("  {:>9}  {:%Y-%m-%d %H:%M}  {}{}\n", host::bytes_text(static_cast<double>(entry.bytes)),
                        fmt::localtime(used), graph,
                        entry.kept.empty()
                            ? fmt::format(" ({} vertices, {} arcs; {:.1f} s to load)", vertices, edges, seconds)
                            : ", kept by a plugin");
  }
  if (arguments.json)
    print(host::json_text({{"directory", directory.string()}, {"bytes", bytes}, {"entries", entries}}));
  else
    print(fmt::format("{}: {} graphs, {}\n{}", directory.string(), graphs, host::bytes_text(static_cast<double>(bytes)),
                      text));
  return 0;
}

}  // namespace

Command cache_command() {
  return command("cache", "List the graphs, and the bytes of plugins, that are kept for later runs.", cache);
}

}  // namespace wayfront::app
