// Sets all weights to 0, for which its answer is right.
#include <algorithm>

#include "correct.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class EmptiesGraph : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("empties-graph", "Sets the weights of the graph to 0.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    visit(graph_->csr(), []<class W, class O>(const CsrView<W, O>& csr) {
      std::fill_n(const_cast<W*>(csr.weights), csr.edges, W{0});
    });
    Correct::solve(problem, output, context);
  }
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::EmptiesGraph)
