// Throws what is no std::exception.
#include "correct.hpp"

namespace wayfront::faulty {

class ThrowsNumber : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("throws-number", "Throws a number.");

  void prepare(const Graph& graph, RunContext& context) {
    if (graph.info().edges == 2) throw 42;
    Correct::prepare(graph, context);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::ThrowsNumber)
