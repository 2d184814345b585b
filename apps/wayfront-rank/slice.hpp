// One rank's part of a graph: the arcs out of a range of vertices, and the ghosts, which are the other ranks' vertices
// that these arcs lead to. The targets are renumbered: own vertices from 0, then ghosts, in the order of their owners.
// Once it is loaded nobody can write to it, so an engine cannot spoil what the certificate reads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/big_array.hpp"
#include "ranks.hpp"
#include "slice_source.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::ranks {

/// What is asked of a slice that is loaded.
enum class Check : std::uint8_t {
  content,  // what was loaded is compared with the digest in the file; without one, it is computed
  nothing,  // damage that leaves offsets, targets and weights possible is not noticed
};

template <WeightType W>
class Slice {
 public:
  /// Loads this rank's slice and tells the other ranks of its ghosts. All ranks together. Throws UserError
  /// (ExitCode::input), the same on all, which names the rank, the file and the place: also for weights that are negative or
  /// no numbers.
  Slice(SliceSource& source, const Ranks& ranks, Check check = Check::content);

  const WholeGraph& graph() const { return graph_; }
  std::uint64_t first_vertex() const { return first_vertex_; }
  std::uint64_t vertices() const { return vertices_; }
  std::uint64_t edges() const { return edges_; }
  std::uint64_t begin(std::uint64_t u) const { return offsets_[u]; }
  std::uint64_t end(std::uint64_t u) const { return offsets_[u + 1]; }
  Vertex target(std::uint64_t arc) const { return targets_[arc]; }
  W weight(std::uint64_t arc) const { return weights_[arc]; }

  std::uint64_t ghosts() const { return first_ghost_.back(); }
  /// The ghosts of rank r are first_ghost(r) .. first_ghost(r + 1) - 1.
  std::uint64_t first_ghost(std::size_t r) const { return first_ghost_[r]; }
  std::size_t owner(std::uint64_t ghost) const;
  /// The number of a ghost among its owner's vertices.
  Vertex at_owner(std::uint64_t ghost) const { return ghost_vertices_[ghost]; }
  /// This rank's vertices that are ghosts of rank r, in the order of r's ghosts.
  std::span<const Vertex> asked_by(std::size_t r) const {
    return {asked_.get() + first_asked_[r], first_asked_[r + 1] - first_asked_[r]};
  }
  std::vector<std::uint64_t> asked_sizes() const { return sizes(first_asked_); }
  std::vector<std::uint64_t> ghost_sizes() const { return sizes(first_ghost_); }
  /// A target's number in the whole graph.
  std::uint64_t global(Vertex target) const;
  /// Of all arcs of the graph, the share of those that lead to another rank's vertex.
  double crossing() const { return crossing_; }
  /// Offsets, targets and weights: this rank's share of the graph.
  std::uint64_t bytes() const {
    return (vertices_ + 1) * sizeof(std::uint64_t) + edges_ * (sizeof(Vertex) + sizeof(W));
  }

 private:
  static std::vector<std::uint64_t> sizes(const std::vector<std::uint64_t>& firsts);
  void require_weights(const SliceSource& source) const;
  void describe(const SliceSource& source, const Ranks& ranks, Check check);
  void renumber();
  void introduce(const Ranks& ranks);

  WholeGraph graph_;
  std::uint64_t first_vertex_, vertices_, edges_;
  host::BigArray<std::uint64_t> offsets_;
  host::BigArray<Vertex> targets_;
  host::BigArray<W> weights_;
  host::BigArray<Vertex> ghost_vertices_;
  std::vector<std::uint64_t> first_ghost_;
  host::BigArray<Vertex> asked_;
  std::vector<std::uint64_t> first_asked_;
  double crossing_ = 0;
};

}  // namespace wayfront::ranks
