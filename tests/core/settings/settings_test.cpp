#include "settings/settings.hpp"

#include <nlohmann/json.hpp>

#include "../../test.hpp"
#include "base/text.hpp"
#include "settings/diagnostics.hpp"
#include "settings/option_text.hpp"
#include "settings/profile.hpp"
#include "settings/table_rows.hpp"
#include "wayfront/options.hpp"
#include "wayfront/profile.hpp"

namespace wayfront::host {
namespace settings_test {

enum class Order : std::uint8_t { by_source = 3, by_target = 5 };

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
  int rule = -1;
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
    reals<&Options::factors>("factors", {}, "Factors of the piles."),
    texts<&Options::names>("names", "Names of the piles."),
    table<&Options::has_cache>("cache", cache_rows, "The cache."),
    integer<&Options::delta>("delta", 0, {0, 1000}, "Width of a bucket."),
    choice<&Options::rule>("delta", 0, {{"static", 0}, {"dynamic", 1}}, "How the width is found."),
};

constexpr Profile profiles[] = {
    {"today", ""}, {"paper", "mask = false\nblock_size = 64\norder = 'source'\nsizes = [1, 2]\ncache = { lines = 7 }"}};
constexpr OptionRow profiled_rows[] = {
    profile<profiles>("Whose program."), rows[0], rows[1], rows[4], rows[5], rows[8]};

/// The settings of a TOML text and the errors on the way.
struct Parsed {
  Document document;
  Diagnostics diagnostics{"p.toml"};
  Settings settings;

  explicit Parsed(std::string_view text, std::span<const OptionRow> all = rows,
                  std::string_view title = "options of plugin 'adds'")
      : document(text, "p.toml"), settings(Settings::from(all, document.root(), title, diagnostics)) {}

