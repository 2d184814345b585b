// Solves correctly, and sets all weights to 0 in the columns of the graph, which others use.
#include <algorithm>

#include "correct.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class EmptiesColumns : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("empties-columns", "Sets the weights of the graph's columns to 0.");

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    visit(graph.csc(), []<class W, class O>(const CscView<W, O>& csc) {
      std::fill_n(const_cast<W*>(csc.weights), csc.edges, W{0});
    });
  }
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::EmptiesColumns)
