// Wrong where its option has the largest value.
#include "correct.hpp"

namespace wayfront::faulty {

class WrongAtOptionEnd : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("wrong-at-option-end", "Is wrong at the end of a range.");

  struct Options {
    std::int64_t lanes;
  };
  static constexpr OptionRow rows[] = {integer<&Options::lanes>("lanes", 4, {1, 64}, "Wrong at 64.")};
  explicit WrongAtOptionEnd(const Options& options) : lanes_(options.lanes) {}

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (lanes_ == 64) with_distances(output, [&](const auto distances) { distances[problem.source] = 1; });
  }

 private:
  std::int64_t lanes_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WrongAtOptionEnd)
