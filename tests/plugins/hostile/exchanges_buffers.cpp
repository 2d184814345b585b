// Puts memory of its own where the host's was.
#include <cstdint>
#include <vector>

#include "correct.hpp"

namespace wayfront::faulty {

class ExchangesBuffers : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("exchanges-buffers", "Exchanges buffers.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    mine_.assign(output.vertices, 0);
    output.distances = mine_.data();
  }

 private:
  std::vector<std::int32_t> mine_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::ExchangesBuffers)
