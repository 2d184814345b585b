// Stopping: when the search from one source may end before it has seen everything, because of More::limit, targets
// or count, and what it then says in Output::exact_to.
//
// The limit needs no test in the inner loop. Where all vertices start at the first distance beyond the limit instead
// of at `unreached`, a longer path lowers no distance, and nothing beyond the limit gets into a queue. So a search that
// takes a limit differs from one without in what it fills its row with. Targets and count are looked at now and then:
// a search says up to which distance all is final, and hears whether that is enough.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront {

/// For one row of one solve. D is the type of the search's distances: Magnitude<W>, or W where they may be negative.
template <WeightType W, class D = Magnitude<W>>
class Stopping {
 public:
  /// `distances` are those of the row, to be filled with start() by the caller. Both must outlive it.
  Stopping(const Problem& problem, const D* distances)
      : distances_(distances), targets_(problem.more.targets), count_(problem.more.count) {
    limit_to(static_cast<D>(std::max(limit_as<W>(problem.more.limit), W{0})));
  }

  /// What every distance but the source's starts as: unreached, or with a limit the first distance beyond it.
  D start() const { return start_; }
  /// The largest distance that is wanted; unreached without a limit.
  D limit() const { return limit_; }
  bool is_limited() const { return start_ != D(unreached<W>); }
  /// Whether done() has anything to say.
  bool may_stop() const { return count_ != 0 || !targets_.empty(); }
  bool counts() const { return count_ != 0; }
  std::size_t targets() const { return targets_.size(); }
  bool has_stopped() const { return stopped_; }

  /// For searches that settle vertices in order: all distances up to `exact` are final, and `settled` vertices have
  /// one. Whether the search may end here.
  bool done(D exact, std::uint64_t settled) {
    if (settled < count_ || !targets_final([exact](D distance) { return distance <= exact; })) return false;
    stopped_ = true;
    exact_ = std::min(limit_, exact);
    return true;
  }

  /// For searches that know of a distance whether it is final, and do not count: is_final(distance) must be true for
  /// smaller distances where it is for a larger one.
  template <class IsFinal>
  bool done_with_targets(IsFinal&& is_final) {
    if (targets_.empty() || count_ != 0 || !targets_final(is_final)) return false;
    stopped_ = true;
    exact_ = std::min(limit_, farthest_target());
    return true;
  }

  /// For searches that settle nothing before their end: lowers the limit to the distance that the farthest target has
  /// by now, if all have one. Looks at all targets. Not with negative weights.
  void lower_limit_to_targets() {
    if (targets_.empty() || count_ != 0) return;
    const D farthest = farthest_target();
    if (!(farthest < start_)) return;
    limit_to(farthest);
    stopped_ = true;
    exact_ = farthest;
  }

  /// Writes down how far the row is exact, where that is less than was asked.
  void write(Output& output, std::uint32_t row) const {
    if (!stopped_) return;
    W& exact_to = output.exact_to_as<W>(row);
    exact_to = std::min(exact_to, static_cast<W>(exact_));
  }

 private:
  void limit_to(D limit) {
    limit_ = limit;
    if (!(limit < D(unreached<W>)))
      start_ = D(unreached<W>);
    else if constexpr (std::is_floating_point_v<D>)
      start_ = std::nextafter(limit, unreached<W>);
    else
      start_ = limit + 1;
  }
  /// Looks at each target until it is final, and then no more.
  template <class IsFinal>
  bool targets_final(IsFinal&& is_final) {
    while (next_target_ < targets_.size() && is_final(distances_[targets_[next_target_]])) ++next_target_;
    return next_target_ == targets_.size();
  }
  D farthest_target() const {
    D farthest = 0;
    for (const Vertex target : targets_) farthest = std::max(farthest, distances_[target]);
    return farthest;
  }

  const D* distances_;
  std::span<const Vertex> targets_;
  std::uint64_t count_;
  D limit_{};
  D start_{};
  D exact_{};
  bool stopped_ = false;
  std::size_t next_target_ = 0;  // those before it are final
};

}  // namespace wayfront
