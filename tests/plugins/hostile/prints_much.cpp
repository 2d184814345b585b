// Prints lines without end for as long as it may.
#include <cstddef>
#include <cstdio>

#include "correct.hpp"

namespace wayfront::faulty {

class PrintsMuch : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("prints-much", "Prints too much.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    for (std::size_t i = 0; i < (std::size_t{8} << 20) / sizeof line; ++i) std::fputs(line, stdout);
    std::fflush(stdout);
    Correct::solve(problem, output, context);
  }

 private:
  static constexpr char line[] = "and another one, for what it is worth\n";
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::PrintsMuch)
