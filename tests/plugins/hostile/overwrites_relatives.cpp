// Solves correctly, and writes all the time into whatever the host and the other workers have open.
#include <fcntl.h>
#include <unistd.h>

#include <stop_token>
#include <thread>

#include "correct.hpp"
#include "relatives.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class OverwritesRelatives : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("overwrites-relatives", "Writes into other processes' files.");

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    thread_ = std::jthread([](const std::stop_token& stop) {
      constexpr std::int32_t seven = 7;
      while (!stop.stop_requested()) {
        for (const std::string& name : open_of_relatives()) {
          const int file = ::open(name.c_str(), O_RDWR | O_CLOEXEC);
          if (file < 0) continue;
          for (off_t at = 0; at < 400; at += sizeof seven)
            if (::pwrite(file, &seven, sizeof seven, at) < 0) break;
          ::close(file);
        }
      }
    });
  }

 private:
  std::jthread thread_;
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::OverwritesRelatives)
