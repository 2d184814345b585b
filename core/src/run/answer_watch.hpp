// Looks at the distances of an answer whenever the plugin traces a round, and remembers which ones have changed. So every
// plugin that traces rounds and keeps its tentative distances in the answer shows in which order these become final.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "results/answer_order.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

class AnswerWatch {
 public:
  /// Begins to watch the first row of `output`, whose buffer must stay where it is until end(). Takes memory for two rows;
  /// throws std::bad_alloc.
  void begin(const Output& output);
  /// The plugin traced this round: other threads may write meanwhile.
  void round(const RoundRecord& record) noexcept;
  /// The solve took `seconds`, with all that was spent here.
  AnswerOrder end(double seconds);

 private:
  void look(double seconds);
  template <class Bits>
  void compare(std::vector<Bits>& seen);

  const void* distances_ = nullptr;
  std::size_t size_ = 0;  // bytes of an entry
  std::vector<std::uint32_t> seen_;
  std::vector<std::uint64_t> seen_long_;  // in place of seen_, for entries of 8 bytes
  AnswerOrder order_;
  AnswerOrder::Step now_;
  std::uint64_t stride_ = 1;  // rounds between two looks
  double spent_ = 0;          // seconds
};

}  // namespace wayfront::host
