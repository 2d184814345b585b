#include "measure/solve_plan.hpp"

#include <algorithm>
#include <numeric>

namespace wayfront::host {

SolvePlan::SolvePlan(const MeasurePlan& measure, std::size_t batch, std::size_t runs, std::vector<Vertex> sources,
                     const VertexIds& ids)
    : warmups_(measure.warmups),
      repeats_(measure.repeats),
      sources_(std::move(sources)),
      batch_(batch),
      ids_(ids),
      made_(runs),
      random_(measure.seed),
      order_(runs) {
  for (std::size_t first = 0; first < sources_.size(); first += batch_) {
    in_order_.push_back(first);
    first_ids_.insert(ids_[sources_[first]]);
  }
  blocks_ = warmups_ + std::uint64_t{repeats_} * in_order_.size();
  std::iota(order_.begin(), order_.end(), std::size_t{0});
}

std::uint64_t SolvePlan::solves() const { return blocks_ * order_.size(); }

bool SolvePlan::is_part(const VertexId& source, unsigned repeat) const {
  return repeat != 0 && repeat <= repeats_ && first_ids_.contains(source);
}

bool SolvePlan::make(std::size_t run, const VertexId& source, unsigned repeat) {
  return is_part(source, repeat) && made_[run].emplace(source, repeat).second;
}

bool SolvePlan::is_complete(std::span<const Sample> all) const {
  std::set<std::pair<VertexId, unsigned>> made;
  for (const Sample& it : all)
    if (is_part(it.source, it.repeat)) made.emplace(it.source, it.repeat);
  return made.size() == samples();
}

bool SolvePlan::any_made(const VertexId& source, unsigned repeat) const {
  return std::ranges::any_of(made_, [&](const auto& made) { return made.contains({source, repeat}); });
}

bool SolvePlan::due(std::size_t run, Vertex source, unsigned repeat, bool owed) const {
  return !made_[run].contains({ids_[source], repeat}) || (repeat == repeats_ && owed);
}

std::span<const Vertex> SolvePlan::batch_from(std::size_t first) const {
  return std::span(sources_).subspan(first, std::min(batch_, sources_.size() - first));
}

std::vector<std::span<const Vertex>> SolvePlan::batches() const {
  std::vector<std::span<const Vertex>> all;
  for (std::size_t first = 0; first < sources_.size(); first += batch_) all.push_back(batch_from(first));
  return all;
}

std::optional<SolvePlan::Block> SolvePlan::next() {
  Block block;
  if (warmups_ > 0) {
    --warmups_;
    block.sources = batch_from(0);
  } else {
    if (at_ == in_order_.size()) {
      std::ranges::shuffle(in_order_, random_);  // so that no plugin can predict the next source
      at_ = 0;
      ++repeat_;
    }
    if (repeat_ > repeats_) return std::nullopt;
    block.sources = batch_from(in_order_[at_++]);
    block.repeat = repeat_;
    block.last = repeat_ == repeats_ && at_ == in_order_.size();
  }
  std::ranges::shuffle(order_, random_);
  block.order = order_;
  return block;
}

}  // namespace wayfront::host
