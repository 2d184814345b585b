// Declines graphs with a weight of zero, although the host promises them.
#include "correct.hpp"

namespace wayfront::faulty {

class Declines : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("declines", "Declines weights of zero.");

  void prepare(const Graph& graph, RunContext& context) {
    if (graph.info().edges != 0 && graph.info().min_weight == 0) throw Unsupported("weights of zero are not for me");
    Correct::prepare(graph, context);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::Declines)
