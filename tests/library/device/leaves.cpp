// Leaves distances where they are wanted, as a CUDA plugin does: the memory of the fake driver is the host's. It may
// forget an entry, or find no distances in the host's memory where they should be on the device.
#include <limits>

#include "correct.hpp"

namespace wayfront::faulty {

class Leaves : public Correct {
 public:
  struct Options {
    bool forgets;
    bool only_there;
  };
  static constexpr PluginAbout about{
      .name = "leaves",
      .version = "1",
      .summary = "Leaves distances on the device.",
      .capabilities = (all_capabilities & ~capability::batch & ~capability::predecessors) | capability::device_output};
  static constexpr OptionRow rows[] = {
      boolean<&Options::forgets>("forgets", false, "Does not write the entry of the source."),
      boolean<&Options::only_there>("only_there", false, "Fails where distances are wanted on the host.")};

  explicit Leaves(const Options& options) : options_(options) {}

  void solve(const Problem& problem, Output& output, RunContext& context) {
    const bool there = output.memory == Output::device_memory;
    if (options_.only_there && !there) throw Failure(StatusCode::failed, "the distances are wanted on the host");
    const bool is_part = !problem.more.targets.empty() || problem.more.count != 0 ||
                         problem.more.limit != std::numeric_limits<double>::infinity();
    if (there && (is_part || problem.want_predecessors)) throw Failure(StatusCode::failed, "a part is wanted there");
    with_weight_type(output.kind, [&]<WeightType W>() {
      W& own = output.distances_as<W>()[problem.source];
      const W before = own;
      Correct::solve(problem, output, context);
      if (options_.forgets) own = before;
    });
  }

 private:
  Options options_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::Leaves)
