// Told to stop, it leaves a thread behind that still writes, until the next call.
#include <atomic>
#include <chrono>
#include <thread>

#include "correct.hpp"

namespace wayfront::faulty {

class WritesLate : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("writes-late", "Writes after its call has ended.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    thread_ = {};
    try {
      Correct::solve(problem, output, context);
    } catch (const Cancelled&) {
      thread_ = std::jthread([distances = static_cast<std::uint32_t*>(output.distances)](const std::stop_token& stop) {
        for (; !stop.stop_requested(); std::this_thread::sleep_for(std::chrono::milliseconds(1)))
          ++std::atomic_ref(*distances);
      });
      throw;
    }
  }

 private:
  std::jthread thread_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WritesLate)
