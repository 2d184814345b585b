// Leaves a process behind that holds all descriptors open and cannot be asked to end.
#include <unistd.h>

#include <csignal>

#include "correct.hpp"

namespace wayfront::faulty {

class LeavesDeafDaemon : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("leaves-deaf-daemon", "Leaves a deaf daemon.");

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    if (::fork() == 0) {
      ::setsid();
      std::signal(SIGTERM, SIG_IGN);
      for (;;) ::pause();
    }
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::LeavesDeafDaemon)
