// The host's side of one load: room for the arcs that a loader announces, and the counts to check it by.
#pragma once

#include <cstdint>
#include <span>

#include "big_array.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// One array for all arcs. Memory is used as arcs are written, so a header that promises too much costs nothing.
class ArcSink final : public GraphSink {
 public:
  /// The context's cancellation ends a load between two blocks.
  ArcSink(WeightKind weights, RunContext& context);

  void begin(const GraphHeader& header) override { start(header, !header.directed); }
  void begin_both_ways(const GraphHeader& header) override;

  bool begun() const { return begun_; }
  const GraphHeader& header() const { return header_; }
  /// Whether each arc still lacks its opposite.
  bool mirrored() const { return mirrored_; }
  std::uint64_t given() const { return given_; }
  /// W must be the kind that the sink was made for.
  template <WeightType W>
  std::span<Arc<W>> all() {
    return {reinterpret_cast<Arc<W>*>(memory_.get()), given_};
  }
  /// Ends the use of the arcs.
  void drop() { memory_.reset(); }

 private:
  void start(const GraphHeader& header, bool mirrored);
  void* room(std::uint64_t count, WeightKind kind) override;

  WeightKind weights_;
  RunContext& context_;
  GraphHeader header_;
  bool begun_ = false;
  bool mirrored_ = false;
  std::uint64_t given_ = 0;
  BigArray<unsigned char> memory_;
};

/// Bytes that loading such a graph takes at its peak: the arcs as they come, and the rows made of them.
double bytes_needed(const GraphHeader& header, bool mirrored);

}  // namespace wayfront::host
