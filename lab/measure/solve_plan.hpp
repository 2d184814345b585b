// Which solve of a case comes next. It goes in blocks: one solve of every run from one source, or one batch of sources,
// in random order, so that a drift of the machine hits all runs alike. First warm-ups, then repeats x batches.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "graph/vertex_ids.hpp"
#include "pipeline/plan.hpp"
#include "record/result.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

class SolvePlan {
 public:
  struct Block {
    std::span<const Vertex> sources{};     // a batch; its first source stands for it
    unsigned repeat = 0;                   // 0: a warm-up, which is certified but not kept
    bool last = false;                     // no block comes after it
    std::span<const std::size_t> order{};  // of the runs; until the next call of next()
  };

  /// Of `runs` runs from `sources`, of which there must be one, in batches in their order. Refers to `ids`.
  SolvePlan(const MeasurePlan& measure, std::size_t batch, std::size_t runs, std::vector<Vertex> sources,
            const VertexIds& ids);

  const std::vector<Vertex>& sources() const { return sources_; }
  /// The batches, in the order of the sources.
  std::vector<std::span<const Vertex>> batches() const;
  /// Solves of all blocks, those among them that are not due.
  std::uint64_t solves() const;
  /// How many samples complete a run.
  std::size_t samples() const { return std::size_t{repeats_} * in_order_.size(); }

  /// Notes that a run has this sample, of a batch that begins with `source`. False where it has it already, or it is not
  /// part of the plan.
  bool make(std::size_t run, const VertexId& source, unsigned repeat);
  /// Whether a run with these samples is complete.
  bool is_complete(std::span<const Sample> samples) const;
  /// Whether a run has this sample.
  bool any_made(const VertexId& source, unsigned repeat) const;
  bool complete(std::size_t run) const { return made_[run].size() == samples(); }
  /// Whether this block has a solve for a run that can still solve. Where its answer from there is still `owed`, the
  /// last repeat makes it again: by then, writing it disturbs no solves to come, or few.
  bool due(std::size_t run, Vertex source, unsigned repeat, bool owed) const;

  /// The next block, or nothing after the last.
  std::optional<Block> next();

 private:
  std::span<const Vertex> batch_from(std::size_t first) const;
  bool is_part(const VertexId& source, unsigned repeat) const;

  unsigned warmups_;  // to come
  unsigned repeats_;
  std::vector<Vertex> sources_;
  std::size_t batch_;  // sources per call
  const VertexIds& ids_;
  std::set<VertexId> first_ids_;                               // of the batches
  std::vector<std::set<std::pair<VertexId, unsigned>>> made_;  // by run: (source, repeat)
  std::mt19937_64 random_;
  std::vector<std::size_t> order_;     // of the runs
  std::vector<std::size_t> in_order_;  // where the batches of this repeat begin
  std::size_t at_ = 0;                 // the next of them
  unsigned repeat_ = 1;
  std::uint64_t blocks_;
};

}  // namespace wayfront::host
