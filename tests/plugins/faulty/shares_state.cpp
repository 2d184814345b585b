// Instances count in common, and wrong answers come out when there are two of them.
#include <atomic>
#include <chrono>
#include <thread>

#include "correct.hpp"

namespace wayfront::faulty {

class SharesState : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("shares-state", "Shares state between instances.");

  SharesState() { ++alive_; }
  SharesState(SharesState&& other) : Correct(other) { ++alive_; }
  ~SharesState() { --alive_; }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const bool alone = alive_ == 1;
    Correct::solve(problem, output, context);
    if (!alone) with_distances(output, [&](const auto distances) { distances[problem.source] = 1; });
  }

 private:
  static inline std::atomic<int> alive_{0};
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::SharesState)
