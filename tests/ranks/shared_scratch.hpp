// What tests on several ranks share: a folder, graphs in it, and the rows of a rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "conformance/graphs.hpp"
#include "graph/graph_inspection.hpp"
#include "load/graph_file.hpp"
#include "ranks.hpp"
#include "scratch.hpp"
#include "slice_source.hpp"

namespace wayfront::ranks {

using host::Balance;
using host::conformance::TestGraph;

/// A folder that rank 0 makes and removes, and that all know.
class SharedScratch {
 public:
  explicit SharedScratch(const Ranks& ranks) : ranks_(ranks) {
    std::string path(256, '\0');
    if (ranks.id() == 0) {
      own_ = std::make_unique<host::Scratch>();
      own_->path().string().copy(path.data(), path.size());
    }
    MPI_Bcast(path.data(), static_cast<int>(path.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
    path_ = path.c_str();
  }
  ~SharedScratch() { ranks_.wait_for_all(); }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  const Ranks& ranks_;
  std::unique_ptr<host::Scratch> own_;
  std::filesystem::path path_;
};

template <WeightType W>
host::LoadedGraph loaded(const TestGraph<W>& test, OffsetKind offsets) {
  host::LoadedGraph loaded;
  loaded.graph = test.build(offsets);
  loaded.name = "test";
  loaded.digest = host::graph_digest(*loaded.graph);
  return loaded;
}

/// The graph in g.wfg, which rank 0 writes.
template <WeightType W>
void write_graph(const TestGraph<W>& test, const SharedScratch& scratch, const Ranks& ranks) {
  if (ranks.id() == 0) host::write_graph_file(scratch / "g.wfg", loaded(test, OffsetKind::offsets32));
  ranks.wait_for_all();
}

/// The rows of this rank.
template <class W>
std::vector<W> own_rows(const std::vector<W>& all, const WholeGraph& graph, const Ranks& ranks) {
  const auto id = static_cast<std::size_t>(ranks.id());
  return {all.begin() + static_cast<std::ptrdiff_t>(graph.bounds[id]),
          all.begin() + static_cast<std::ptrdiff_t>(graph.bounds[id + 1])};
}

}  // namespace wayfront::ranks
