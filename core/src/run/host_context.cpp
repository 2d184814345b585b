#include "run/host_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/characters.hpp"
#include "base/process.hpp"
#include "graph/stored_graph.hpp"
#include "run/call_watch.hpp"

namespace wayfront::host {

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

HostContext::HostContext(unsigned threads) : arena_(threads), phase_start_(Clock::now()) {}

void HostContext::start(double timeout, bool tracing) {
  trace_.clear();
  misuse_.clear();
  notes_.clear();
  to_keep_.clear();
  peer_seconds_.reset();
  tracing_ = tracing;
  cancel_.store(false, std::memory_order_relaxed);
  std::ranges::fill(seconds_, 0.0);
  phase_ = Phase::compute;
  phase_start_ = Clock::now();
  deadline_ = Clock::time_point::max();
  if (timeout > 0 && timeout < CallWatch::unlimited)
    deadline_ = phase_start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout));
}

double HostContext::seconds(Phase phase) const {
  double sum = seconds_[static_cast<std::size_t>(phase)];
  if (phase == phase_) sum += std::chrono::duration<double>(Clock::now() - phase_start_).count();
  return sum;
}

void HostContext::note(std::string_view text) { notes_.push_back(on_one_line(text)); }

void HostContext::peer_seconds(double seconds) noexcept {
  if (!(seconds >= 0) || std::isinf(seconds)) return misused("peer_seconds() was called with", seconds);
  peer_seconds_ = peer_seconds_.value_or(0) + seconds;
}

KeptBytes HostContext::kept(std::span<const std::string_view> key) {
  return store_ == nullptr ? KeptBytes{} : store_->find(key_digest(key));
}

void HostContext::keep(std::span<const std::string_view> key, FunctionRef<std::vector<std::byte>()> make) {
  if (store_ == nullptr || key.empty()) return;
  to_keep_.push_back({key_digest(key), std::string(key.front()), make()});
}

void HostContext::write_kept() {
  for (const ToKeep& it : to_keep_) store_->keep(it.key, it.label, it.bytes);
  to_keep_.clear();
}

bool HostContext::timed_out() const { return Clock::now() >= deadline_; }

bool HostContext::cancelled() const noexcept {
  return stop_requested.load(std::memory_order_relaxed) || cancel_.load(std::memory_order_relaxed) || stopped() ||
         timed_out();
}

/// Keeps the first invalid statement of the plugin: the run fails with it.
void HostContext::misused(const char* what, double value) noexcept {
  try {
    if (misuse_.empty()) misuse_ = fmt::format("{} {}, which is not valid", what, value);
  } catch (...) {  // no memory for the message: the run continues without it
  }
}

void HostContext::trace(const RoundRecord& record) noexcept {
  if (!(record.seconds >= 0 && std::isfinite(record.seconds)))
    return misused("the plugin traced a round at second", record.seconds);
  try {
    trace_.add(record);
  } catch (...) {
    tracing_ = false;  // out of memory for traces: continue without
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
  } catch (...) {  // a log line must not fail a run
  }
}

std::shared_ptr<const Graph> HostContext::adopt_graph(const AnyCsr& csr, std::shared_ptr<const void> owner) {
  return std::make_shared<StoredGraph>(OwnedCsr{csr, std::move(owner)}, threads());
}

void HostContext::parallel_for(std::uint64_t count, std::uint64_t grain,
                               FunctionRef<void(std::uint64_t, std::uint64_t)> body) {
  arena_.parallel_for(count, grain, body);
}

}  // namespace wayfront::host
