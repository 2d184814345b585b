// Sends an answer of its own making before the one that its worker sends.
#include <sys/socket.h>

#include <vector>

#include "correct.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class SendsFirst : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("sends-first", "Sends an answer before its own.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    constexpr int answers = 5;
    const std::vector<std::int32_t> sevens(std::size_t{2} * output.vertices, 7);
    ::send(answers, sevens.data(), sevens.size() * sizeof(std::int32_t), MSG_NOSIGNAL);
    Correct::solve(problem, output, context);
  }
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::SendsFirst)
