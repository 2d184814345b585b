// Leaves a process behind that holds all descriptors open.
#include <unistd.h>

#include "correct.hpp"

namespace wayfront::faulty {

class LeavesDaemon : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("leaves-daemon", "Leaves a daemon.");

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    if (::fork() == 0) {
      ::setsid();
      for (;;) ::pause();
    }
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::LeavesDaemon)
