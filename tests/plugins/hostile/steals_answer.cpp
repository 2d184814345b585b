// Answers with what an earlier solve of another run left behind the descriptor of answers.
#include <unistd.h>

#include "correct.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class StealsAnswer : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("steals-answer", "Answers what another run has answered.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (first_) {  // there may be nothing to steal yet
      first_ = false;
      return Correct::solve(problem, output, context);
    }
    constexpr int answers = 5;
    const auto bytes = std::size_t{output.vertices} * sizeof(Vertex);
    if (::pread(answers, output.distances, bytes, 0) < 0) return;
    if (output.predecessors != nullptr && ::pread(answers, output.predecessors, bytes, static_cast<off_t>(bytes)) < 0)
      return;
  }

 private:
  bool first_ = true;
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::StealsAnswer)
