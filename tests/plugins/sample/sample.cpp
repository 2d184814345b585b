// An algorithm with one option of every type. It answers nothing; tests of options and descriptions read it.

#include "../../../core/src/settings/table_rows.hpp"
#include "wayfront/plugin.hpp"

namespace {

class Sample {
 public:
  static constexpr wayfront::PluginAbout about{
      .name = "sample",
      .version = "1.2",
      .summary = "Has an option of every type.",
      .reference = "Nobody, Nowhere 2001, section 2",
      .capabilities = wayfront::capability::int32_weights | wayfront::capability::negative_weights};

  enum class Order : std::uint8_t { by_source, by_target };
  struct Options {
    bool mask = false;
    int block_size = 0;
    double alpha = 0;
    std::string device;
    Order order = Order::by_source;
    std::int64_t delta = 0;
    int rule = 0;
    std::vector<int> sizes;
    std::vector<double> factors;
    std::vector<std::string> names;
    bool has_cache = false;
    int lines = 0;
  };
  static constexpr wayfront::OptionRow cache[] = {
      wayfront::integer<&Options::lines>("lines", 64, {1, 1024}, "Lines of the cache.")};
  static constexpr wayfront::OptionRow rows[] = {
      wayfront::boolean<&Options::mask>("mask", true, "Relax only arcs of active vertices."),
      wayfront::integer<&Options::block_size>("block_size", 128, {32, 1024}, "Threads per block."),
      wayfront::real<&Options::alpha>("alpha", 0.5, {0, 1}, "Part of the near | far pile."),
      wayfront::text<&Options::device>("device", "a \"b\"", "Where to run."),
      wayfront::choice<&Options::order>("order", Order::by_target,
                                        {{"source", Order::by_source}, {"target", Order::by_target}},
                                        "Order of the arcs."),
      wayfront::integer<&Options::delta>("delta", 10, {1, 1000}, "Width of a bucket."),
      wayfront::choice<&Options::rule>("delta", 0, {{"static", 0}, {"dynamic", 1}}, "How the width is found."),
      wayfront::integers<&Options::sizes>("sizes", {1, 9}, "Sizes of the piles."),
      wayfront::reals<&Options::factors>("factors", {}, "Factors of the piles."),
      wayfront::texts<&Options::names>("names", "Names of the piles."),
      wayfront::host::table<&Options::has_cache>("cache", cache, "The cache."),
  };

  explicit Sample(const Options& options) {
    if (options.lines != (options.has_cache ? 7 : 64)) throw std::runtime_error("the table's rows were not stored");
  }
  void prepare(const wayfront::Graph&, wayfront::RunContext&) {}
  void solve(const wayfront::Problem&, wayfront::Output&, wayfront::RunContext&) {}
};

}  // namespace

WAYFRONT_PLUGIN(Sample)
