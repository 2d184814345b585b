// WaitWord: a number that threads change and wait for. They wait awake for about as long as it takes to fall asleep and
// wake up again, then asleep: a thread that stays awake for longer takes the processor from another program, or from
// the very thread that it waits for.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>

namespace wayfront {

/// Not std::atomic::wait: that of libstdc++ calls sched_yield() four times before it sleeps, and on a busy machine each
/// of them gives away milliseconds.
class WaitWord {
 public:
  using Value = std::uint32_t;

  explicit WaitWord(Value value) noexcept : word(value) {}

  /// Whoever changes it calls wake() after that, unless nobody needs to know; the change must be sequentially
  /// consistent.
  std::atomic<Value> word;

  /// Whether the word changes from `value` before `awake` has passed. Keep that to microseconds.
  bool changes_within(Value value, std::chrono::nanoseconds awake) const noexcept {
    constexpr unsigned looks_per_clock = 16;
    if (word.load(std::memory_order_acquire) != value) return true;
    if (awake.count() == 0) return false;
    const auto end = std::chrono::steady_clock::now() + awake;
    do {
      for (unsigned i = 0; i < looks_per_clock; ++i) {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
        if (word.load(std::memory_order_acquire) != value) return true;
      }
    } while (std::chrono::steady_clock::now() < end);
    return false;
  }

  /// Returns when the word is no longer `value`.
  void sleep_while(Value value) noexcept {
    while (word.load(std::memory_order_seq_cst) == value) {
      asleep_.store(true, std::memory_order_seq_cst);
      if (word.load(std::memory_order_seq_cst) != value) return;
      ::syscall(SYS_futex, reinterpret_cast<Value*>(&word), FUTEX_WAIT_PRIVATE, value, nullptr);
    }
  }

  /// The two in turn.
  void wait_while(Value value, std::chrono::nanoseconds awake) noexcept {
    if (!changes_within(value, awake)) sleep_while(value);
  }

  /// Wakes all who sleep; costs next to nothing where nobody does.
  void wake() noexcept {
    if (asleep_.load(std::memory_order_seq_cst) && asleep_.exchange(false, std::memory_order_seq_cst))
      ::syscall(SYS_futex, reinterpret_cast<Value*>(&word), FUTEX_WAKE_PRIVATE, INT_MAX);
  }

 private:
  std::atomic<bool> asleep_{false};  // somebody may sleep
};
static_assert(sizeof(std::atomic<WaitWord::Value>) == 4 && std::atomic<WaitWord::Value>::is_always_lock_free);

}  // namespace wayfront
