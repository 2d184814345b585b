// Told to stop, it leaves a thread behind that still writes.
#include <chrono>
#include <thread>

#include "correct.hpp"

namespace wayfront::faulty {

class WritesLate : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("writes-late", "Writes after its call has ended.");

  ~WritesLate() {
    if (thread_.joinable()) thread_.join();
  }
  WritesLate() = default;
  WritesLate(WritesLate&& other) = default;

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (thread_.joinable()) thread_.join();
    try {
      Correct::solve(problem, output, context);
    } catch (const Cancelled&) {
      thread_ = std::thread([distances = static_cast<std::uint32_t*>(output.distances)] {
        std::this_thread::sleep_for(std::chrono::milliseconds(8));
        *distances = 0;
      });
      throw;
    }
  }

 private:
  std::thread thread_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WritesLate)
