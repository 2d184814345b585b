// Memory for programs that runs keep between their solves, such as MPI ranks: each run of a sweep has some that hold the
// graph. Where that does not fit on this machine, those of other runs end until their next solve.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
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

/// How often one of them started again, and what that took: shown, because no solve counts it.
class Restarts {
 public:
  void rested() { rested_ = true; }
  void add(double seconds) { ++count_, seconds_ += seconds; }
  /// In sentences. The one with figures comes once the run is over: notes are told as soon as they are there.
  void add_to(std::vector<std::string>& notes) const;
  void close() { closed_ = true; }

 private:
  bool rested_ = false, closed_ = false;
  unsigned count_ = 0;
  double seconds_ = 0;
};

class MemoryRoom {
 public:
  explicit MemoryRoom(std::function<std::uint64_t()> available = [] { return available_memory(); })
      : available_(std::move(available)) {}

  void enter(Resting& member) { members_.push_back(&member); }
  void leave(Resting& member) { std::erase(members_, &member); }
  /// What that member holds that holds the most: the runs of a sweep take about as much as each other.
  std::uint64_t largest() const;
  /// Before `member` takes `bytes`: others rest, those that hold the most first, until there is room or all do.
  void make(std::uint64_t bytes, const Resting& member) const;

 private:
  std::function<std::uint64_t()> available_;
  std::vector<Resting*> members_;
};

}  // namespace wayfront::host
