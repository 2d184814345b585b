// Declares exact work counters and counts on from run to run.
#include <atomic>

#include "correct.hpp"

namespace wayfront::faulty {

class InexactWork : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("inexact-work", "Counts differently every time.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    output.work.pushed = ++count_;
  }

 private:
  static inline std::atomic<std::uint64_t> count_{0};
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::InexactWork)
