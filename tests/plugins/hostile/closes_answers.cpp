// Closes the descriptor over which its answers go, or leads it elsewhere.
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "correct.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class ClosesAnswers : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("closes-answers", "Cuts the way of its answers.");

  struct Options {
    bool astray;
  };
  static constexpr OptionRow rows[] = {
      boolean<&Options::astray>("astray", false, "Whether answers get lost without a fault of the descriptor.")};
  explicit ClosesAnswers(const Options& options) : options_(options) {}

  void solve(const Problem& problem, Output& output, RunContext& context) {
    constexpr int answers = 5;
    Correct::solve(problem, output, context);
    std::array<int, 2> nowhere{};
    if (!options_.astray)
      ::close(answers);
    else if (::socketpair(AF_UNIX, SOCK_STREAM, 0, nowhere.data()) == 0)
      ::dup2(nowhere[0], answers);
  }

 private:
  Options options_;
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::ClosesAnswers)
