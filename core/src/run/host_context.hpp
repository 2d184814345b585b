// The host's side of a run: threads, clocks, cancellation, counted memory, traces.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.hpp"
#include "base/digest.hpp"
#include "call/round_trace.hpp"
#include "load/cache/kept_bytes.hpp"
#include "plugins/plugin_calls.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Bytes in use and their peak; thread-safe.
class CountingMemory final : public std::pmr::memory_resource {
 public:
  std::uint64_t peak() const noexcept { return peak_.load(std::memory_order_relaxed); }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
  std::atomic<std::uint64_t> used_{0};
  std::atomic<std::uint64_t> peak_{0};
};

class HostContext final : public RunContext, public HostServices {
 public:
  using Clock = std::chrono::steady_clock;
  using LogSink = std::function<void(Level, std::string_view)>;

  /// `threads` >= 1 workers of this context's own oneTBB arena.
  explicit HostContext(unsigned threads);

  /// Starts a call's clock, as the constructor does without a deadline: phase compute, trace emptied, deadline
  /// `timeout` seconds from now (0: none).
  void start(double timeout, bool tracing);
  /// Seconds spent in a phase since start(), the running one included.
  double seconds(Phase phase) const;
  TracedRounds rounds() const { return trace_.rounds(); }
  /// What the plugin noted since start().
  const std::vector<std::string>& notes() const { return notes_; }
  /// The sum of what the plugin passed to peer_seconds() since start(), if it did.
  std::optional<double> peer_seconds() const { return peer_seconds_; }
  /// The first invalid statement of the plugin since start(), such as an unknown phase, as a sentence; or "".
  const std::string& misuse() const { return misuse_; }
  bool timed_out() const;
  void set_log(LogSink log) { log_ = std::move(log); }
  void set_counting(bool counting) { counting_ = counting; }
  void set_device(int device) { device_ = device; }
  /// For kept() and keep(); without this call nothing is kept. `store` must outlive the calls.
  void set_store(const KeptBytesStore* store) { store_ = store; }
  /// Writes what keep() got since start().
  void write_kept();
  /// The plugins for algorithm(), called by the plugin `caller`; without this call there are none. `plugins` must
  /// outlive the results of algorithm().
  void set_plugins(const PluginRegistry& plugins, std::string_view caller) {
    calls_ = {&plugins, {std::string(caller)}, std::make_shared<std::vector<std::string>>()};
  }
  /// The plugins that the caller, or a plugin that it called, got from algorithm() so far.
  std::vector<std::string> called() const { return calls_.called ? *calls_.called : std::vector<std::string>(); }
  std::uint64_t peak_bytes() const { return memory_.peak(); }
  /// From now on, cancelled() is also true once `stop` is requested; it stays so until another token takes its place.
  void stop_by(std::stop_token stop) { stop_ = std::move(stop); }
  bool stopped() const noexcept { return stop_.stop_requested(); }
  /// Makes cancelled() true only for this context, until the next start(). [any thread]
  void cancel() noexcept { cancel_.store(true, std::memory_order_relaxed); }

  bool cancelled() const noexcept override;
  bool tracing() const noexcept override { return tracing_; }
  void trace(const RoundRecord& record) noexcept override;
  bool counting() const noexcept override { return counting_; }
  void phase(Phase phase) noexcept override;
  void log(Level level, std::string_view text) noexcept override;
  unsigned threads() const noexcept override { return arena_.threads(); }
  void parallel_for(std::uint64_t count, std::uint64_t grain,
                    FunctionRef<void(std::uint64_t, std::uint64_t)> body) override;
  std::pmr::memory_resource& memory() noexcept override { return memory_; }
  int device() const noexcept override { return device_; }
  HostServices& host() noexcept override { return *this; }
  std::shared_ptr<Algorithm> algorithm(std::string_view name, std::string_view options,
                                       const GraphInfo& graph) override {
    return call_plugin(calls_, name, options, graph, device_);
  }
  std::shared_ptr<const Graph> adopt_graph(const AnyCsr& csr, std::shared_ptr<const void> owner) override;
  void note(std::string_view text) override;
  void peer_seconds(double seconds) noexcept override;
  KeptBytes kept(std::span<const std::string_view> key) override;
  void keep(std::span<const std::string_view> key, FunctionRef<std::vector<std::byte>()> make) override;

 private:
  struct ToKeep {
    Hash128 key;
    std::string label;
    std::vector<std::byte> bytes;
  };

  void misused(const char* what, double value) noexcept;

  Arena arena_;
  CountingMemory memory_;
  RoundTrace trace_;
  std::string misuse_;
  std::vector<std::string> notes_;
  std::optional<double> peer_seconds_;
  const KeptBytesStore* store_ = nullptr;
  std::vector<ToKeep> to_keep_;
  LogSink log_;
  Clock::time_point deadline_ = Clock::time_point::max();
  Clock::time_point phase_start_;
  Phase phase_ = Phase::compute;
  static constexpr std::size_t phases = static_cast<std::size_t>(Phase::download) + 1;
  double seconds_[phases] = {};
  std::atomic<bool> cancel_{false};
  std::stop_token stop_;
  bool tracing_ = false;
  bool counting_ = true;
  int device_ = -1;
  PluginCalls calls_;
};

}  // namespace wayfront::host
