// The host's buffers for one plugin's answers: poisoned before each call, fenced by guard words on both sides.
// Distances may also be in memory of a device, which somebody else owns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "run/devices/page_lock.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

class OutputBuffers {
 public:
  /// What the output has buffers for.
  enum class Content : std::uint8_t { distances, distances_and_predecessors, reductions };

  /// For one row at first. Throws std::bad_alloc.
  OutputBuffers(WeightKind kind, Vertex vertices, Content content);
  OutputBuffers(WeightKind kind, Vertex vertices, bool predecessors)
      : OutputBuffers(kind, vertices, predecessors ? Content::distances_and_predecessors : Content::distances) {}
  /// With distances in memory of a device, which has room for `rows` and is not poisoned: the row count of all calls.
  OutputBuffers(WeightKind kind, Vertex vertices, std::byte* on_device, std::uint32_t rows);
  OutputBuffers(const OutputBuffers&) = delete;
  OutputBuffers& operator=(const OutputBuffers&) = delete;

  /// The output for the next call: all entries poisoned, guards intact, buffers in place for `rows` sources, each row
  /// exact up to `limit` unless the plugin says otherwise. Without `poisons`, rows keep what they had. Throws
  /// std::bad_alloc if the number of rows is another than before.
  Output& fresh(std::uint32_t rows = 1, double limit = std::numeric_limits<double>::infinity(), bool poisons = true,
                RunContext* threads = nullptr);
  const Output& output() const { return output_; }
  /// Some rows of it as an output of its own, for a call that knows their sources only.
  class Rows {
   public:
    Output& output() { return output_; }
    /// Whether its kind, size and buffers are still those that it had.
    bool intact() const;

   private:
    friend class OutputBuffers;
    explicit Rows(const Output& output) : output_(output), expected_(output) {}
    Output output_;
    Output expected_;
  };
  Rows rows(std::uint32_t first, std::uint32_t count = 1) const;
  /// Notes that the buffers of some rows were exchanged.
  void exchanged() { output_.exact_to = nullptr; }
  /// From the next call with another number of rows on, distances are page-locked memory, to which several devices
  /// write.
  void lock_pages() { locks_pages_ = true; }
  /// How a call violated the buffers: it wrote before or after an array, or replaced one. "" if it did not.
  std::string damage() const;

 private:
  static constexpr std::size_t guard_words = 64;  // entries keep the alignment of the allocation
  using Fenced = std::vector<std::uint32_t>;

  void allocate(std::uint32_t rows);
  void repair(Fenced& words) const;
  static bool is_buffer(const void* given, const Fenced& words);
  std::string damage_of(const Fenced& words, const char* what, std::size_t entries) const;

  WeightKind kind_;
  Vertex vertices_;
  std::uint32_t rows_ = 0;
  Content content_;
  std::byte* on_device_ = nullptr;  // the distances, in place of distances_
  Fenced distances_;  // guard, one or two words per entry, guard; empty without a buffer, like the next two
  bool locks_pages_ = false;
  PageLock lock_;  // of the distances
  Fenced predecessors_;
  Fenced reductions_;
  Fenced exact_to_;
  std::uint64_t memory_ = 0;  // Output::memory
  Output output_;
};

}  // namespace wayfront::host
