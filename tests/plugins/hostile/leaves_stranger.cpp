// Leaves a process behind that has nothing of its environment, its group or its parent.
#include <sys/wait.h>
#include <unistd.h>

#include "correct.hpp"

namespace wayfront::faulty {

class LeavesStranger : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("leaves-stranger", "Leaves a stranger.");

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    const pid_t child = ::fork();
    if (child == 0) {
      ::setsid();
      if (::fork() != 0) ::_exit(0);
      char name[] = "sleep", time[] = "987654";
      char* const arguments[] = {name, time, nullptr};
      char* const nothing[] = {nullptr};
      ::execve("/bin/sleep", arguments, nothing);
      ::_exit(1);
    }
    ::waitpid(child, nullptr, 0);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::LeavesStranger)
