// Prepares in no time, and solves from all sources in a thread while others are measured.
#include <cstdint>
#include <stop_token>
#include <thread>
#include <vector>

#include "correct.hpp"

namespace wayfront::faulty {

class SolvesAhead : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("solves-ahead", "Solves ahead.");

  void prepare(const Graph& graph, RunContext& context) {
    thread_ = {};
    Correct::prepare(graph, context);
    thread_ = std::jthread([this, &context](const std::stop_token& stop) {
      const Vertex vertices = graph_->info().vertices;
      std::vector<std::int32_t> distances(vertices);
      std::vector<Vertex> predecessors(vertices);
      for (Vertex source = 0; source < vertices && !stop.stop_requested(); ++source) {
        Output output{};
        output.kind = WeightKind::int32;
        output.vertices = vertices;
        output.distances = distances.data();
        Correct::solve({source, false}, output, context);
      }
    });
  }

 private:
  std::jthread thread_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::SolvesAhead)
