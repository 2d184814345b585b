#include "call/round_trace.hpp"

namespace wayfront::host {

void RoundTrace::clear() { *this = {}; }

void RoundTrace::add(const RoundRecord& record) {
  last_ = {record, last_.relaxed_so_far + record.relaxed};
  if (count_ % stride_ == 0) {
    if (kept_.size() + 1 == max) thin();
    if (count_ % stride_ == 0) kept_.push_back(last_);
  }
  ++count_;
}

void RoundTrace::thin() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < kept_.size(); i += 2) kept_[kept++] = kept_[i];
  kept_.resize(kept);
  stride_ *= 2;
}

TracedRounds RoundTrace::rounds() const {
  TracedRounds traced{kept_, count_};
  if (count_ > 0 && (count_ - 1) % stride_ != 0) traced.kept.push_back(last_);
  return traced;
}

}  // namespace wayfront::host
