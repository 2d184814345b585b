// Solves correctly, and writes into the descriptor of answers all the time.
#include <unistd.h>

#include <stop_token>
#include <thread>

#include "correct.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class OverwritesAnswers : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("overwrites-answers", "Writes over the answers of others.");

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    thread_ = std::jthread([](const std::stop_token& stop) {
      constexpr int answers = 5;
      constexpr std::int32_t seven = 7;
      while (!stop.stop_requested())
        for (off_t at = 0; at < 20; at += sizeof seven)
          if (::pwrite(answers, &seven, sizeof seven, at) < 0) std::this_thread::yield();
    });
  }

 private:
  std::jthread thread_;
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::OverwritesAnswers)
