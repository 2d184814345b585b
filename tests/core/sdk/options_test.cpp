#include "wayfront/options.hpp"

#include "../../test.hpp"

namespace wayfront::host {
namespace {

enum class Order : std::uint8_t { by_source, by_target };

struct Options {
  bool mask = false;
  unsigned short block_size = 0;
  double alpha = 0;
  std::string device;
  Order order = Order::by_source;
  std::vector<int> sizes;
  std::vector<float> factors;
  std::vector<std::string> names;
  bool has_cache = false;
  std::int64_t lines = 0;
  std::int64_t delta = 0;
  int delta_rule = -1;
};

constexpr OptionRow cache_rows[] = {integer<&Options::lines>("lines", 64, {1, 1024}, "Lines of the cache.")};
constexpr OptionRow rows[] = {
    boolean<&Options::mask>("mask", true, "Relax only arcs of active vertices."),
    integer<&Options::block_size>("block_size", 128, {32, 1024}, "Threads per block."),
    real<&Options::alpha>("alpha", 0.5, {0, 1}, "Part of the near pile."),
    text<&Options::device>("device", "auto", "Where to run."),
    choice<&Options::order>("order", Order::by_target, {{"source", Order::by_source}, {"target", Order::by_target}},
                            "Order of the arcs."),
    integers<&Options::sizes>("sizes", {1, 9}, "Sizes of the piles."),
    reals<&Options::factors>("factors", {0, 2}, "Factors of the piles."),
    texts<&Options::names>("names", "Names of the piles."),
    table<&Options::has_cache>("cache", cache_rows, "The cache."),
    integer<&Options::delta>("delta", 0, {}, "Width of a bucket."),
    choice<&Options::delta_rule>("delta", 3, {{"static", 3}, {"dynamic", 4}}, "How the width is found."),
};

const OptionRow& row(std::string_view name, OptionType type) {
  for (const OptionRow& it : rows)
    if (name == it.name && it.type == type) return it;
  FAIL("no such row");
  return rows[0];
}

TEST_CASE("rows are data: known at compile time, with names, ranges and defaults") {
  static_assert(rows[1].integers.min == 32 && rows[1].integers.max == 1024 && rows[1].default_value.integer == 128);
  static_assert(rows[4].choice_count == 2 && rows[4].default_value.integer == 1);
  static_assert(std::string_view(rows[4].default_value.text) == "target");
  static_assert(rows[8].rows == cache_rows && rows[8].row_count == 1);
  static_assert(!rows[0].required && required(rows[0]).required);
  static_assert(rows[9].integers.min == std::numeric_limits<std::int64_t>::min());
  for (const OptionRow& it : rows) {
    CAPTURE(it.name);
    CHECK((it.store != nullptr));
    CHECK(std::string_view(it.help).ends_with('.'));
    CHECK_FALSE(it.default_value.is_set);
  }
}

TEST_CASE("storing the defaults fills the struct, each member in its own type") {
  Options options;
  for (const OptionRow& it : rows) it.store(&options, it.default_value);
  CHECK(options.mask);
  CHECK(options.block_size == 128);
  CHECK(options.alpha == 0.5);
  CHECK(options.device == "auto");
  CHECK(options.order == Order::by_target);
  CHECK(options.sizes.empty());
  CHECK_FALSE(options.has_cache);
  CHECK(options.delta == 0);
  CHECK(options.delta_rule == 3);
}

TEST_CASE("lists replace what the member held") {
  Options options;
  options.sizes = {7};
  const OptionValue numbers[] = {{.integer = 2, .real = 0.25, .text = "two"},
                                 {.integer = 3, .real = 0.5, .text = "three"}};
  const OptionValue list{.is_set = true, .items = numbers, .item_count = 2};
  row("sizes", OptionType::integers).store(&options, list);
  row("factors", OptionType::reals).store(&options, list);
  row("names", OptionType::texts).store(&options, list);
  CHECK(options.sizes == std::vector{2, 3});
  CHECK(options.factors == std::vector{0.25F, 0.5F});
  CHECK(options.names == std::vector<std::string>{"two", "three"});
}

TEST_CASE("a table stores whether it is there, its rows store into the same struct") {
  Options options;
  row("cache", OptionType::table).store(&options, {.is_set = true});
  cache_rows[0].store(&options, {.is_set = true, .integer = 5});
  CHECK(options.has_cache);
  CHECK(options.lines == 5);
}

TEST_CASE("two rows of one name and two types store apart") {
  Options options;
  row("delta", OptionType::integer).store(&options, {.is_set = true, .integer = 100});
  row("delta", OptionType::choice).store(&options, {.integer = 4, .text = "dynamic"});
  CHECK(options.delta == 100);
  CHECK(options.delta_rule == 4);
}

TEST_CASE("rows that contradict themselves are refused") {
  CHECK_THROWS(integer<&Options::delta>("delta", 0, {2, 1}, "Empty."));
  CHECK_THROWS(real<&Options::alpha>("alpha", 0, {1, 0}, "Empty."));
  CHECK_THROWS(choice<&Options::delta_rule>("delta", 5, {{"static", 3}}, "No such word."));
}

}  // namespace
}  // namespace wayfront::host
