#include "base/arena.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/float_mode.hpp"
#include "base/process.hpp"

namespace wayfront::host {
namespace {

/// oneTBB fixes its number of threads at first use; an arena that needs more requests them here.
void let_tbb_have(unsigned threads) {
  static std::mutex mutex;
  static std::unique_ptr<tbb::global_control> control;
  static unsigned max = available_processors();
  const std::scoped_lock lock(mutex);
  if (threads <= max) return;
  control.reset();  // the smallest of several counts
  control = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, threads);
  max = threads;
}

/// Whether this process was forked from one that has used arenas. oneTBB's workers are not in it, and one of them may have
/// held a lock of the scheduler at that moment, which nobody gives back.
bool is_forked() {
  static const pid_t first = ::getpid();
  return ::getpid() != first;
}

/// ThreadSanitizer does not see how a oneTBB built without it hands work over, and reports false races. With plain
/// threads it sees everything, above all the races of plugins.
bool needs_plain_threads() {
#if defined(__SANITIZE_THREAD__)
  return true;
#else
  return is_forked();
#endif
}

/// Chunks of `grain`, on `threads` threads that end with the call.
void on_plain_threads(unsigned threads, std::uint64_t count, std::uint64_t grain,
                      FunctionRef<void(std::uint64_t, std::uint64_t)> body) {
  std::atomic<std::uint64_t> next{0};
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto work = [&] {
    for (std::uint64_t begin; (begin = next.fetch_add(grain, std::memory_order_relaxed)) < count;) {
      try {
        set_float_mode();
        body(begin, std::min(begin + grain, count));
      } catch (...) {
        next = count;
        const std::lock_guard lock(mutex);
        thrown = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
    work();
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace

struct Arena::Threads {
  explicit Threads(unsigned threads) : arena(static_cast<int>(threads)) {
    if (!is_forked()) let_tbb_have(threads);
  }
  tbb::task_arena arena;
};

Arena::Arena(unsigned threads) : threads_(std::max(threads, 1U)), arena_(std::make_unique<Threads>(threads_)) {}

Arena::~Arena() = default;

void Arena::parallel_for(std::uint64_t count, std::uint64_t grain,
                         FunctionRef<void(std::uint64_t, std::uint64_t)> body) {
  if (count == 0) return;
  grain = std::max<std::uint64_t>(grain, 1);
  set_float_mode();
  if (threads_ == 1 || count <= grain) {
    for (std::uint64_t begin = 0; begin < count; begin += grain) body(begin, std::min(begin + grain, count));
    return;
  }
  if (needs_plain_threads()) return on_plain_threads(threads_, count, grain, body);
  arena_->arena.execute([&] {
    // The simple partitioner respects the grain; the default one makes chunks of any length above it.
    tbb::parallel_for(
        tbb::blocked_range<std::uint64_t>(0, count, grain),
        [&](const tbb::blocked_range<std::uint64_t>& range) {
          set_float_mode();  // an arena's thread has the mode that earlier work left
          body(range.begin(), range.end());
        },
        tbb::simple_partitioner());
  });
}

}  // namespace wayfront::host
