// The folder in which a peer finds the graph and leaves its distances.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "programs/temporary_folder.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::external {

class Folder {
 public:
  /// A new programs::TemporaryFolder. Throws Failure with the reason.
  Folder(const std::filesystem::path& place, std::uint64_t bytes);

  const std::filesystem::path& path() const { return folder_->path(); }
  /// Writes a file that only its owner may read, and that nobody may write to. Throws Failure.
  void write(std::string_view name, std::string_view head, std::string_view content) const;
  /// A file of distances, all unreached, that may be written to. Throws Failure.
  void write_distances(std::string_view name, WeightKind kind, Vertex vertices) const;

 private:
  std::unique_ptr<programs::TemporaryFolder> folder_;
};

/// The graph's files: offsets.npy, targets.npy, weights.npy, distances.npy and, last, graph.json.
void write_graph(const Folder& folder, const GraphInfo& info, const AnyCsr& graph, WeightKind distances);
/// How many bytes they take, roughly.
std::uint64_t bytes_of_graph(const GraphInfo& info);

inline constexpr const char* distances_file = "distances.npy";

}  // namespace wayfront::external
