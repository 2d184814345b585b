#include <nlohmann/json.hpp>

#include "../../test.hpp"
#include "pipeline/pipeline_tables.hpp"
#include "plugins/describe.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "wayfront/profile.hpp"

namespace wayfront::host {
namespace plugin_registry_test {

namespace fs = std::filesystem;

const fs::path broken = WAYFRONT_BROKEN_PLUGINS;

TEST_CASE("a relative path without a folder is looked up here, not in the system's libraries") {
  const fs::path before = fs::current_path();
  fs::current_path(broken);
  CHECK_NOTHROW(load_plugin("sound.so"));
  fs::current_path(before);
}

TEST_CASE("instances are made from resolved values, and a refusal carries the plugin's reason") {
  const Plugin plugin = load_plugin(broken / "sound.so");
  OptionValue width = plugin.options()[0].default_value;
  const InstancePtr<Algorithm> instance = create_algorithm(plugin, {&width, 1});
  CHECK(instance != nullptr);

  width.integer = 7;
  CHECK(refusal_by(ExitCode::plugin, [&] {
          create_algorithm(plugin, {&width, 1});
        }) == "plugin 'sound': a width of 7 cannot be used, take another one");
  CHECK(refusal_by(ExitCode::plugin, [&] { create_algorithm(plugin, {}); }) ==
        "plugin 'sound' takes 1 options, but 0 were given");
  CHECK(contains(refusal_by(ExitCode::plugin,
                            [&] {
                              create_loader(plugin, {&width, 1});
                            }),
                 "is of kind algorithm, not loader"));
}

TEST_CASE("WAYFRONT_PLUGIN_PATH comes first") {
  ::setenv("WAYFRONT_PLUGIN_PATH", "/one::/two", 1);
  const auto directories = PluginRegistry::default_directories();
  ::unsetenv("WAYFRONT_PLUGIN_PATH");
  REQUIRE(directories.size() >= 2);
  CHECK(directories[0] == "/one");
  CHECK(directories[1] == "/two");
}

Plugin sample(const std::string& file) { return load_plugin(fs::path(WAYFRONT_SAMPLE_PLUGINS) / (file + ".so")); }

struct Published {
  std::int64_t hops;
};
constexpr Profile profiles[] = {{"today", ""}, {"paper", "hops = 1"}};
constexpr OptionRow published_rows[] = {profile<profiles>("Whose program."),
                                        integer<&Published::hops>("hops", 64, {1, 100}, "Hops of a round.")};

TEST_CASE("a profile says in every form what its words set") {
  CHECK(contains(options_text(published_rows), "Whose program. \"paper\" sets hops = 1.\n"));
  CHECK(contains(options_markdown(published_rows),
                 "| `profile` | \"today\" or \"paper\" | `\"today\"` | Whose program. \"paper\" sets hops = 1. |\n"));
  CHECK(contains(options_toml(published_rows),
                 "# Whose program. \"paper\" sets hops = 1. Takes \"today\" or \"paper\".\n"));
  const nlohmann::json row = options_json(published_rows)[0];
  CHECK(row["choices"] == nlohmann::json{"today", "paper"});
  CHECK(row["sets"] == nlohmann::json{{"paper", {{"hops", 1}}}});
}

TEST_CASE("the text names what a plugin is, can do and takes") {
  const std::string text = describe_text(sample("sample"));
  CHECK(
      text.starts_with("sample 1.2 (algorithm)\nHas an option of every type.\n\n"
                       "Reference:    Nobody, Nowhere 2001, section 2\n"
                       "Capabilities: int32 weights, negative weights\n"));
  CHECK(contains(text, "\n  block_size   integer in 32 .. 1024, default 128\n               Threads per block.\n"));
  CHECK(contains(text, "\n  order        \"source\" or \"target\", default \"target\"\n"));
  CHECK(contains(text, "\n  delta        integer in 1 .. 1000, default 10\n"));
  CHECK(contains(text, "\n  delta        \"static\" or \"dynamic\", default \"static\"\n"));
  CHECK(contains(text, "\n  cache        table of lines\n"));
  CHECK(contains(text, "\n  cache.lines  integer in 1 .. 1024, default 64\n"));
  CHECK(text.ends_with('\n'));
  CHECK(describe_text(sample("sample_reader")).ends_with("\n\nNo options.\n"));
}

TEST_CASE("the TOML skeleton parses, validates and changes nothing") {
  const Plugin plugin = sample("sample");
  const std::string text = describe_toml(plugin);
  CHECK(
      text.starts_with("# sample 1.2: Has an option of every type.\n[[run]]\nplugin = \"sample\"\n\n[run.options]\n"));
  CHECK(contains(text, "# Threads per block. Takes an integer in 32 .. 1024.\nblock_size = 128\n"));
  CHECK(contains(text, "device = \"a \\\"b\\\"\"\n"));
  CHECK(contains(text, "# Or: How the width is found. Takes \"static\" or \"dynamic\".\n# delta = \"static\"\n"));
  CHECK(contains(text, "# cache = { lines = 64 }\n"));

  const Document document(text, "skeleton");
  const Value options = document.root().get("run").items().at(0).get("options");
  REQUIRE(options);
  Diagnostics diagnostics("skeleton");
  const Settings settings = Settings::from(plugin.options(), options, "options of plugin 'sample'", diagnostics);
  CHECK(diagnostics.text() == "");
  const nlohmann::json written = settings.to_json();
  const nlohmann::json default_value = Settings::defaults(plugin.options()).to_json();
  for (const auto& [name, value] : default_value.items()) {
    CHECK(written[name]["value"] == value["value"]);
    CHECK(written[name]["set"] == (name != "cache"));
  }
}

TEST_CASE("a commented line of the skeleton is TOML, too, once its mark is removed") {
  std::string text = describe_toml(sample("sample"));
  const std::string_view mark = "# cache";
  text.replace(text.find(mark), mark.size(), "cache");
  const Document document(text, "skeleton");
  CHECK(document.root().get("run").items().at(0).get("options").get("cache").get("lines").integer() == 64);
}

TEST_CASE("a loader's skeleton is a [graph] table") {
  CHECK(describe_toml(sample("sample_maker")) ==
        "# sample-maker 1: Makes no graph.\n[graph]\nloader = \"sample-maker\"\n\n[graph.options]\n"
        "# Number of vertices. Takes an integer in 1 .. 100.\n# vertices = 10\n");
  CHECK(describe_toml(sample("sample_reader")) ==
        "# sample-reader 1: Reads nothing.\n[graph]\npath = \"FILE\"\nloader = \"sample-reader\"\n");
}

TEST_CASE("options as a Markdown table") {
  const std::string text = options_markdown(sample("sample").options());
  CHECK(
      text.starts_with("| Option | Takes | Default | Meaning |\n|---|---|---|---|\n"
                       "| `mask` | true or false | `true` | Relax only arcs of active vertices. |\n"
                       "| `block_size` | integer in 32 .. 1024 | `128` | Threads per block. |\n"
                       "| `alpha` | number in 0 .. 1 | `0.5` | Part of the near \\| far pile. |\n"));
  CHECK(contains(text, "| `sizes` | list of integers in 1 .. 9 | `[]` | Sizes of the piles. |\n"));
  CHECK(
      contains(text, "| `cache` | table of lines |  | The cache. |\n| `cache.lines` | integer in 1 .. 1024 | `64` |"));
  CHECK(options_markdown(sample("sample_reader").options()) == "It has no options.\n");
  for (const PipelineTable& table : pipeline_tables()) CHECK(contains(options_markdown(table.rows), "| `"));
}

TEST_CASE("JSON holds every row") {
  const nlohmann::json json = describe_json(sample("sample"));
  CHECK(json["name"] == "sample");
  CHECK(json["kind"] == "algorithm");
  CHECK(json["problem"] == "sssp");
  CHECK(json["api"] == std::to_string(api_major) + "." + std::to_string(api_minor));
  CHECK(json["capabilities"] == nlohmann::json({"int32 weights", "negative weights"}));
  REQUIRE(json["options"].size() == 11);
  CHECK(json["options"][1] == nlohmann::json({{"name", "block_size"},
                                              {"type", "integer"},
                                              {"help", "Threads per block."},
                                              {"required", false},
                                              {"least", 32},
                                              {"most", 1024},
                                              {"default", 128}}));
  CHECK(json["options"][4]["choices"] == nlohmann::json({"source", "target"}));
  CHECK(json["options"][4]["default"] == "target");
  CHECK(json["options"][10]["rows"][0]["default"] == 64);
}

TEST_CASE("the list has a line per plugin and the problems after them") {
  PluginRegistry registry;
  registry.add_directory(WAYFRONT_SAMPLE_PLUGINS);
  CHECK(list_text(registry) ==
        "KIND       NAME           VERSION  WEIGHTS  NEGATIVE  DEVICE  SUMMARY\n"
        "algorithm  sample         1.2      int32    yes       no      Has an option of every type.\n"
        "loader     sample-maker   1        -        -         -       Makes no graph.\n"
        "loader     sample-reader  1        -        -         -       Reads nothing.\n");
  CHECK(list_json(registry)["plugins"].size() == 3);

  PluginRegistry none;
  none.add_directory("absent");
  CHECK(list_text(none) ==
        "No plugins were found; name a directory of plugins in WAYFRONT_PLUGIN_PATH.\n\n"
        "Not usable:\n  absent: No such file or directory\n");
  CHECK(list_json(none)["problems"][0]["file"] == "absent");
}

}  // namespace plugin_registry_test
}  // namespace wayfront::host
