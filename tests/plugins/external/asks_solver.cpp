// The plugin `external` that always asks solver.cpp, for the conformance suite, which knows no options of a user.
#include "external/external.hpp"

namespace wayfront {
namespace {

class AsksSolver : public External {
 public:
  explicit AsksSolver(Options options) : External(with_solver(std::move(options))) {}

 private:
  static Options with_solver(Options options) {
    options.command = {WAYFRONT_SOLVER};
    options.distances = DistanceType::as_weights;
    return options;
  }
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::AsksSolver)
