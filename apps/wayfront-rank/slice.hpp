// One rank's part of a graph: the arcs out of a range of vertices, and the ghosts, which are the other ranks' vertices
// that these arcs lead to. The targets are renumbered: own vertices from 0, then ghosts, in the order of their owners.
// Once it is loaded nobody can write to it, so an engine cannot spoil what the certificate reads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "load/slices/slice_file.hpp"
#include "page_array.hpp"
#include "ranks.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::ranks {

/// What every rank knows of the whole graph.
struct WholeGraph {
  std::uint64_t vertices = 0, edges = 0, first_id = 0;
  double min_weight = 0, max_weight = 0, mean_weight = 0;
  WeightKind weights = WeightKind::int32;
  std::string digest;
  std::vector<std::uint64_t> bounds;  // the first vertex of each rank's slice, and behind them `vertices`
};

/// The file of this rank's slice, opened: a .wfg, of which this rank reads its part alone, or its own file of those that
/// `wayfront split` wrote. All ranks together. Throws UserError (ExitCode::input), the same on all, which names the
/// rank and the file.
class SliceFile {
 public:
  SliceFile(const std::filesystem::path& name, host::Balance balance, const Ranks& ranks);
  ~SliceFile();
  SliceFile(const SliceFile&) = delete;
  SliceFile& operator=(const SliceFile&) = delete;
  const WholeGraph& graph() const { return graph_; }

  std::uint64_t first_vertex() const { return graph_.bounds[id_]; }
  std::uint64_t own_vertices() const { return graph_.bounds[id_ + 1] - graph_.bounds[id_]; }
  std::uint64_t own_edges() const { return last_arc_ - first_arc_; }
  /// Reads into arrays of own_vertices() + 1, own_edges(), and own_edges() of the type of the weights. `path` names the
  /// file where one cannot be read.
  void read_offsets(std::uint64_t* offsets) const;
  void read_targets(Vertex* targets) const;
  void read_weights(void* weights) const;
  /// Whether what was read has the digest that the file was written with. Of a .wfg the ranks look at all of its
  /// blocks, each at a part of them. All ranks together.
  bool is_intact(const Ranks& ranks) const;

 private:
  void open_graph(host::Balance balance, std::uint64_t file_bytes);
  void open_slice(std::uint64_t file_bytes);
  void agree(const Ranks& ranks) const;
  std::uint64_t offset_at(std::uint64_t v) const;
  void read(void* data, std::uint64_t bytes, std::uint64_t at) const;
  host::Hash128 block_digest(std::uint64_t block) const;
  host::Hash128 slice_digest() const;

  std::filesystem::path path_;
  int file_ = -1;
  std::uint64_t id_, count_;
  WholeGraph graph_;
  bool is_slice_ = false, wide_ = false;
  std::uint64_t offsets_at_ = 0, targets_at_ = 0, weights_at_ = 0, end_ = 0;  // bytes in the file
  std::uint64_t first_arc_ = 0, last_arc_ = 0;
  host::Hash128 digest_;  // of the whole graph, or of this slice's file
};

template <WeightType W>
class Slice {
 public:
  /// Reads the file, checks it, and asks the other ranks for the ghosts. All ranks together. Throws as SliceFile.
  Slice(const SliceFile& file, const Ranks& ranks);

  const WholeGraph& graph() const { return graph_; }
  std::uint64_t first_vertex() const { return first_vertex_; }
  std::uint64_t vertices() const { return offsets_.size() - 1; }
  std::uint64_t edges() const { return targets_.size(); }
  std::uint64_t begin(std::uint64_t u) const { return offsets_[u]; }
  std::uint64_t end(std::uint64_t u) const { return offsets_[u + 1]; }
  Vertex target(std::uint64_t arc) const { return targets_[arc]; }
  W weight(std::uint64_t arc) const { return weights_[arc]; }

  std::uint64_t ghosts() const { return ghost_vertices_.size(); }
  /// The ghosts of rank r are first_ghost(r) .. first_ghost(r + 1) - 1.
  std::uint64_t first_ghost(std::size_t r) const { return first_ghost_[r]; }
  std::size_t owner(std::uint64_t ghost) const;
  /// The number of a ghost among its owner's vertices.
  Vertex at_owner(std::uint64_t ghost) const { return ghost_vertices_[ghost]; }
  /// This rank's vertices that are ghosts of rank r, in the order of r's ghosts.
  std::span<const Vertex> asked_by(std::size_t r) const {
    return {asked_.data() + first_asked_[r], first_asked_[r + 1] - first_asked_[r]};
  }
  std::vector<std::uint64_t> asked_sizes() const;
  std::vector<std::uint64_t> ghost_sizes() const;
  /// A target's number in the whole graph.
  std::uint64_t global(Vertex target) const;
  /// Offsets, targets and weights: this rank's share of the graph.
  std::uint64_t bytes() const {
    return offsets_.size() * sizeof(std::uint64_t) + edges() * (sizeof(Vertex) + sizeof(W));
  }

 private:
  void renumber();
  void introduce(const Ranks& ranks);

  WholeGraph graph_;
  std::uint64_t first_vertex_;
  PageArray<std::uint64_t> offsets_;
  PageArray<Vertex> targets_;
  PageArray<W> weights_;
  PageArray<Vertex> ghost_vertices_;
  std::vector<std::uint64_t> first_ghost_;
  PageArray<Vertex> asked_;
  std::vector<std::uint64_t> first_asked_;
};

/// Throws UserError (ExitCode::input) on all ranks if `mine` is not empty on one: its sentence.
void throw_together(const Ranks& ranks, const std::string& mine);

}  // namespace wayfront::ranks
