// Calls itself until its stack is used up.
#include <cstddef>

#include "correct.hpp"

namespace wayfront::faulty {

class OverflowsStack : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("overflows-stack", "Overflows its stack.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    depth_ = deeper(1);
    Correct::solve(problem, output, context);
  }

 private:
  static std::size_t deeper(std::size_t depth) {  // NOLINT(misc-no-recursion)
    volatile char much[4096] = {};
    much[depth % sizeof much] = 1;
    return depth == 0 ? much[0] : deeper(depth + 1) + much[1];
  }
  std::size_t depth_ = 0;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::OverflowsStack)
