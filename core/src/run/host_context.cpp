#include "run/host_context.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>

#include "base/float_mode.hpp"
#include "graph/stored_graph.hpp"
#include "settings/option_text.hpp"
#include "wayfront/cpu/thread_team.hpp"

namespace wayfront::host {

std::atomic<bool> stop_requested{false};

unsigned available_processors() { return usable_processors(); }

void* CountingMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
  void* const memory = std::pmr::new_delete_resource()->allocate(bytes, alignment);
  const std::uint64_t now = used_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::uint64_t peak = peak_.load(std::memory_order_relaxed);
  while (now > peak && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
  return memory;
}

void CountingMemory::do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) {
  used_.fetch_sub(bytes, std::memory_order_relaxed);
  std::pmr::new_delete_resource()->deallocate(memory, bytes, alignment);
}

namespace {

/// oneTBB fixes how many threads it starts when it is first used; an arena that wants more says so here.
void let_tbb_have(unsigned threads) {
  static std::mutex mutex;
  static std::unique_ptr<tbb::global_control> control;
  static unsigned most = available_processors();
  const std::scoped_lock lock(mutex);
  if (threads <= most) return;
  control.reset();  // the smallest of several counts
  control = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, threads);
  most = threads;
}

}  // namespace

struct HostContext::Arena {
  explicit Arena(unsigned threads) : arena(static_cast<int>(threads)) { let_tbb_have(threads); }
  tbb::task_arena arena;
};

HostContext::HostContext(unsigned threads)
    : threads_(std::max(threads, 1U)), arena_(std::make_unique<Arena>(threads_)), phase_start_(Clock::now()) {}

HostContext::~HostContext() = default;

void HostContext::start(double timeout, bool tracing) {
  trace_.clear();
  misuse_.clear();
  tracing_ = tracing;
  cancel_.store(false, std::memory_order_relaxed);
  std::ranges::fill(seconds_, 0.0);
  phase_ = Phase::compute;
  phase_start_ = Clock::now();
  deadline_ = Clock::time_point::max();
  constexpr double longest = 1e9;  // seconds: beyond it a deadline would overflow the clock
  if (timeout > 0 && timeout < longest)
    deadline_ = phase_start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout));
}

double HostContext::seconds(Phase phase) const {
  double sum = seconds_[static_cast<std::size_t>(phase)];
  if (phase == phase_) sum += std::chrono::duration<double>(Clock::now() - phase_start_).count();
  return sum;
}

bool HostContext::timed_out() const { return Clock::now() >= deadline_; }

bool HostContext::cancelled() const noexcept {
  return stop_requested.load(std::memory_order_relaxed) || cancel_.load(std::memory_order_relaxed) || timed_out();
}

/// Keeps the first: what the plugin says is not believed, and the run fails with it.
void HostContext::misused(const char* what, double value) noexcept {
  try {
    if (misuse_.empty()) misuse_ = fmt::format("{} {}, which means nothing", what, value);
  } catch (...) {  // no memory for the sentence: the run goes on without what was said
  }
}

void HostContext::trace(const RoundRecord& record) noexcept {
  if (!(record.seconds >= 0 && std::isfinite(record.seconds)))
    return misused("the plugin traced a round at second", record.seconds);
  try {
    trace_.add(record);
  } catch (...) {
    tracing_ = false;  // out of memory for traces: go on without
  }
}

void HostContext::phase(Phase phase) noexcept {
  if (static_cast<std::size_t>(phase) >= phases)
    return misused("the plugin began phase", static_cast<double>(static_cast<std::size_t>(phase)));
  const Clock::time_point now = Clock::now();
  seconds_[static_cast<std::size_t>(phase_)] += std::chrono::duration<double>(now - phase_start_).count();
  phase_ = phase;
  phase_start_ = now;
}

void HostContext::log(Level level, std::string_view text) noexcept {
  try {
    if (log_) log_(level, on_one_line(text));
  } catch (...) {  // a log line is not worth a run
  }
}

std::shared_ptr<const Graph> HostContext::adopt_graph(const AnyCsr& csr, std::shared_ptr<const void> owner) {
  return std::make_shared<StoredGraph>(OwnedCsr{csr, std::move(owner)}, threads_);
}

#if defined(__SANITIZE_THREAD__)
namespace {

/// ThreadSanitizer does not see how a oneTBB that was built without it hands work over, and reports races that are
/// none. With plain threads it sees everything, the races of plugins above all.
void on_plain_threads(unsigned threads, std::uint64_t count, std::uint64_t grain,
                      FunctionRef<void(std::uint64_t, std::uint64_t)> body) {
  std::atomic<std::uint64_t> next{0};
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto work = [&] {
    for (std::uint64_t begin; (begin = next.fetch_add(grain, std::memory_order_relaxed)) < count;) {
      try {
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
#endif

void HostContext::parallel_for(std::uint64_t count, std::uint64_t grain,
                               FunctionRef<void(std::uint64_t, std::uint64_t)> body) {
  if (count == 0) return;
  grain = std::max<std::uint64_t>(grain, 1);
  set_float_mode();
  if (threads_ == 1 || count <= grain) {
    for (std::uint64_t begin = 0; begin < count; begin += grain) body(begin, std::min(begin + grain, count));
    return;
  }
#if defined(__SANITIZE_THREAD__)
  on_plain_threads(threads_, count, grain, body);
#else
  arena_->arena.execute([&] {
    // The simple partitioner keeps to the grain; the default one makes chunks of any length above it.
    tbb::parallel_for(
        tbb::blocked_range<std::uint64_t>(0, count, grain),
        [&](const tbb::blocked_range<std::uint64_t>& range) {
          set_float_mode();  // that of an arena's thread is what an earlier piece of work left
          body(range.begin(), range.end());
        },
        tbb::simple_partitioner());
  });
#endif
}

}  // namespace wayfront::host