  Options options() const {
    Options stored;
    settings.store(&stored);
    return stored;
  }
};

std::string errors_of(std::string_view text) { return Parsed(text).diagnostics.text(); }

TEST_CASE("rows are data: known at compile time, with names, ranges and defaults") {
  static_assert(rows[1].integers.min == 32 && rows[1].integers.max == 1024 && rows[1].default_value.integer == 128);
  static_assert(rows[4].choice_count == 2 && rows[4].default_value.integer == 5);
  static_assert(std::string_view(rows[4].default_value.text) == "target");
  static_assert(rows[8].rows == cache_rows && rows[8].row_count == 1);
  static_assert(!rows[0].required && required(rows[0]).required);
  static_assert(integer<&Options::delta>("x", 0, {}, "").integers.min == std::numeric_limits<std::int64_t>::min());
  CHECK_THROWS(integer<&Options::delta>("delta", 0, {2, 1}, "Empty."));
  CHECK_THROWS(real<&Options::alpha>("alpha", 0, {1, 0}, "Empty."));
  CHECK_THROWS(choice<&Options::rule>("delta", 5, {{"static", 3}}, "No such word."));
}

TEST_CASE("defaults are the rows' own") {
  const Parsed parsed("");
  CHECK(parsed.diagnostics.empty());
  const Options options = parsed.options();
  CHECK(options.mask);
  CHECK(options.block_size == 128);
  CHECK(options.alpha == 0.5);
  CHECK(options.device == "auto");
  CHECK(options.order == Order::by_target);
  CHECK(options.sizes.empty());
  CHECK_FALSE(options.has_cache);
  CHECK(options.lines == 64);
  CHECK(Settings::defaults(rows).to_json() == parsed.settings.to_json());
}

TEST_CASE("a profile sets other options, but not those that stand beside it") {
  const Parsed today("", profiled_rows);
  CHECK(today.options().mask);
  CHECK(today.options().block_size == 128);

  Parsed paper("profile = 'paper'\nblock_size = 32", profiled_rows);
  CHECK(paper.diagnostics.text() == "");
  const Settings moved = std::move(paper.settings);
  Options options;
  moved.store(&options);
  CHECK_FALSE(options.mask);
  CHECK(options.block_size == 32);
  CHECK(options.order == Order::by_source);
  CHECK(options.sizes == std::vector<int>{1, 2});
  CHECK(options.lines == 7);

  const nlohmann::json written = moved.to_json();
  CHECK(written["order"] == nlohmann::json{{"value", "source"}, {"set", false}});
  CHECK(written["profile"] == nlohmann::json{{"value", "paper"}, {"set", true}});
  CHECK(profile_text(profiled_rows[0]) ==
        "\"paper\" sets block_size = 64, cache = { \"lines\" = 7 }, mask = false, order = \"source\", sizes = [1, 2].");
  CHECK(contains(Parsed("profile = 'papers'", profiled_rows).diagnostics.text(), "did you mean \"paper\"?"));
}

TEST_CASE("every type is read, also after a move, and lists replace what the member held") {
  Parsed parsed(R"(mask = false
block_size = 64
alpha = 1
device = "gpu"
order = "source"
sizes = [1, 2, 9]
factors = [1, 2.5]
names = ["a", "b"]
cache = { lines = 7 })");
  CHECK(parsed.diagnostics.text() == "");
  const Settings moved = std::move(parsed.settings);
  Options options;
  options.sizes = {7};
  moved.store(&options);
  CHECK_FALSE(options.mask);
  CHECK(options.block_size == 64);
  CHECK(options.alpha == 1);
  CHECK(options.device == "gpu");
  CHECK(options.order == Order::by_source);
  CHECK(options.sizes == std::vector<int>{1, 2, 9});
  CHECK(options.factors == std::vector<float>{1, 2.5F});
  CHECK(options.names == std::vector<std::string>{"a", "b"});
  CHECK(options.has_cache);
  CHECK(options.lines == 7);
}

TEST_CASE("the value's type picks among rows of one name; the others keep their defaults") {
  const Parsed number("delta = 100");
  CHECK(number.options().delta == 100);
  CHECK(number.options().rule == 0);
  CHECK(number.settings.to_json()["delta"] == nlohmann::json({{"value", 100}, {"set", true}}));
  const Parsed word("delta = 'dynamic'");
  CHECK(word.options().delta == 0);
  CHECK(word.options().rule == 1);
  CHECK(word.settings.to_json()["delta"] == nlohmann::json({{"value", "dynamic"}, {"set", true}}));
  CHECK(Parsed("").settings.to_json()["delta"] == nlohmann::json({{"value", 0}, {"set", false}}));
  CHECK(errors_of("delta = true") ==
        "p.toml:1:9: error: option 'delta' of plugin 'adds' must be an integer in 0 .. 1000 or \"static\" or "
        "\"dynamic\", "
        "but is true");
}

TEST_CASE("a text row takes the words that a choice of its name does not know") {
  struct Both {
    int rule = -1;
    std::string file;
  };
  static constexpr OptionRow both[] = {choice<&Both::rule>("order", 0, {{"natural", 0}, {"random", 1}}, "A rule."),
                                       text<&Both::file>("order", "", "A file.")};
  Both options;
  Parsed("order = 'random'", both).settings.store(&options);
  CHECK(options.rule == 1);
  CHECK(options.file.empty());
  Parsed("order = 'x.txt'", both).settings.store(&options);
  CHECK(options.rule == 0);
  CHECK(options.file == "x.txt");
}

TEST_CASE("an unknown key gets the nearest name, or all of them") {
  CHECK(Parsed("pth = 1", rows, "[graph]").diagnostics.text() ==
        "p.toml:1:1: error: [graph]: unknown key 'pth'; known are mask, block_size, alpha, device, order, sizes, "
        "factors, "
        "names, cache, delta");
  CHECK(errors_of("\n  blok_size = 1") ==
        "p.toml:2:3: error: options of plugin 'adds': unknown key 'blok_size'; did you mean 'block_size'?");
  CHECK(errors_of("cache.line = 1") ==
        "p.toml:1:7: error: options of plugin 'adds': unknown key 'cache.line'; did you mean 'cache.lines'?");
  CHECK(Parsed("x = 1", {}).diagnostics.text() ==
        "p.toml:1:1: error: options of plugin 'adds': unknown key 'x'; there are none");
}

TEST_CASE("wrong types and values out of range name what is accepted and what is there") {
  CHECK(errors_of("block_size = 7") ==
        "p.toml:1:14: error: option 'block_size' of plugin 'adds' must be an integer in 32 .. 1024, but is 7");
  CHECK(Parsed("block_size = 7", rows, "[graph]").diagnostics.text() ==
        "p.toml:1:14: error: [graph]: 'block_size' must be an integer in 32 .. 1024, but is 7");
  CHECK(errors_of("block_size = '7'").ends_with("must be an integer in 32 .. 1024, but is \"7\""));
  CHECK(errors_of("block_size = 64.0").ends_with("must be an integer in 32 .. 1024, but is 64.0"));
  CHECK(errors_of("block_size = [64]").ends_with("but is a list of 1"));
  CHECK(errors_of("block_size = { x = 1 }").ends_with("but is a table"));
  CHECK(errors_of("block_size = 2020-01-02").ends_with("but is 2020-01-02"));
  CHECK(errors_of("alpha = nan").ends_with("must be a number in 0 .. 1, but is nan"));
  CHECK(errors_of("alpha = 2").ends_with("must be a number in 0 .. 1, but is 2"));
  CHECK(errors_of("factors = [inf]").ends_with("item 1, must be a number, but is inf"));
  CHECK(errors_of("mask = 1").ends_with("must be true or false, but is 1"));
  CHECK(errors_of("device = true").ends_with("must be a text, but is true"));
  CHECK(errors_of("device = \"a\\u0000b\"").ends_with("must not contain the character U+0000"));
  CHECK(errors_of("order = 'targe'")
            .ends_with(R"(must be "source" or "target", but is "targe"; did you mean "target"?)"));
  CHECK(errors_of("order = 'qqq'").ends_with(R"(must be "source" or "target", but is "qqq")"));
  CHECK(errors_of("sizes = 4").ends_with("must be a list of integers in 1 .. 9, but is 4"));
  CHECK(errors_of("sizes = [1, 10, 'x']") ==
        "p.toml:1:13: error: option 'sizes' of plugin 'adds', item 2, must be an integer in 1 .. 9, but is 10\n"
        "p.toml:1:17: error: option 'sizes' of plugin 'adds', item 3, must be an integer in 1 .. 9, but is \"x\"");
  CHECK(errors_of("cache = 3").ends_with("must be a table of lines, but is 3"));
  CHECK(errors_of("cache.lines = 0")
            .ends_with("option 'cache.lines' of plugin 'adds' must be an integer in 1 .. 1024, but is 0"));
}

TEST_CASE("all errors are collected, in the order of the file and each once") {
  const std::string text = errors_of("zzz = 1\nmask = 3\nalpha = 'x'");
  CHECK(text ==
        "p.toml:1:1: error: options of plugin 'adds': unknown key 'zzz'; known are mask, block_size, alpha, device, "
        "order, "
        "sizes, factors, names, cache, delta\n"
        "p.toml:2:8: error: option 'mask' of plugin 'adds' must be true or false, but is 3\n"
        "p.toml:3:9: error: option 'alpha' of plugin 'adds' must be a number in 0 .. 1, but is \"x\"");
  Diagnostics diagnostics("f");
  diagnostics.error({2, 1}, "b");
  diagnostics.error({1, 1}, "a");
  diagnostics.error({2, 1}, "b");
  diagnostics.error({1, 1, std::make_shared<const std::string>("--set x")}, "c");
  diagnostics.error({}, "whole");
  CHECK(diagnostics.text() == "f: error: whole\nf:1:1: error: a\nf:2:1: error: b\n--set x: error: c");
  CHECK_THROWS_AS(diagnostics.throw_if_any(), UserError);
  CHECK_NOTHROW(Diagnostics("f").throw_if_any());
}

TEST_CASE("required keys") {
  static constexpr OptionRow need[] = {required(text<&Options::device>("device", "", "Where to run."))};
  CHECK(Parsed("", need, "[run]").diagnostics.text().ends_with("error: [run]: 'device' is missing: Where to run."));
  CHECK(Parsed("device = 'x'", need, "[run]").diagnostics.empty());
  CHECK(Parsed("device = 1", need, "[run]").diagnostics.count() == 1);
}

TEST_CASE("a path that begins with ./ or ../ is resolved, if there is something to resolve it against") {
  constexpr OptionRow path_rows[] = {path<&Options::device>("file", "./default", "A file."),
                                     paths<&Options::names>("words", "A command.")};
  const Document document(R"(
    file = "../a b"
    words = ["./a", "b/c", "../d", "/e", "f", ".g", ""])",
                          "p.toml");
  Diagnostics diagnostics;
  const ResolvePath resolve = [](const std::string& name, const Place& place) {
    return "/line-" + std::to_string(place.line) + "/" + name;
  };
  Options options;
  const Place nowhere;
  Settings::from(path_rows, document.root().entries(), nowhere, "t", diagnostics, resolve).store(&options);
  CHECK(options.device == "/line-2/../a b");
  CHECK(options.names == std::vector<std::string>{"/line-3/./a", "b/c", "/line-3/../d", "/e", "f", ".g", ""});
  Settings::from(path_rows, document.root(), "t", diagnostics).store(&options);
  CHECK(options.device == "../a b");
  CHECK(options.names.front() == "./a");
  Settings::from(path_rows, Value(), "t", diagnostics).store(&options);
  CHECK(options.device == "./default");
  CHECK(diagnostics.empty());
  CHECK(accepted(path_rows[0]) == "path");
  CHECK(accepted(path_rows[1]) == "list of paths");
}

