// Solves correctly for some calls, and has one fault from then on: whoever trusts it because of its first answers accepts
// a wrong one.
#include <cstdint>

#include "correct.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class TurnsWrong : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("turns-wrong", "Answers correctly at first.");

  enum class Fault : std::uint8_t { last, first, predecessor, source, exact_to };
  struct Options {
    std::int64_t calls;
    Fault fault;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::calls>("calls", 2, {0, 1000}, "How many calls it answers correctly."),
      choice<&Options::fault>("fault", Fault::last,
                              {{"last", Fault::last},
                               {"first", Fault::first},
                               {"predecessor", Fault::predecessor},
                               {"source", Fault::source},
                               {"exact_to", Fault::exact_to}},
                              "An entry that it changes, a predecessor, the source that it solves from, or exact_to.")};

  explicit TurnsWrong(const Options& options) : options_(options) {}

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Problem asked = problem;
    const bool is_wrong = calls_++ >= options_.calls;
    if (is_wrong && options_.fault == Fault::source) asked.source = (problem.source + 1) % output.vertices;
    Correct::solve(asked, output, context);
    if (!is_wrong) return;
    if (options_.fault == Fault::predecessor) output.predecessors[output.vertices - 1] = output.vertices - 1;
    with_distances(output, [&](auto distances) {
      if (options_.fault == Fault::last) distances.back() = 7;
      if (options_.fault == Fault::first) distances.front() += 1;
      if (options_.fault == Fault::exact_to) static_cast<decltype(distances.data())>(output.exact_to)[0] = 0;
    });
  }

 private:
  Options options_;
  std::int64_t calls_ = 0;
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::TurnsWrong)
