// Takes over the sockets of its host, without a name to open them by.
#include <sys/syscall.h>
#include <unistd.h>

#include <string>

#include "correct.hpp"
#include "relatives.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class TakesSockets : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("takes-sockets", "Takes the sockets of its host.");

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    const auto host = static_cast<int>(::syscall(SYS_pidfd_open, ::getppid(), 0));
    const std::string mark = "/proc/" + std::to_string(::getppid()) + "/fd/";
    for (const std::string& name : open_of_relatives())
      if (name.starts_with(mark)) ::syscall(SYS_pidfd_getfd, host, std::stoi(name.substr(mark.size())), 0);
    ::close(host);
  }
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::TakesSockets)
