#include "measure/solve_plan.hpp"

#include <algorithm>
#include <numeric>

namespace wayfront::host {

SolvePlan::SolvePlan(const MeasurePlan& measure, std::size_t runs, std::vector<Vertex> sources, const VertexIds& ids)
    : warmups_(measure.warmups),
      repeats_(measure.repeats),
      sources_(std::move(sources)),
      ids_(ids),
      made_(runs),
      random_(measure.seed),
      order_(runs),
      in_order_(sources_),
      blocks_(measure.warmups + std::uint64_t{measure.repeats} * sources_.size()) {
  for (const Vertex source : sources_) source_ids_.insert(ids_[source]);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
}

std::uint64_t SolvePlan::solves() const { return blocks_ * order_.size(); }

bool SolvePlan::make(std::size_t run, const VertexId& source, unsigned repeat) {
  if (repeat == 0 || repeat > repeats_ || !source_ids_.contains(source)) return false;
  return made_[run].emplace(source, repeat).second;
}

bool SolvePlan::any_made(const VertexId& source, unsigned repeat) const {
  return std::ranges::any_of(made_, [&](const auto& made) { return made.contains({source, repeat}); });
}

bool SolvePlan::due(std::size_t run, Vertex source, unsigned repeat, bool owed) const {
  return !made_[run].contains({ids_[source], repeat}) || (repeat == repeats_ && owed);
}

std::optional<SolvePlan::Block> SolvePlan::next() {
  Block block;
  if (warmups_ > 0) {
    --warmups_;
    block.source = sources_.front();
  } else {
    if (at_ == in_order_.size()) {
      std::ranges::shuffle(in_order_, random_);  // so that no plugin can predict the next source
      at_ = 0;
      ++repeat_;
    }
    if (repeat_ > repeats_) return std::nullopt;
    block.source = in_order_[at_++];
    block.repeat = repeat_;
    block.last = repeat_ == repeats_ && at_ == in_order_.size();
  }
  std::ranges::shuffle(order_, random_);
  block.order = order_;
  return block;
}

}  // namespace wayfront::host
