// Solves correctly; a thread that it leaves behind changes the last distance a moment after the answer is given.
#include <chrono>
#include <cstdint>
#include <thread>

#include "correct.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class ChangesItsAnswer : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("changes-its-answer", "Changes its answer once it is given.");

  struct Options {
    std::int64_t microseconds;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::microseconds>("microseconds", 1000, {0, 1'000'000}, "How long it waits.")};

  explicit ChangesItsAnswer(const Options& options) : wait_(options.microseconds) {}

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (thread_.joinable()) thread_.join();
    Correct::solve(problem, output, context);
    auto* const last = static_cast<std::int32_t*>(output.distances) + output.vertices - 1;
    thread_ = std::jthread([last, this] {
      std::this_thread::sleep_for(wait_);
      *last = 7;
    });
  }

 private:
  std::chrono::microseconds wait_;
  std::jthread thread_;
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::ChangesItsAnswer)
