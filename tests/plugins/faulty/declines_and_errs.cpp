// Declines every other graph, and errs on the others where they are large.
#include "correct.hpp"

namespace wayfront::faulty {

class DeclinesAndErrs : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("declines-and-errs", "Declines some graphs and errs on others.");

  void prepare(const Graph& graph, RunContext& context) {
    if (graph.info().vertices % 2 == 0) throw Unsupported("an even number of vertices is not for me");
    if (graph.info().vertices > 50) throw Failure(StatusCode::failed, "an error of its own");
    Correct::prepare(graph, context);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::DeclinesAndErrs)