TEST_CASE("any keeps what stands there") {
  static constexpr OptionRow any[] = {{.name = "options", .type = OptionType::any, .help = "Whatever."}};
  const Parsed parsed("options = { a = [1, 2.5, 'x'], b = { c = true, d = inf } }", any);
  CHECK(parsed.settings.to_json()["options"]["value"].dump() == R"({"a":[1,2.5,"x"],"b":{"c":true,"d":"inf"}})");
  CHECK(parsed.settings.value("options").is_table());
  CHECK(parsed.settings.place("options").column == 11);
  CHECK_FALSE(parsed.settings.has("other"));
}

TEST_CASE("JSON has every option, its resolved value and whether it was set") {
  const nlohmann::json json = Parsed("sizes = [3, 4]\ncache.lines = 9").settings.to_json();
  CHECK(json.size() == 10);
  CHECK(json["mask"] == nlohmann::json({{"value", true}, {"set", false}}));
  CHECK(json["sizes"] == nlohmann::json({{"value", {3, 4}}, {"set", true}}));
  CHECK(json["order"]["value"] == "target");
  CHECK(json["cache"]["value"]["lines"] == nlohmann::json({{"value", 9}, {"set", true}}));
}

TEST_CASE("nearest finds slips of a finger and nothing else") {
  const std::string_view words[] = {"path", "loader", "weights", "missing_weights"};
  CHECK(nearest("pth", words) == "path");
  CHECK(nearest("PATH", words) == "path");
  CHECK(nearest("laoder", words) == "loader");
  CHECK(nearest("missing_weihgt", words) == "missing_weights");
  CHECK(nearest("source", words) == "");
  CHECK(nearest("", words) == "");
  CHECK(nearest("path", {}) == "");
}

TEST_CASE("what a row accepts, in words") {
  CHECK(accepted(rows[0]) == "true or false");
  CHECK(accepted(rows[1]) == "integer in 32 .. 1024");
  CHECK(accepted(rows[2]) == "number in 0 .. 1");
  CHECK(accepted(rows[4]) == "\"source\" or \"target\"");
  const NamedValue<int> words[] = {{"a", 0}, {"b", 1}, {"c", 2}};
  CHECK(accepted(choice<&Options::rule>("x", 0, words, "")) == "\"a\", \"b\" or \"c\"");
  CHECK(accepted(rows[6]) == "list of numbers");
  CHECK(accepted(integer<&Options::delta>("x", 1, {1, std::numeric_limits<std::int64_t>::max()}, "")) ==
        "integer >= 1");
  CHECK(accepted(integer<&Options::delta>("x", 1, {std::numeric_limits<std::int64_t>::min(), 5}, "")) ==
        "integer <= 5");
}

}  // namespace settings_test
}  // namespace wayfront::host
