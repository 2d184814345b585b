#include "plugins/plugin_file.hpp"

#include "../../test.hpp"
#include "wayfront/profile.hpp"

namespace wayfront::host {
namespace {

enum class Mode : std::uint8_t { slow, fast };

struct Sample {
  static constexpr PluginAbout about{
      .name = "sample", .version = "1", .summary = "Does nothing.", .capabilities = capability::any_weights};
  struct Options {
    Mode mode = Mode::slow;
    bool more = false;
    std::int64_t width = 1;
  };
  static constexpr NamedValue<Mode> modes[] = {{"slow", Mode::slow}, {"fast", Mode::fast}};
  static constexpr OptionRow inner[] = {integer<&Options::width>("width", 1, {1, 8}, "A number.")};
  static constexpr OptionRow rows[] = {choice<&Options::mode>("mode", Mode::slow, modes, "A word."),
                                       table<&Options::more>("more", inner, "A table.")};

  explicit Sample(const Options&) {}
  void prepare(const Graph&, RunContext&) {}
  void solve(const Problem&, Output&, RunContext&) {}
};

constexpr PluginDescriptor sound = detail::describe<Sample>();

std::string refusal(const PluginDescriptor& descriptor) {
  const std::filesystem::path file = "sample.so";
  try {
    check_descriptor(file, descriptor);
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::plugin);
    return error.what();
  }
  return "none";
}

struct Published {
  static constexpr PluginAbout about = Sample::about;
  using Options = Sample::Options;
  static constexpr Profile profiles[] = {{"today", ""}, {"paper", "mode = 'fast'\nmore = { width = 2 }"}};
  static constexpr OptionRow rows[] = {profile<profiles>("Whose values."), Sample::rows[0], Sample::rows[1]};

  explicit Published(const Options&) {}
  void prepare(const Graph&, RunContext&) {}
  void solve(const Problem&, Output&, RunContext&) {}
};

/// Why a plugin is refused whose profile sets `text` by "paper".
std::string profile_refusal(const char* text) {
  OptionRow rows[] = {Published::rows[0], Published::rows[1], Published::rows[2]};
  OptionValue set[] = {rows[0].default_value.items[0], rows[0].default_value.items[1]};
  set[1].text = text;
  rows[0].default_value.items = set;
  PluginDescriptor plugin = detail::describe<Published>();
  plugin.options = rows;
  return refusal(plugin);
}

struct Format {
  static constexpr PluginAbout about{
      .name = "format", .version = "1", .summary = "Holds nothing.", .capabilities = capability::writes};
  static constexpr const char* suffixes = ".nothing";
  static Match sniff(std::string_view) noexcept { return {}; }
  void load(const LoadRequest&, GraphSink&, RunContext&) {}
  void save(const SaveRequest&, RunContext&) {}
};
constexpr PluginDescriptor format = detail::describe<Format>();

TEST_CASE("a plugin of another version is told both versions and what to do") {
  const std::string here = std::to_string(api_major) + "." + std::to_string(api_minor);
  PluginDescriptor older = sound;
  older.api_major = 1;
  older.api_minor = 1;
  older.size = offsetof(PluginDescriptor, suffixes);  // of that version
  CHECK(refusal(older) == "sample.so: built for plugin API 1.1, but this wayfront has " + here +
                              "; rebuild it with the headers of this wayfront");
  PluginDescriptor newer = sound;
  newer.api_major = api_major + 1;
  newer.size = 4 * sizeof(PluginDescriptor);
  CHECK(contains(refusal(newer), "but this wayfront has " + here + "; use a newer wayfront, or rebuild it"));
  PluginDescriptor cut = sound;
  cut.size = offsetof(PluginDescriptor, suffixes);
  CHECK(contains(refusal(cut), "its descriptor has " + std::to_string(cut.size) + " bytes, but this wayfront's has"));
}

TEST_CASE("a loader that writes names the endings of its files") {
  CHECK(refusal(format) == "none");
  PluginDescriptor nameless = format;
  nameless.suffixes = "";
  CHECK(refusal(nameless) == "sample.so: has capability::writes, but names no suffixes for the files that it writes");
}

TEST_CASE("a sound descriptor passes") { CHECK(refusal(sound) == "none"); }

TEST_CASE("a count of options that nobody set is refused before the rows are looked at") {
  PluginDescriptor many = sound;
  many.option_count = std::size_t{1} << 60;
  CHECK(refusal(many) == "sample.so: declares 1152921504606846976 options; at most 1000 are taken");

  OptionRow rows[] = {Sample::rows[1]};
  rows[0].row_count = 4'000'000;
  PluginDescriptor inside = sound;
  inside.options = rows;
  inside.option_count = 1;
  CHECK(refusal(inside) == "sample.so: declares 4000000 options in 'more.'; at most 1000 are taken");
}

TEST_CASE("a default of too many items is refused before they are looked at") {
  const OptionValue item{};
  OptionRow rows[] = {Sample::inner[0]};
  rows[0].type = OptionType::integers;
  rows[0].default_value.items = &item;
  rows[0].default_value.item_count = std::size_t{1} << 40;
  PluginDescriptor many = sound;
  many.options = rows;
  many.option_count = 1;
  CHECK(refusal(many) == "sample.so: the default of option 'width' has 1099511627776 items; at most 100000 are taken");
}

TEST_CASE("a table that contains itself is refused") {
  OptionRow rows[] = {Sample::rows[1]};
  rows[0].rows = rows;
  PluginDescriptor endless = sound;
  endless.options = rows;
  endless.option_count = 1;
  CHECK(refusal(endless) == "sample.so: its option tables are nested deeper than 8");
}

TEST_CASE("words and versions that would disturb a terminal are refused") {
  PluginDescriptor version = sound;
  version.about.version = "1\x1b[31m";
  CHECK(refusal(version) == "sample.so: its version contains control characters");

  OptionRow rows[] = {Sample::rows[0]};
  rows[0].choices[1].name = "fast\n";
  PluginDescriptor word = sound;
  word.options = rows;
  word.option_count = 1;
  CHECK(refusal(word) == "sample.so: option 'mode' has a word with control characters");
}

TEST_CASE("profiles that set what no option takes are refused when the plugin is read") {
  CHECK(profile_refusal("mode = 'fast'\nmore = { width = 2 }") == "none");
  CHECK(contains(profile_refusal("mood = 'fast'"), "unknown key 'mood'"));
  CHECK(contains(profile_refusal("mode = 'slowly'"), "\"slow\" or \"fast\""));
  CHECK(contains(profile_refusal("more = { width = 9 }"), "1 .. 8"));
  CHECK(contains(profile_refusal("mode = "), "is not TOML"));
  CHECK(contains(profile_refusal("profile = 'today'"), "sets itself"));

  OptionRow rows[] = {Published::rows[0], Published::rows[1], Published::rows[2]};
  OptionValue set[] = {rows[0].default_value.items[1], rows[0].default_value.items[1]};
  rows[0].default_value.items = set;
  PluginDescriptor plugin = detail::describe<Published>();
  plugin.options = rows;
  CHECK(contains(refusal(plugin), "by its default \"today\""));
  rows[0].default_value.item_count = 1;
  CHECK(contains(refusal(plugin), "for each word"));
}

TEST_CASE("a status whose message fills its array has an end") {
  Status status;
  std::ranges::fill(status.message, 'x');
  CHECK(status.text().size() == sizeof(status.message));
  CHECK(Status::with(StatusCode::failed, "why").text() == "why");
  CHECK(Status{}.text().empty());
}

}  // namespace
}  // namespace wayfront::host
