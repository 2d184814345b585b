// Solves on the processor and pretends to have three devices, one of which may fail or be slow, so that tests without a
// GPU see how the host deals sources out to several.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "reducing.hpp"

namespace wayfront::faulty {

class Pretends : public Reducing {
 public:
  static constexpr int devices = 3;

  enum class How : std::uint8_t { failed, lost, memory, cycle };
  enum class When : std::uint8_t { solve, prepare };
  struct Options {
    std::int64_t fails;
    std::int64_t after;
    How how;
    When when;
    std::int64_t microseconds;
    std::int64_t slow;
    bool tells;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::fails>("fails", -1, {-2, devices}, "The device that fails; -1: none, -2: all."),
      integer<&Options::after>("after", 0, {0, 1'000'000}, "Calls that it solves before."),
      choice<&Options::how>(
          "how", How::failed,
          {{"failed", How::failed}, {"lost", How::lost}, {"memory", How::memory}, {"cycle", How::cycle}},
          "How it fails; cycle: it says that there is a negative cycle."),
      choice<&Options::when>("when", When::solve, {{"solve", When::solve}, {"prepare", When::prepare}},
                             "When it fails."),
      integer<&Options::microseconds>("microseconds", 0, {0, 60'000'000}, "How long it sleeps for a source."),
      integer<&Options::slow>("slow", -1, {-1, devices}, "The device that sleeps four times as long."),
      boolean<&Options::tells>("tells", false, "Whether it logs its device and the number of sources of each call.")};

  explicit Pretends(const Options& options) : options_(options) {}

  static void probe(int device) {
    if (device >= devices)
      throw Unsupported("there is no pretended device " + std::to_string(device) + ": this machine has " +
                        std::to_string(devices));
  }

  void prepare(const Graph& graph, RunContext& context) {
    device_ = context.device();
    if (fails() && options_.when == When::prepare) fail();
    Reducing::prepare(graph, context);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (context.device() != device_) throw Failure(StatusCode::failed, "solve on another device than prepare");
    const std::size_t sources = sources_of(problem).size();
    if (options_.tells)
      context.log(Level::info, "device " + std::to_string(device_) + " solves " + std::to_string(sources));
    if (fails() && options_.when == When::solve && calls_++ == options_.after) {
      if (output.distances != nullptr) *static_cast<unsigned char*>(output.distances) = 7;  // a part of a row
      if (options_.how != How::cycle) fail();
      output.outcome = Outcome::negative_cycle;
      output.cycle = {0};
      return;
    }
    sleep(sources, context);
    Reducing::solve(problem, output, context);
  }

 private:
  bool fails() const { return options_.fails == -2 || (options_.fails >= 0 && options_.fails == device_); }

  [[noreturn]] void fail() const {
    const std::string where = "pretended device " + std::to_string(device_);
    if (options_.how == How::lost) throw Failure(StatusCode::device_lost, where + " was lost");
    if (options_.how == How::memory) throw Failure(StatusCode::out_of_memory, where + " has not enough memory");
    throw Failure(StatusCode::failed, where + " failed");
  }

  void sleep(std::size_t sources, const RunContext& context) const {
    const auto each = std::chrono::microseconds(options_.microseconds * (options_.slow == device_ ? 4 : 1));
    const auto end = std::chrono::steady_clock::now() + each * static_cast<std::int64_t>(sources);
    while (std::chrono::steady_clock::now() < end) {
      context.throw_if_cancelled();
      std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(std::chrono::milliseconds(1), each));
    }
  }

  Options options_;
  int device_ = -1;
  std::int64_t calls_ = 0;
};

}  // namespace wayfront::faulty
