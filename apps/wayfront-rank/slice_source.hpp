// Where the ranks' slices come from: one file of which each reads its part (.wfg, Galois .gr, GAPBS .wsg), a file of each
// rank (.wfs), or a generator of which each makes its part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "load/slices/slice_file.hpp"
#include "ranks.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::ranks {

/// What every rank knows of the whole graph.
struct WholeGraph {
  std::uint64_t vertices = 0, edges = 0, first_id = 0;
  double min_weight = 0, max_weight = 0, mean_weight = 0;
  WeightKind weights = WeightKind::int32;
  std::string digest;                 // "" where it is not known
  std::vector<std::uint64_t> bounds;  // the first vertex of each rank's slice, and behind them `vertices`

  /// The rank whose slice has the vertex.
  std::size_t owner(std::uint64_t vertex) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(bounds, vertex) - bounds.begin()) - 1;
  }
};

class SliceSource {
 public:
  SliceSource(std::string name, const Ranks& ranks)
      : name_(std::move(name)),
        id_(static_cast<std::uint64_t>(ranks.id())),
        count_(static_cast<std::uint64_t>(ranks.count())) {}
  virtual ~SliceSource() = default;
  SliceSource(const SliceSource&) = delete;
  SliceSource& operator=(const SliceSource&) = delete;

  /// For messages.
  const std::string& name() const { return name_; }
  const WholeGraph& graph() const { return graph_; }
  std::uint64_t first_vertex() const { return graph_.bounds[id_]; }
  std::uint64_t own_vertices() const { return graph_.bounds[id_ + 1] - graph_.bounds[id_]; }
  std::uint64_t first_arc() const { return first_arc_; }
  std::uint64_t own_edges() const { return own_edges_; }
  /// Whether weights and digest of the graph are known before it is loaded.
  bool is_described() const { return !graph_.digest.empty(); }

  /// Fills arrays of own_vertices() + 1 offsets, counted from this slice's first arc, own_edges() targets, numbered in
  /// the whole graph, and own_edges() weights. All ranks together. Throws UserError (ExitCode::input), on this rank alone.
  virtual void load(std::uint64_t* offsets, Vertex* targets, void* weights) = 0;
  /// Of the weights that load() gave, where the file does not say their type: how many have the bits of a usual float, and
  /// how many have not. Zeros do not count.
  std::uint64_t like_floats() const { return like_floats_; }
  std::uint64_t like_integers() const { return like_integers_; }
  /// Where the digest of the whole graph is wrong: throws UserError if this rank's file is at fault.
  virtual void refuse_damage() const {}

 protected:
  std::string name_;
  std::uint64_t id_, count_;
  WholeGraph graph_;
  std::uint64_t first_arc_ = 0, own_edges_ = 0;
  std::uint64_t like_floats_ = 0, like_integers_ = 0;
};

struct SliceRequest {
  /// A file, or "generate:KIND".
  std::string graph;
  host::Balance balance = host::Balance::arcs;
  /// The type of weights that the graph does not say: of generated ones, and of Galois's edge data.
  std::optional<WeightKind> weights{};
  /// Options of the generator: "vertices=1000".
  std::vector<std::string> options{};
};

/// All ranks together. Throws UserError, the same on all, which names the rank and the file.
std::unique_ptr<SliceSource> open_slices(const SliceRequest& request, const Ranks& ranks);

/// The same for a generator, whose arcs each rank makes a part of. `kind` and the options are those of the loader
/// `generate`, and so is the graph, whatever the number of ranks. Throws UserError (ExitCode::usage).
std::unique_ptr<SliceSource> open_generated(std::string_view kind, const SliceRequest& request, const Ranks& ranks);

/// A step that each rank takes by itself. If it throws UserError on one, all throw it, with that code.
template <class Step>
void together(const Ranks& ranks, host::ExitCode code, const Step& step) {
  std::string fault;
  try {
    step();
  } catch (const host::UserError& error) {
    fault = error.what();
  }
  if (const std::string first = ranks.first_of(fault); !first.empty()) throw host::UserError(code, first);
}

}  // namespace wayfront::ranks
