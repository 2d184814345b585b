#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <system_error>

#include "available_memory.hpp"
#include "byte_source.hpp"
#include "commands.hpp"
#include "errors.hpp"
#include "graph_cache.hpp"
#include "graph_file.hpp"
#include "host_context.hpp"
#include "json_text.hpp"
#include "output.hpp"

namespace wayfront::app {
namespace {

struct Row {
  host::CacheEntry entry;
  std::string graph;  // "NY.gr.gz, int32"
  std::uint64_t vertices = 0, edges = 0;
  double seconds = 0;  // that loading it took
};

/// What the entry says about itself; the entry alone where it is damaged.
Row row_of(const host::CacheEntry& entry, host::HostContext& context) {
  Row row{entry, "damaged"};
  try {
    const host::FileHandle file(::open(entry.path.c_str(), O_RDONLY | O_CLOEXEC));
    const host::LoadedGraph loaded = host::map_graph(file.get(), host::Trust::header, entry.path.string(), context);
    row.graph = loaded.name;
    for (const std::string& step : loaded.steps) row.graph += ", " + step;
    if (!loaded.weight_rule.empty()) row.graph += ", weights " + loaded.weight_rule;
    row.vertices = loaded.graph->info().vertices;
    row.edges = loaded.graph->info().edges;
    row.seconds = loaded.seconds;
  } catch (const host::UserError&) {
  }
  return row;
}

std::time_t seconds_of(std::filesystem::file_time_type time) {
  const auto system = std::chrono::file_clock::to_sys(time);
  return std::chrono::system_clock::to_time_t(
      std::chrono::time_point_cast<std::chrono::system_clock::duration>(system));
}

}  // namespace

int cache(const CacheArguments& arguments) {
  const std::filesystem::path directory =
      arguments.directory.empty() ? host::default_cache_directory() : arguments.directory;
  if (directory.empty())
    throw host::UserError(host::ExitCode::usage,
                          "there is no cache: neither XDG_CACHE_HOME nor HOME is set; name it "
                          "with --directory");
  std::error_code error;
  if (!arguments.directory.empty() && !std::filesystem::is_directory(directory, error))
    throw host::UserError(host::ExitCode::usage, fmt::format("--directory: there is no folder {}", directory.string()));
  if (arguments.clear) {
    const std::uint64_t freed = host::shrink_cache(directory, 0);
    std::error_code ignored;
    std::filesystem::remove_all(directory / "checked", ignored);
    print(fmt::format("{}: {} removed\n", directory.string(), host::bytes_text(static_cast<double>(freed))));
    return 0;
  }
  host::HostContext context(1);
  nlohmann::json entries = nlohmann::json::array();
  std::string text;
  std::uint64_t bytes = 0;
  for (const host::CacheEntry& entry : host::cache_entries(directory)) {
    const Row row = row_of(entry, context);
    const std::time_t used = seconds_of(entry.used);
    bytes += entry.bytes;
    entries.push_back({{"file", entry.path.string()},
                       {"bytes", entry.bytes},
                       {"used", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(used))},
                       {"graph", row.graph},
                       {"vertices", row.vertices},
                       {"edges", row.edges},
                       {"load_seconds", row.seconds}});
    text += fmt::format("  {:>9}  {:%Y-%m-%d %H:%M}  {} ({} vertices, {} arcs; {:.1f} s to load)\n",
                        host::bytes_text(static_cast<double>(entry.bytes)), fmt::localtime(used), row.graph,
                        row.vertices, row.edges, row.seconds);
  }
  if (arguments.json)
    print(host::json_text({{"directory", directory.string()}, {"bytes", bytes}, {"entries", entries}}));
  else
    print(fmt::format("{}: {} graphs, {}\n{}", directory.string(), entries.size(),
                      host::bytes_text(static_cast<double>(bytes)), text));
  return 0;
}

}  // namespace wayfront::app
