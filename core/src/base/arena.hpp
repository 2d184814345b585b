// The host's threads: a oneTBB arena, or plain threads under ThreadSanitizer and in a process that was forked.
#pragma once

#include <cstdint>
#include <memory>

#include "wayfront/function_ref.hpp"

namespace wayfront::host {

class Arena {
 public:
  /// `threads` workers, the caller among them; 0 is 1.
  explicit Arena(unsigned threads);
  ~Arena();

  unsigned threads() const noexcept { return threads_; }
  /// Like RunContext::parallel_for: body(begin, end) for chunks of [0, count), of `grain` each, with the host's
  /// floating-point mode in every thread.
  void parallel_for(std::uint64_t count, std::uint64_t grain, FunctionRef<void(std::uint64_t, std::uint64_t)> body);

 private:
  struct Threads;

  unsigned threads_;
  std::unique_ptr<Threads> arena_;
};

}  // namespace wayfront::host
