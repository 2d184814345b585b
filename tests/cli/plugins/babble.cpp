// Solves correctly, and tells the host what means nothing, or far too much of what does.
#include <cstdint>
#include <limits>
#include <string>

#include "correct.hpp"

namespace wayfront::faulty {

class Babble : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("babble", "Tells the host what means nothing.");

  enum class What { phase, prepare, outcome, moment, rounds, notes };
  struct Options {
    What what;
  };
  static constexpr OptionRow rows[] = {
      choice<&Options::what>("what", What::rounds,
                             {{"phase", What::phase},
                              {"prepare", What::prepare},
                              {"outcome", What::outcome},
                              {"moment", What::moment},
                              {"rounds", What::rounds},
                              {"notes", What::notes}},
                             "What it tells: a phase that there is not (in solve or in prepare), an outcome that there "
                             "is not, a round at no time, or 100000 rounds or notes.")};

  explicit Babble(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    if (options_.what == What::prepare) context.phase(static_cast<Phase>(77));
    for (std::uint64_t i = 0; options_.what == What::notes && i < many; ++i) context.note("note " + std::to_string(i));
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (options_.what == What::phase) context.phase(static_cast<Phase>(77));
    if (options_.what == What::outcome) output.outcome = static_cast<Outcome>(7);
    if (options_.what == What::moment) context.trace({.seconds = std::numeric_limits<double>::quiet_NaN()});
    if (options_.what == What::rounds && context.tracing())
      for (std::uint64_t i = 0; i < many; ++i)
        context.trace({.round = i, .active = 1, .relaxed = 2, .seconds = 1e-9 * static_cast<double>(i)});
  }

 private:
  static constexpr std::uint64_t many = 100'000;
  Options options_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::Babble)
