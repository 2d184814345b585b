// A RunContext for work on graphs outside of any run: threads, and the signal to stop.
#pragma once

#include "base/arena.hpp"
#include "base/process.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

class BuildContext final : public RunContext {
 public:
  explicit BuildContext(unsigned threads) : arena_(threads) {}

  bool cancelled() const noexcept override { return stop_requested.load(std::memory_order_relaxed); }
  bool tracing() const noexcept override { return false; }
  void trace(const RoundRecord&) noexcept override {}
  bool counting() const noexcept override { return false; }
  void phase(Phase) noexcept override {}
  void log(Level, std::string_view) noexcept override {}
  unsigned threads() const noexcept override { return arena_.threads(); }
  void parallel_for(std::uint64_t count, std::uint64_t grain,
                    FunctionRef<void(std::uint64_t, std::uint64_t)> body) override {
    arena_.parallel_for(count, grain, body);
  }
  std::pmr::memory_resource& memory() noexcept override { return *std::pmr::new_delete_resource(); }
  int device() const noexcept override { return -1; }
  std::shared_ptr<Algorithm> algorithm(std::string_view, std::string_view, const GraphInfo&) override {
    throw Failure(StatusCode::failed, "no algorithm can be called while a graph is built");
  }
  void note(std::string_view) override {}
  void peer_seconds(double) noexcept override {}
  std::shared_ptr<const Graph> adopt_graph(const AnyCsr&, std::shared_ptr<const void>) override {
    throw Failure(StatusCode::failed, "no graph can be adopted while another graph is built");
  }

 private:
  Arena arena_;
};

}  // namespace wayfront::host
