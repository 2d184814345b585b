// Solves correctly after a nap, so that tests can interrupt it, and talks where a plugin should not.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stop_token>
#include <thread>
#include <vector>

#include "correct.hpp"

namespace wayfront::faulty {

class Nap : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("nap", "Sleeps before it solves.");

  struct Options {
    std::int64_t milliseconds;
    bool deaf;
    bool talks;
    bool aborts;
    bool restless;
    std::int64_t spare;
    bool flickers;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::milliseconds>("milliseconds", 0, {0, 60'000}, "How long it sleeps."),
      boolean<&Options::deaf>("deaf", false, "Whether it sleeps on when it is told to stop."),
      boolean<&Options::talks>("talks", false, "Whether it writes to standard output."),
      boolean<&Options::aborts>("aborts", false, "Whether it takes the process with it."),
      boolean<&Options::restless>("restless", false, "Whether threads of it go on between its calls."),
      integer<&Options::spare>("spare", -1, {-1, 1'000'000},
                               "Vertex (counted from 0) from which it neither sleeps nor flickers."),
      boolean<&Options::flickers>("flickers", false, "Whether the first distance goes on changing, and back.")};
  explicit Nap(const Options& options) : options_(options) {
    for (int i = 0; options_.restless && i < 8; ++i)
      threads_.emplace_back([](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
        }
      });
  }

  /// While $NAP_PREPARES is set, it is not prepared before it is told to stop.
  void prepare(const Graph& graph, RunContext& context) {
    while (std::getenv("NAP_PREPARES") != nullptr) {
      context.throw_if_cancelled();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    Correct::prepare(graph, context);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (options_.flickers) threads_.clear();
    if (options_.talks) {
      std::printf("printed by a plugin\n");
      std::cout << "streamed by a plugin" << std::endl;
      context.log(Level::info, "logged by a plugin");
    }
    if (options_.aborts && problem.source != 0) std::abort();
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(options_.milliseconds);
    while (problem.source != options_.spare && std::chrono::steady_clock::now() < end) {
      if (!options_.deaf) context.throw_if_cancelled();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    Correct::solve(problem, output, context);
    if (options_.flickers && problem.source != options_.spare)
      threads_.emplace_back([first = static_cast<std::uint32_t*>(output.distances)](const std::stop_token& stop) {
        const std::atomic_ref<std::uint32_t> entry(*first);
        const std::uint32_t right = entry.load();
        for (std::uint32_t i = 0; !stop.stop_requested(); ++i) {
          entry.store(i % 2 == 0 ? right + 1 : right);
          std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        entry.store(right);
      });
  }

 private:
  Options options_;
  std::vector<std::jthread> threads_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::Nap)
