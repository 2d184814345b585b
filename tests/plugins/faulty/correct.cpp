// No fault at all, with an option of each type that has ends.
#include "correct.hpp"

namespace wayfront::faulty {

class Plugin : public Correct {
 public:
  enum class Order { forward, backward };
  struct Options {
    bool flag;
    std::int64_t count;
    double factor;
    Order order;
  };
  static constexpr PluginAbout about{
      .name = "correct", .version = "1", .summary = "Does everything right.", .capabilities = all_capabilities};
  static constexpr OptionRow rows[] = {
      boolean<&Options::flag>("flag", true, "Changes nothing."),
      integer<&Options::count>("count", 5, {1, 9}, "Refuses 9."),
      real<&Options::factor>("factor", 0.5, {0, 1}, "Changes nothing."),
      choice<&Options::order>("order", Order::forward, {{"forward", Order::forward}, {"backward", Order::backward}},
                              "Changes nothing.")};

  explicit Plugin(const Options& options) : count_(options.count) {}
  void prepare(const Graph& graph, RunContext& context) {
    if (count_ == 9) throw Unsupported("a count of 9 is one too many");
    Correct::prepare(graph, context);
  }

 private:
  std::int64_t count_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::Plugin)
