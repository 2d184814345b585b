#include "conformance/case.hpp"

#include <filesystem>
#include <memory>
#include <system_error>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "files/file_replacement.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/stored_graph.hpp"
#include "load/graph_file.hpp"
#include "load/loaded_graph.hpp"
#include "measure/shrink/smallest_graph.hpp"

namespace wayfront::host::conformance {
namespace {

template <class Write>
std::string keep(const Suite& suite, Write&& write) {
  const bool named = !suite.options.keep.empty();
  const std::filesystem::path& folder = named ? suite.options.keep : suite.options.scratch;
  if (folder.empty()) return {};
  try {
    std::error_code ignored;  // writing the file reports the error
    std::filesystem::create_directories(folder, ignored);
    const std::string text = write((folder / file_name_of(suite.now, '.', '-')).string());
    return named ? text : "";
  } catch (const UserError& error) {
    return named ? fmt::format("; it cannot be kept: {}", error.what()) : "";
  }
}

}  // namespace

std::string keep_graph(const Suite& suite, const Graph& graph, const Asked& asked) {
  const auto* const stored = dynamic_cast<const StoredGraph*>(&graph);
  if (stored == nullptr) return {};
  return keep(suite, [&](const std::string& place) {
    LoadedGraph loaded;
    loaded.graph = {std::shared_ptr<void>(), stored};  // the case owns it
    loaded.name = suite.now;
    loaded.digest = graph_digest(*stored);
    const std::filesystem::path file = place + ".wfg";
    write_graph_file(file, loaded);
    std::string begins = fmt::format("# The case '{}' of wayfront check: wayfront run {}\n", suite.now,
                                     std::filesystem::path(place).filename().string() + ".toml");
    if (graph.info().offsets == OffsetKind::offsets64)
      begins += "# In the case the graph had 64-bit offsets, which only far larger graphs have in a pipeline.\n";
    write_whole(place + ".toml",
                pipeline_again(begins, file.filename().string(), graph.info().weights, asked.problem, suite.plugin,
                               asked.options, asked.threads),
                Links::follow);
    return fmt::format("; kept as {}; wayfront run {}.toml repeats it", file.string(), place);
  });
}

std::string keep_file(const Suite& suite, std::string_view name, std::string_view content) {
  return keep(suite, [&](const std::string& place) {
    const std::string path = fmt::format("{}-{}", place, name);
    write_whole(path, content, Links::follow);
    return fmt::format("; kept as {}", path);
  });
}

}  // namespace wayfront::host::conformance
