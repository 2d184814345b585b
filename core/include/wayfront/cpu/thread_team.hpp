// ThreadTeam: threads that run one body side by side and may wait for each other in it. RunContext::parallel_for hands
// out chunks and may run them one after another; a method whose threads meet at barriers needs this instead.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "wayfront/function_ref.hpp"
#include "wayfront/run.hpp"

namespace wayfront {

/// Threads that live as long as the team and sleep between two runs. One thread at a time may call its members, but for
/// barrier(), which the bodies call.
class ThreadTeam {
 public:
  /// Starts `threads` - 1 threads (at least 1 is meant); the caller of run() is the first. Throws std::system_error.
  explicit ThreadTeam(unsigned threads)
      : size_(std::max(threads, 1U)), spins_(size_ <= std::thread::hardware_concurrency() ? 4000 : 0) {
    try {
      for (unsigned i = 1; i < size_; ++i) others_.emplace_back([this, i] { serve(i); });
    } catch (...) {
      dismiss();
      throw;
    }
  }
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  ~ThreadTeam() { dismiss(); }

  unsigned size() const noexcept { return size_; }

  /// Calls body(i) for every i below size(), all at once, and returns when all have ended. Rethrows the first exception
  /// of a body; the others then leave at their next barrier.
  void run(FunctionRef<void(unsigned thread)> body) {
    body_ = &body;
    abandoned_.store(false, std::memory_order_relaxed);
    arrived_.store(0, std::memory_order_relaxed);
    thrown_ = nullptr;
    running_.store(size_ - 1, std::memory_order_relaxed);
    job_.fetch_add(1, std::memory_order_release);
    job_.notify_all();
    call(0);
    for (std::uint32_t left; (left = running_.load(std::memory_order_acquire)) != 0;) wait_while(running_, left);
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

  /// Waits until every thread of the running body is here; what any of them wrote before is seen by all after. Every
  /// thread must call it equally often. Throws, to be passed on, where another thread's body has thrown.
  void barrier() {
    const std::uint32_t turn = turn_.load(std::memory_order_acquire);
    if (abandoned_.load(std::memory_order_relaxed)) throw Abandoned();
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
      arrived_.store(0, std::memory_order_relaxed);
      turn_.fetch_add(1, std::memory_order_release);
      turn_.notify_all();
    } else {
      wait_while(turn_, turn);
    }
    if (abandoned_.load(std::memory_order_relaxed)) throw Abandoned();
  }

  /// The part of [0, count) that falls to `thread` when it is dealt out in contiguous parts of equal length.
  std::pair<std::uint64_t, std::uint64_t> part(std::uint64_t count, unsigned thread) const noexcept {
    const std::uint64_t length = count / size_;
    const std::uint64_t longer = count % size_;  // parts with one item more
    const std::uint64_t begin = thread * length + std::min<std::uint64_t>(thread, longer);
    return {begin, begin + length + (thread < longer ? 1 : 0)};
  }

 private:
  struct Abandoned {};
  using Word = std::atomic<std::uint32_t>;

  /// Returns when `word` is no longer `value`: awake for a few microseconds, then asleep.
  void wait_while(Word& word, std::uint32_t value) const noexcept {
    for (unsigned i = 0; i < spins_; ++i) {
      if (word.load(std::memory_order_acquire) != value) return;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    while (word.load(std::memory_order_acquire) == value) word.wait(value, std::memory_order_acquire);
  }

  void call(unsigned thread) noexcept {
    try {
      (*body_)(thread);
    } catch (const Abandoned&) {
    } catch (...) {
      if (!abandoned_.exchange(true, std::memory_order_acq_rel)) thrown_ = std::current_exception();
      turn_.fetch_add(1, std::memory_order_release);
      turn_.notify_all();
    }
  }

  void serve(unsigned thread) noexcept {
    for (std::uint32_t seen = 0;;) {
      wait_while(job_, seen);
      seen = job_.load(std::memory_order_acquire);
      if (dismissed_.load(std::memory_order_relaxed)) return;
      call(thread);
      if (running_.fetch_sub(1, std::memory_order_acq_rel) == 1) running_.notify_all();
    }
  }

  void dismiss() noexcept {
    dismissed_.store(true, std::memory_order_relaxed);
    job_.fetch_add(1, std::memory_order_release);
    job_.notify_all();
    for (std::thread& other : others_) other.join();
  }

  const unsigned size_;
  const unsigned spins_;  // none where there are more threads than processors: they would keep the others from running
  const FunctionRef<void(unsigned)>* body_ = nullptr;
  std::exception_ptr thrown_;  // of whoever set abandoned_
  alignas(64) Word job_{0};    // the number of the running call
  std::atomic<bool> dismissed_{false};
  alignas(64) Word running_{0};  // threads that have not ended it
  alignas(64) Word arrived_{0};  // at the barrier
  alignas(64) Word turn_{0};     // barriers passed
  std::atomic<bool> abandoned_{false};
  std::vector<std::thread> others_;  // last: they use the members above
};

/// What an option `threads` means: 0 is what the host gives; more than the machine has is taken at its word, with a
/// warning.
inline unsigned threads_wanted(std::int64_t option, RunContext& context) {
  if (option <= 0) return context.threads();
  const auto wanted = static_cast<unsigned>(option);
  const unsigned here = std::thread::hardware_concurrency();
  if (here != 0 && wanted > here)
    context.log(Level::warning, "threads = " + std::to_string(wanted) + ", but this machine runs " +
                                    std::to_string(here) + " at once: expect it to be slower");
  return wanted;
}

}  // namespace wayfront
