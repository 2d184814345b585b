// Files of a loader in the suite: read by load_graph(), which checks the loader's contract, and written by save_graph().
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case.hpp"
#include "load/loaded_graph.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host::conformance {

/// A folder for a case, removed at its end.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path write(const std::filesystem::path& name, std::string_view content) const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// How a load ended: with a graph, or with an error about the file.
struct LoadEnding {
  std::optional<LoadedGraph> graph;
  std::string error;
  bool loaded() const { return graph.has_value(); }
  const std::string& digest() const { return graph->digest; }
};

/// Throws Failed if it ended in a way that the contract does not allow.
LoadEnding load_file(const Suite& suite, const std::filesystem::path& file, WeightKind weights, unsigned threads);

/// Writes `graph` in the loader's format, with its default options. Throws Unsupported where the loader refuses, and
/// Failed.
void save_file(const Suite& suite, const LoadedGraph& graph, const std::filesystem::path& file);

/// The types of weights that the loader may be asked for.
std::vector<WeightKind> kinds_of(const Plugin& plugin);

}  // namespace wayfront::host::conformance
