// Memory for ranks on this machine. Each run of a sweep has ranks that hold the graph; where that does not fit, those of
// other runs end until their next solve.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/available_memory.hpp"

namespace wayfront::host {

/// Holds memory between its calls, and can do without.
class Resting {
 public:
  virtual ~Resting() = default;
  /// What it holds on this machine; 0 if nothing.
  virtual std::uint64_t held_bytes() const = 0;
  /// Releases it.
  virtual void rest() = 0;
};

class RankRoom {
 public:
  explicit RankRoom(std::function<std::uint64_t()> available = [] { return available_memory(); })
      : available_(std::move(available)) {}

  void enter(Resting& member) { members_.push_back(&member); }
  void leave(Resting& member) { std::erase(members_, &member); }
  /// Before `member` takes `bytes`: others rest, those that hold the most first, until there is room or all do.
  void make(std::uint64_t bytes, const Resting& member) const;

 private:
  std::function<std::uint64_t()> available_;
  std::vector<Resting*> members_;
};

}  // namespace wayfront::host
