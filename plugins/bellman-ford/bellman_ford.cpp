// bellman-ford computes shortest distances from one source in one thread, negative weights allowed: arcs are relaxed in
// rounds until no distance falls, or until the predecessors close a cycle, which is then negative.
//
// `edge_list` relaxes every arc in every round, `matrix` does it over a dense |V| x |V| matrix, `queue` scans only
// vertices whose distance fell since their last scan. All lower distances in place, so a round sees what it changed
// itself.
//
// Deviations: the printed algorithms sweep once (Busato and Bombieri, Alg. 1) or always |V| - 1 times and then test for
// a negative cycle without giving it; here rounds go on until nothing changes (`early_exit = false`: always |V| - 1
// rounds and one that tests), and the parent graph is searched whenever the work has doubled, which finds the cycle
// itself, mostly within a few rounds. Sums out of range saturate. A cycle of floats within rounding of zero may be
// returned as negative; whoever reads the answer has to add it up.
//
// Reference: R. Bellman, On a routing problem, Quarterly of Applied Mathematics 16 (1958); F. Busato, N. Bombieri, An
// efficient implementation of the Bellman-Ford algorithm for Kepler GPU architectures, IEEE TPDS 27 (2016), Alg. 1 to
// 3; B. V. Cherkassky, A. V. Goldberg, Negative-cycle detection algorithms, Mathematical Programming 85 (1999).

#include <cstdint>
#include <cstdio>
#include <memory>
#include <variant>

#include "representations.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

enum class Representation : std::uint8_t { edge_list, matrix, queue };

class BellmanFord {
 public:
  static constexpr PluginAbout about{
      .name = "bellman-ford",
      .version = "1.0.0",
      .summary = "Bellman-Ford in one thread over an edge list, a matrix or a queue; finds negative cycles.",
      .reference = "R. Bellman, On a routing problem, 1958; Busato and Bombieri, IEEE TPDS 27 (2016), Alg. 1 to 3",
      .capabilities =
          capability::any_weights | capability::negative_weights | capability::predecessors | capability::exact_work};

  struct Options {
    Representation representation;
    bool early_exit;
    std::uint64_t matrix_limit;
  };
  static constexpr NamedValue<Representation> representations[] = {
      {"edge_list", Representation::edge_list}, {"matrix", Representation::matrix}, {"queue", Representation::queue}};
  static constexpr OptionRow rows[] = {
      choice<&Options::representation>("representation", Representation::queue, representations,
                                       "All arcs per round, a dense matrix, or the arcs of changed vertices.")
          .tried(R"("edge_list")"),
      boolean<&Options::early_exit>(
          "early_exit", true, "Stop after a round without change; false: always |V| rounds. A queue always stops."),
      integer<&Options::matrix_limit>("matrix_limit", 4096, {1, 1 << 20}, "MiB that a matrix may take.")};

  explicit BellmanFord(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext&) {
    graph_ = &graph;
    const Vertex vertices = graph.info().vertices;
    scratch_.parents.resize(vertices);
    scratch_.walks.resize(vertices);
    switch (options_.representation) {
      case Representation::edge_list:
        graph.coo();
        break;
      case Representation::matrix:
        make_matrix();
        break;
      case Representation::queue:
        queue_ = std::make_unique<VertexQueue>(vertices);
        break;
    }
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    const bool negative = graph_->info().min_weight < 0;
    visit<about.capabilities>(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
      bellman_ford::RunState<W> state(problem, output, context, scratch_, negative);
      switch (options_.representation) {
        case Representation::edge_list:
          bellman_ford::solve_edge_list(std::get<CooView<W>>(graph_->coo()), options_.early_exit, state);
          break;
        case Representation::matrix:
          bellman_ford::solve_matrix(*std::get<MatrixPtr<W>>(matrix_), options_.early_exit, state);
          break;
        case Representation::queue:
          bellman_ford::solve_queue(view, problem.source, *queue_, state);
          break;
      }
    });
  }

 private:
  template <class W>
  using MatrixPtr = std::unique_ptr<bellman_ford::Matrix<W>>;

  void make_matrix() {
    const GraphInfo& info = graph_->info();
    const double bytes = static_cast<double>(weight_size(info.weights)) * info.vertices * info.vertices;
    const double limit = static_cast<double>(options_.matrix_limit) * (1 << 20);
    if (bytes > limit) {
      char text[256];
      std::snprintf(text, sizeof text,
                    "bellman-ford: the matrix of %u vertices takes %.1f MiB, but matrix_limit is %.0f MiB; use "
                    "representation = \"edge_list\" or \"queue\", or raise the limit",
                    info.vertices, bytes / (1 << 20), limit / (1 << 20));
      throw Unsupported(text);
    }
    visit<about.capabilities>(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
      matrix_ = std::make_unique<bellman_ford::Matrix<W>>(view);
    });
  }

  Options options_;
  const Graph* graph_ = nullptr;
  bellman_ford::Scratch scratch_;
  std::variant<MatrixPtr<std::int32_t>, MatrixPtr<float>, MatrixPtr<std::int64_t>, MatrixPtr<double>> matrix_;
  std::unique_ptr<VertexQueue> queue_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::BellmanFord)
