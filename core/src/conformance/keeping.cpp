#include "conformance/keeping.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>

#include "base/errors.hpp"
#include "files/file_replacement.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/stored_graph.hpp"
#include "load/graph_file.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host::conformance {
namespace {

/// "int32: two vertices, both ways" as "int32-two-vertices-both-ways".
std::string file_name_of(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.';
    if (plain)
      name += c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  return name;
}

template <class Write>
std::string keep(const Suite& suite, std::string_view ending, Write&& write) {
  const std::filesystem::path& folder = suite.options.keep;
  if (folder.empty()) return {};
  const std::filesystem::path path = folder / (file_name_of(suite.now) + std::string(ending));
  try {
    std::error_code ignored;  // writing the file reports the error
    std::filesystem::create_directories(folder, ignored);
    write(path);
    return fmt::format("; kept as {}", path.string());
  } catch (const UserError& error) {
    return fmt::format("; it cannot be kept: {}", error.what());
  }
}

}  // namespace

std::string keep_graph(const Suite& suite, const Graph& graph) {
  const auto* const stored = dynamic_cast<const StoredGraph*>(&graph);
  if (stored == nullptr) return {};
  return keep(suite, ".wfg", [&](const std::filesystem::path& path) {
    LoadedGraph loaded;
    loaded.graph = {std::shared_ptr<void>(), stored};  // the case owns it
    loaded.name = suite.now;
    loaded.digest = graph_digest(*stored);
    write_graph_file(path, loaded);
  });
}

std::string keep_file(const Suite& suite, std::string_view name, std::string_view content) {
  return keep(suite, fmt::format("-{}", name),
              [&](const std::filesystem::path& path) { write_whole(path, content, Links::follow); });
}

}  // namespace wayfront::host::conformance
