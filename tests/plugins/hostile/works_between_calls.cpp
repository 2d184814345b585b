// A thread of its own is busy as long as it lives, also while others solve.
#include <stop_token>
#include <thread>

#include "correct.hpp"

namespace wayfront::faulty {

class WorksBetweenCalls : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("works-between-calls", "Never rests.");

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    if (!thread_.joinable())
      thread_ = std::jthread([](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
        }
      });
  }

 private:
  std::jthread thread_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WorksBetweenCalls)
