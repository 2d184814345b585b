// ThreadedContext: a RunContext on std::thread. Unlike oneTBB's, its synchronisation is visible to ThreadSanitizer, so
// tests under it see the races of the code they test, and no others.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <latch>
#include <mutex>
#include <thread>
#include <vector>

#include "wayfront/run.hpp"

namespace wayfront::host {

class ThreadedContext : public RunContext {
 public:
  explicit ThreadedContext(unsigned threads) : threads_(threads) {}

  std::vector<RoundRecord> records;  // kept where `trace_rounds`
  bool trace_rounds = false;
  std::atomic<bool> cancel{false};

  bool cancelled() const noexcept override { return cancel.load(std::memory_order_relaxed); }
  bool tracing() const noexcept override { return trace_rounds; }
  void trace(const RoundRecord& record) noexcept override { records.push_back(record); }
  bool counting() const noexcept override { return true; }
  void phase(Phase) noexcept override {}
  void log(Level, std::string_view) noexcept override {}
  unsigned threads() const noexcept override { return threads_; }
  std::pmr::memory_resource& memory() noexcept override { return *std::pmr::new_delete_resource(); }
  int device() const noexcept override { return -1; }

  void parallel_for(std::uint64_t count, std::uint64_t grain,
                    FunctionRef<void(std::uint64_t, std::uint64_t)> body) override {
    std::atomic<std::uint64_t> next{0};
    std::exception_ptr thrown;
    std::mutex mutex;  // of thrown
    const auto wanted = static_cast<unsigned>(std::min<std::uint64_t>(threads_, (count + grain - 1) / grain));
    std::latch all_here(std::max(wanted, 1U));  // so that the threads really run side by side
    const auto work = [&] {
      all_here.arrive_and_wait();
      // Relaxed: taking a chunk must not order what the bodies do, or it would hide their races.
      for (std::uint64_t begin = 0; (begin = next.fetch_add(grain, std::memory_order_relaxed)) < count;) {
        try {
          body(begin, std::min(begin + grain, count));
        } catch (...) {
          const std::scoped_lock lock(mutex);
          thrown = std::current_exception();
        }
      }
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < wanted; ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
    if (thrown) std::rethrow_exception(thrown);
  }

 private:
  unsigned threads_;
};

}  // namespace wayfront::host
