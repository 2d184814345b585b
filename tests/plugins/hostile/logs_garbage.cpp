// Logs escape codes and what is not UTF-8.
#include <cstdio>

#include "correct.hpp"

namespace wayfront::faulty {

class LogsGarbage : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("logs-garbage", "Logs garbage.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    context.log(Level::info, "\x1b[31mred\x1b[0m \xff\xfe half \xc3");
    std::fputs("\x1b]0;title\x07 \xf0\x28 printed\n", stdout);
    std::fflush(stdout);
    Correct::solve(problem, output, context);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::LogsGarbage)
