// The folder in which a peer finds the graph and leaves its distances. Nobody else may read it. Its owner
// removes it. If the owner was killed, the next one that is made in the same place removes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "programs/program.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::external {

class Folder {
 public:
  /// A new one in `place`; if that is empty, in memory (/dev/shm) if it has room for `bytes`, else in the folder for
  /// temporary files. Throws Failure with the reason.
  Folder(const std::filesystem::path& place, std::uint64_t bytes);
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Writes a file that only its owner may read, and that nobody may write to. Throws Failure.
  void write(std::string_view name, std::string_view head, std::string_view content) const;
  /// A file of distances, all unreached, that may be written to. Throws Failure.
  void write_distances(std::string_view name, WeightKind kind, Vertex vertices) const;

 private:
  std::filesystem::path path_;
  programs::Descriptor lock_;  // held as long as it is in use
};

/// The graph's files: offsets.npy, targets.npy, weights.npy, distances.npy and, last, graph.json.
void write_graph(const Folder& folder, const GraphInfo& info, const AnyCsr& graph, WeightKind distances);
/// How many bytes they take, roughly.
std::uint64_t bytes_of_graph(const GraphInfo& info);

inline constexpr const char* distances_file = "distances.npy";

}  // namespace wayfront::external
