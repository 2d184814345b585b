#include "wayfront/options.hpp"

#include "../option_rows.hpp"

namespace wayfront::host {
namespace options_test {

const OptionRow& row(std::string_view name, OptionType type) {
  for (const OptionRow& it : rows)
    if (name == it.name && it.type == type) return it;
  FAIL("no such row");
  return rows[0];
}

TEST_CASE("rows are data: known at compile time, with names, ranges and defaults") {
  static_assert(rows[1].integers.min == 32 && rows[1].integers.max == 1024 && rows[1].default_value.integer == 128);
  static_assert(rows[4].choice_count == 2 && rows[4].default_value.integer == 5);
  static_assert(std::string_view(rows[4].default_value.text) == "target");
  static_assert(rows[8].rows == cache_rows && rows[8].row_count == 1);
  static_assert(!rows[0].required && required(rows[0]).required);
  static_assert(integer<&Options::delta>("x", 0, {}, "").integers.min == std::numeric_limits<std::int64_t>::min());
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
  CHECK(options.rule == 0);
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
  CHECK(options.rule == 4);
}

TEST_CASE("rows that contradict themselves are refused") {
  CHECK_THROWS(integer<&Options::delta>("delta", 0, {2, 1}, "Empty."));
  CHECK_THROWS(real<&Options::alpha>("alpha", 0, {1, 0}, "Empty."));
  CHECK_THROWS(choice<&Options::rule>("delta", 5, {{"static", 3}}, "No such word."));
}

}  // namespace options_test
}  // namespace wayfront::host
