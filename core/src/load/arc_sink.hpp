// The host's side of one load: room for the arcs that a loader announces, and counts to check the loader.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/big_array.hpp"
#include "graph/places/vertex_points.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Arrays for all arcs, allocated as arcs arrive, so a header that announces too many costs nothing.
class ArcSink final : public GraphSink {
 public:
  /// The context's cancellation ends a load between two blocks.
  ArcSink(WeightKind weights, RunContext& context);

  void begin(const GraphHeader& header) override;
  void begin_both_ways(const GraphHeader& header) override;
  void note(Note kind, std::string_view text) override;
  void finish(const GraphHeader& header) override;
  void ids(std::span<const std::uint64_t> of_vertices) override;
  void names(std::span<const std::string_view> of_vertices) override;
  void coordinates(const Coordinates& of_vertices) override;

  /// What the loader promised in its header and did not keep, after the load: a sentence, or "".
  std::string fault() const;
  const GraphHeader& header() const { return header_; }
  /// Whether the reverse arcs are still missing.
  bool mirrored() const { return !header_.directed && !both_ways_; }
  VertexIds take_ids();
  VertexPoints take_coordinates() { return std::move(coordinates_); }
  /// The loader's notes of that kind.
  const std::vector<std::string>& notes(Note kind) const { return notes_[static_cast<std::size_t>(kind)]; }
  /// All arcs, in order. W must be the weight type of the sink.
  template <WeightType W>
  std::vector<std::span<Arc<W>>> blocks() {
    std::vector<std::span<Arc<W>>> all;
    for (Block& block : blocks_) all.emplace_back(reinterpret_cast<Arc<W>*>(block.memory.get()), block.used);
    return all;
  }
  /// Ends the use of the arcs.
  void drop() { blocks_.clear(); }

 private:
  struct Block {
    BigArray<unsigned char> memory;
    std::uint64_t arcs;  // number of arcs with room
    std::uint64_t used;
  };

  void* room(std::uint64_t count, WeightKind kind) override;
  void check(const GraphHeader& header, std::uint64_t arcs_in_memory) const;
  std::uint64_t next_block(std::uint64_t count) const;
  void start_ids(std::uint64_t count);

  WeightKind weights_;
  std::uint64_t arc_bytes_;
  RunContext& context_;
  GraphHeader header_;
  bool begun_ = false;
  bool open_ended_ = false;
  bool both_ways_ = false;
  std::uint64_t given_ = 0;
  std::vector<Block> blocks_;
  bool has_ids_ = false;
  std::uint64_t ids_given_ = 0;
  VertexIds ids_;
  VertexPoints coordinates_;
  std::array<std::vector<std::string>, 2> notes_;  // by kind
};

}  // namespace wayfront::host
