#include "plugins/plugin_registry.hpp"

#include "../../test.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

const fs::path broken = WAYFRONT_BROKEN_PLUGINS;

TEST_CASE("a sound plugin loads, and its descriptor is readable without running it") {
  const Plugin plugin = load_plugin(broken / "sound.so");
  CHECK(std::string(plugin.about().name) == "sound");
  CHECK(plugin.has(capability::int32_weights));
  CHECK_FALSE(plugin.has(capability::negative_weights));
  REQUIRE(plugin.options().size() == 1);
  CHECK(plugin.options()[0].default_value.integer == 4);
}

TEST_CASE("what is no library says why it cannot be loaded") {
  const std::string why = refusal_by(ExitCode::plugin, [] { load_plugin(broken / "no_library.so"); });
  CHECK(why.starts_with((broken / "no_library.so").string() + ": cannot be loaded: "));
  CHECK(contains(why, "invalid ELF header"));
  CHECK(refusal_by(ExitCode::plugin, [] { load_plugin("absent.so"); }) == "absent.so: no such plugin file");
  CHECK(contains(refusal_by(ExitCode::plugin, [] { load_plugin(broken); }), "is a directory, not a plugin file"));
}

TEST_CASE("a relative path without a folder is looked up here, not in the system's libraries") {
  const fs::path before = fs::current_path();
  fs::current_path(broken);
  CHECK_NOTHROW(load_plugin("sound.so"));
  fs::current_path(before);
}

TEST_CASE("a directory's unusable files are problems and do not stop the others") {
  PluginRegistry registry;
  registry.add_directory(broken);
  REQUIRE(registry.plugins().size() == 1);
  CHECK(registry.problems().size() >= 14);
  CHECK(&registry.find(PluginKind::algorithm, "sound") == &registry.plugins()[0]);
  CHECK(contains(refusal_by(ExitCode::plugin, [&] { registry.find(PluginKind::algorithm, "wrong_abi_tag"); }),
                 "vax libc++-3"));
  CHECK(refusal_by(ExitCode::plugin, [&] { registry.find(PluginKind::algorithm, "suond"); }) ==
        "there is no algorithm plugin 'suond'; did you mean 'sound'?");
  CHECK(refusal_by(ExitCode::plugin, [&] { registry.find(PluginKind::algorithm, "dijkstra"); }) ==
        "there is no algorithm plugin 'dijkstra'; there are sound");
  CHECK(contains(refusal_by(ExitCode::plugin, [&] { registry.find(PluginKind::loader, "sound"); }),
                 "there is no loader plugin 'sound'"));

  registry.add_directory(broken / "absent");
  CHECK(contains(registry.problems().back().message, "No such file or directory"));
}

TEST_CASE("two files with one name are a problem of both, the same file twice is none") {
  const Scratch scratch;
  fs::copy_file(broken / "sound.so", scratch.path() / "a.so");
  PluginRegistry registry;
  registry.add_directory(scratch.path());
  registry.add_directory(scratch.path());
  REQUIRE(registry.plugins().size() == 1);
  CHECK(registry.problems().empty());

  CHECK(contains(refusal_by(ExitCode::plugin, [&] { registry.add_file(broken / "sound.so"); }),
                 "has the same name, algorithm 'sound', as"));
  CHECK(registry.plugins().size() == 1);

  fs::copy_file(broken / "sound.so", scratch.path() / "b.so");
  fs::copy_file(broken / "sound.so", scratch.path() / "c.so");
  registry.add_directory(scratch.path());
  CHECK(registry.plugins().empty());
  CHECK(registry.problems().size() == 3);
  const std::string message = refusal_by(ExitCode::plugin, [&] { registry.find(PluginKind::algorithm, "sound"); });
  CHECK(contains(message, "a.so: has the same name"));
  CHECK(contains(message, "b.so: has the same name"));
}

TEST_CASE("a file that was added by itself wins over those of directories, and a path finds any file") {
  const Scratch scratch;
  fs::copy_file(broken / "sound.so", scratch.path() / "a.so");
  PluginRegistry registry;
  registry.add_file(broken / "sound.so");
  registry.add_directory(scratch.path());
  REQUIRE(registry.plugins().size() == 1);
  CHECK(registry.problems().empty());
  CHECK(registry.find(PluginKind::algorithm, "sound").file == broken / "sound.so");

  const std::string other = (scratch.path() / "a.so").string();
  const Plugin& found = registry.find(PluginKind::algorithm, other);
  CHECK(found.file == other);
  CHECK(registry.look_up(PluginKind::algorithm, other) == &found);
  CHECK(registry.plugins().size() == 1);
  CHECK(contains(refusal_by(ExitCode::plugin, [&] { registry.find(PluginKind::loader, other); }),
                 "a plugin of kind loader is needed"));
  CHECK(contains(refusal_by(ExitCode::plugin, [&] { registry.find(PluginKind::algorithm, "none.so"); }),
                 "none.so: no such plugin file"));
  CHECK(registry.code_of_missing("none.so") == ExitCode::plugin);
}

TEST_CASE("auto is found where no file is, listed among two algorithms, and cannot be opened") {
  PluginRegistry registry;
  CHECK(is_chooser(registry.find(PluginKind::algorithm, "auto")));
  CHECK(registry.look_up(PluginKind::loader, "auto") == nullptr);
  registry.add_directory(broken);
  CHECK(registry.plugins().size() == 1);
  CHECK(contains(
      refusal_by(ExitCode::plugin, [&] { create_algorithm(registry.find(PluginKind::algorithm, "auto"), {}); }),
      "stands for a plugin that the host chooses"));
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

}  // namespace
}  // namespace wayfront::host
