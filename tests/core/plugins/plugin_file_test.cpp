#include <sys/stat.h>
#include <cfenv>

#include "../../test.hpp"
#include "plugins/plugin_file.hpp"
#include "plugins/plugin_opening.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/table_rows.hpp"
#include "wayfront/profile.hpp"

namespace wayfront::host {
namespace plugin_file_test {

namespace fs = std::filesystem;

const fs::path broken = WAYFRONT_BROKEN_PLUGINS, hostile = WAYFRONT_HOSTILE_PLUGINS;

/// The reason why a file is refused, without its name; "" where it is not.
std::string refusal(const fs::path& file) {
  const std::string text = refusal_by(ExitCode::plugin, [&] { read_descriptor(file); });
  if (text.empty()) return {};
  REQUIRE(text.starts_with(file.string() + ": "));
  return text.substr(file.string().size() + 2);
}

TEST_CASE("a file says what the opened plugin says") {
  for (const fs::path& file : {broken / "sound.so", hostile / "rounds_up.so"}) {
    const Plugin read = read_plugin(file), opened = load_plugin(file);
    CHECK(read.descriptor != opened.descriptor);
    CHECK(std::string(read.about().name) == opened.about().name);
    CHECK(std::string(read.about().summary) == opened.about().summary);
    CHECK(read.about().capabilities == opened.about().capabilities);
    REQUIRE(read.options().size() == opened.options().size());
    for (std::size_t i = 0; i < read.options().size(); ++i) {
      CHECK(std::string(read.options()[i].name) == opened.options()[i].name);
      CHECK(read.options()[i].default_value.integer == opened.options()[i].default_value.integer);
      CHECK(read.options()[i].integers.max == opened.options()[i].integers.max);
    }
  }
}

TEST_CASE("a descriptor that is no data of its file is refused") {
  CHECK(
      refusal(hostile / "describes_itself_when_opened.so").starts_with("its descriptor is created when it is opened"));
  CHECK(refusal(hostile / "points_astray.so").starts_with("its descriptor points outside the data of its file"));
}

TEST_CASE("what is no file for this machine is refused without waiting") {
  const Scratch scratch;
  const fs::path pipe = scratch.path() / "pipe.so";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(refusal(pipe) == "cannot be loaded: is not a regular file");
  CHECK(refusal(scratch.write("empty.so", "")) == "cannot be loaded: file too short");
  std::string other = content_of(broken / "sound.so");
  other[18] = 8;  // e_machine: MIPS
  CHECK(refusal(scratch.write("mips.so", other)) == "cannot be loaded: is a library for another machine");
}

TEST_CASE("cut and damaged files are refused or read, and harm nobody") {
  const std::string sound = content_of(broken / "sound.so");
  const Scratch scratch;
  std::size_t refused = 0;
  for (std::size_t size = 0; size < sound.size(); size += 251)
    refused += refusal(scratch.write("cut.so", std::string_view(sound).substr(0, size))).empty() ? 0 : 1;
  CHECK(refused > sound.size() / 251 / 2);
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    std::string damaged = sound;
    for (int change = 0; change < 40; ++change) damaged[random() % damaged.size()] = static_cast<char>(random());
    refusal(scratch.write("damaged.so", damaged));
  }
  // Single bytes of what is read: header, sections, symbols, relocations and the descriptor hold most values below
  // 2^16.
  for (int i = 0; i < 1000; ++i) {
    std::string damaged = sound;
    std::size_t place = random() % damaged.size();
    while (damaged[place] == 0) place = random() % damaged.size();
    damaged[place] = static_cast<char>(random());
    damaged[0] = sound[0];
    refusal(scratch.write("damaged.so", damaged));
  }
}

/// The note on opening a plugin, which has to be a single one.
std::string note_on(const std::string& name) {
  take_opening_notes();
  open_plugin(hostile / (name + ".so"));
  const std::vector<std::string> notes = take_opening_notes();
  REQUIRE(notes.size() == 1);
  open_plugin(hostile / (name + ".so"));
  CHECK(take_opening_notes().empty());
  return notes[0];
}

std::string changed(const std::string& name, const std::string& what) {
  return "plugin '" + name + "' changed " + what + " when it was opened; it was restored";
}

TEST_CASE("the floating-point mode that an opening changes is put back and named") {
  volatile float tiny = 1e-40F, half = 0.5F;
  CHECK(note_on("flushes_when_opened") == changed("flushes-when-opened", "the floating-point mode"));
  CHECK(tiny * half > 0);
  CHECK(note_on("rounds_up_when_opened") == changed("rounds-up-when-opened", "the floating-point mode"));
  CHECK(std::fegetround() == FE_TONEAREST);
}

TEST_CASE("a plugin that is another one than its file says is refused") {
  const Plugin plugin = read_plugin(hostile / "renames_itself_when_opened.so");
  CHECK(contains(refusal_by([&] { opened(plugin); }),
                 "it is algorithm 'renames-itself-when-opened', but after opening it is algorithm 'dijkstra'"));
}

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

constexpr PluginDescriptor sound = wayfront::detail::describe<Sample>();

std::string refusal(const PluginDescriptor& descriptor) {
  return refusal_by(ExitCode::plugin, [&] { check_descriptor("sample.so", descriptor); });
}

/// The same with some of its options, or other ones.
std::string refusal(std::span<const OptionRow> rows, PluginDescriptor descriptor = sound) {
  descriptor.options = rows.data();
  descriptor.option_count = static_cast<decltype(descriptor.option_count)>(rows.size());
  return refusal(descriptor);
}

constexpr Profile profiles[] = {{"today", ""}, {"paper", "mode = 'fast'\nmore = { width = 2 }"}};
constexpr OptionRow published[] = {profile<profiles>("Whose values."), Sample::rows[0], Sample::rows[1]};

/// Why a plugin is refused whose profile sets `text` by "paper".
std::string profile_refusal(const char* text) {
  OptionRow rows[] = {published[0], published[1], published[2]};
  OptionValue set[] = {rows[0].default_value.items[0], rows[0].default_value.items[1]};
  set[1].text = text;
  rows[0].default_value.items = set;
  return refusal(rows);
}

struct Format {
  static constexpr PluginAbout about{.name = "format", .version = "1", .summary = "Holds nothing."};
  static constexpr const char* suffixes = ".nothing";
  static Match sniff(std::string_view) noexcept { return {}; }
  void load(const LoadRequest&, GraphSink&, RunContext&) {}
  void save(const SaveRequest&, RunContext&) {}
};
constexpr PluginDescriptor format = wayfront::detail::describe<Format>();

TEST_CASE("a plugin of another version is told both versions and what to do") {
  const std::string here = std::to_string(api_major) + "." + std::to_string(api_minor);
  PluginDescriptor older = sound;
  older.api_major = 1;
  older.api_minor = 1;
  older.size = offsetof(PluginDescriptor, suffixes);  // of that version
  CHECK(refusal(older) == "sample.so: built for plugin API 1.1, but this wayfront has " + here +
                              "; rebuild it with the headers of this wayfront");
  PluginDescriptor last = older;
  last.api_major = 2;
  CHECK(
      refusal(last).starts_with("sample.so: built for plugin API 2.1, but this wayfront has " + here + "; rebuild it"));
  CHECK(contains(refusal(last), "in problem.more, "));
  CHECK(refusal(last).ends_with("; docs/authors/api-3.md has the rest"));
  PluginDescriptor newer = sound;
  newer.api_major = api_major + 1;
  newer.size = 4 * sizeof(PluginDescriptor);
  CHECK(contains(refusal(newer), "but this wayfront has " + here + "; use a newer wayfront, or rebuild it"));
  PluginDescriptor cut = sound;
  cut.size = offsetof(PluginDescriptor, suffixes);
  CHECK(contains(refusal(cut), "its descriptor has " + std::to_string(cut.size) + " bytes, but this wayfront's has"));
}

TEST_CASE("a loader that writes names the endings of its files") {
  CHECK(refusal(format) == "");
  PluginDescriptor nameless = format;
  nameless.suffixes = "";
  CHECK(refusal(nameless) == "sample.so: has save(), but names no suffixes for the files that it writes");
}

TEST_CASE("a count of options that nobody set is refused before the rows are looked at") {
  PluginDescriptor many = sound;
  many.option_count = std::size_t{1} << 60;
  CHECK(refusal(many) == "sample.so: declares 1152921504606846976 options; at most 1000 are taken");

  OptionRow rows[] = {Sample::rows[1]};
  rows[0].row_count = 4'000'000;
  CHECK(refusal(rows) == "sample.so: declares 4000000 options in 'more.'; at most 1000 are taken");
}

TEST_CASE("a default of too many items is refused before they are looked at") {
  const OptionValue item{};
  OptionRow rows[] = {Sample::inner[0]};
  rows[0].type = OptionType::integers;
  rows[0].default_value.items = &item;
  rows[0].default_value.item_count = std::size_t{1} << 40;
  CHECK(refusal(rows) == "sample.so: the default of option 'width' has 1099511627776 items; at most 100000 are taken");
}

TEST_CASE("a table that contains itself is refused") {
  OptionRow rows[] = {Sample::rows[1]};
  rows[0].rows = rows;
  CHECK(refusal(rows) == "sample.so: its option tables are nested deeper than 8");
}

TEST_CASE("words and versions that would disturb a terminal are refused") {
  PluginDescriptor version = sound;
  version.about.version = "1\x1b[31m";
  CHECK(refusal(version) == "sample.so: its version contains control characters");

  OptionRow rows[] = {Sample::rows[0]};
  rows[0].choices[1].name = "fast\n";
  CHECK(refusal(rows) == "sample.so: option 'mode' has a word with control characters");
}

TEST_CASE("profiles that set what no option takes are refused when the plugin is read") {
  CHECK(profile_refusal("mode = 'fast'\nmore = { width = 2 }") == "");
  CHECK(contains(profile_refusal("mood = 'fast'"), "unknown key 'mood'"));
  CHECK(contains(profile_refusal("mode = 'slowly'"), "\"slow\" or \"fast\""));
  CHECK(contains(profile_refusal("more = { width = 9 }"), "1 .. 8"));
  CHECK(contains(profile_refusal("mode = "), "is not TOML"));
  CHECK(contains(profile_refusal("profile = 'today'"), "sets itself"));

  OptionRow rows[] = {published[0], published[1], published[2]};
  OptionValue set[] = {rows[0].default_value.items[1], rows[0].default_value.items[1]};
  rows[0].default_value.items = set;
  CHECK(contains(refusal(rows), "by its default \"today\""));
  rows[0].default_value.item_count = 1;
  CHECK(contains(refusal(rows), "for each word"));
}

TEST_CASE("a status whose message fills its array has an end") {
  Status status;
  std::ranges::fill(status.message, 'x');
  CHECK(status.text().size() == sizeof(status.message));
  CHECK(Status::with(StatusCode::failed, "why").text() == "why");
  CHECK(Status{}.text().empty());
}

}  // namespace plugin_file_test
}  // namespace wayfront::host
