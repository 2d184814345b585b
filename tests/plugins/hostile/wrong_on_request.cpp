// Answers whole rows, targets alone and reductions. Right without options; with them it has a fault: in the last row of
// targets or reductions after some calls, or in all answers on graphs whose first arc has another weight than 1.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reducing.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class WrongOnRequest : public Correct {
 public:
  static constexpr PluginAbout about = {.name = "wrong-on-request",
                                        .version = "1",
                                        .summary = "Has the fault that it is asked for.",
                                        .capabilities = reducing_capabilities | capability::targets_only};

  struct Options {
    std::int64_t calls;
    bool impossible;
    bool scales;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::calls>("calls", 1000, {0, 1000}, "How many calls for parts of rows it answers correctly."),
      boolean<&Options::impossible>("impossible", false, "Whether their fault is one that no row can have."),
      boolean<&Options::scales>("scales", false, "Whether it divides all distances by the weight of the first arc.")};

  explicit WrongOnRequest(const Options& options) : options_(options) {}

  void solve(const Problem& problem, Output& output, RunContext& context) {
    const bool in_part = problem.reduce || !problem.targets.empty();
    const bool is_wrong = in_part && calls_++ >= options_.calls;
    const Vertex vertices = graph_->info().vertices;
    std::vector<std::uint64_t> memory(std::size_t{output.rows} * vertices);
    Output whole;
    whole.kind = output.kind;
    whole.vertices = vertices;
    whole.rows = output.rows;
    whole.distances = memory.data();
    Correct::solve({.source = problem.source, .sources = problem.sources}, whole, context);
    with_weight_type(output.kind, [&]<WeightType W>() {
      for (std::uint32_t row = 0; row < output.rows; ++row) {
        const std::span<W> distances = whole.distances_as<W>(row);
        if (options_.scales) scale(distances);
        const bool has_fault = is_wrong && row + 1 == output.rows;
        if (problem.reduce) {
          Reduction<W>& it = output.reduction_as<W>(row) = reduce_row<W>(distances, problem.limit, problem.within);
          if (has_fault) options_.impossible ? it.reached = 0 : --it.within;
        } else if (in_part) {
          for (std::size_t i = 0; i < problem.targets.size(); ++i)
            output.distances_as<W>(row)[i] = distances[problem.targets[i]];
          if (has_fault) output.distances_as<W>(row)[0] = options_.impossible ? W{-1} : W{7};
        } else {
          std::ranges::copy(distances, output.distances_as<W>(row).begin());
        }
      }
    });
  }

 private:
  template <class W>
  void scale(std::span<W> distances) const {
    visit(graph_->csr(), [&](const auto& csr) {
      for (W& d : distances)
        if (d != unreached<W>) d /= static_cast<W>(csr.weights[0]);
    });
  }

  Options options_;
  std::int64_t calls_ = 0;
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::WrongOnRequest)
