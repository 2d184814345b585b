#include "plugins/plugin_registry.hpp"

#include "../../test.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

const fs::path broken = WAYFRONT_BROKEN_PLUGINS;

template <class F>
std::string error_of(F&& call) {
  try {
    call();
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::plugin);
    return error.what();
  }
  return "no error";
}

std::string refusal(const std::string& name) {
  const fs::path file = broken / (name + ".so");
  std::string text = error_of([&] { load_plugin(file); });
  const std::string prefix = file.string() + ": ";
  REQUIRE(text.starts_with(prefix));
  return text.substr(prefix.size());
}

TEST_CASE("a sound plugin loads, and its descriptor is readable without running it") {
  const Plugin plugin = load_plugin(broken / "sound.so");
  CHECK(std::string(plugin.about().name) == "sound");
  CHECK(plugin.has(capability::int32_weights));
  CHECK_FALSE(plugin.has(capability::negative_weights));
  REQUIRE(plugin.options().size() == 1);
  CHECK(plugin.options()[0].default_value.integer == 4);
}

TEST_CASE("each break of the handshake has its own sentence") {
  CHECK(refusal("no_symbol") ==
        "not a wayfront plugin: it exports no symbol 'wayfront_plugin'; end the plugin's source with "
        "WAYFRONT_PLUGIN(...)");
  CHECK(
      refusal("wrong_magic") ==
      "not a wayfront plugin: 'wayfront_plugin' starts with 0x0123456789abcdef instead of 0x31544e4f52465957; end the "
      "plugin's source with WAYFRONT_PLUGIN(...)");
  const std::string major = std::to_string(api_major), minor = std::to_string(api_minor);
  const std::string here = ", but this wayfront has " + major + "." + minor + "; ";
  CHECK(refusal("older_api_major") ==
        "built for plugin API 1.3" + here + "rebuild it with the headers of this wayfront");
  CHECK(refusal("wrong_api_major") == "built for plugin API 99." + minor + here +
                                          "use a newer wayfront, or rebuild it with the headers of this wayfront");
  CHECK(refusal("newer_api_minor") == "built for plugin API " + major + ".99" + here +
                                          "use a newer wayfront, or rebuild it with the headers of this wayfront");
  CHECK(refusal("wrong_size") == "its descriptor has 64 bytes, but this wayfront's has " +
                                     std::to_string(sizeof(PluginDescriptor)) +
                                     "; rebuild it with the headers of this wayfront");
  CHECK(refusal("wrong_abi_tag") == "built with the ABI 'vax libc++-3', but this wayfront has '" +
                                        std::string(abi_tag) + "'; rebuild it with the headers of this wayfront");
  CHECK(refusal("bad_name") == "the plugin's name 'Not_Kebab' is not kebab-case, such as 'near-far'");
  CHECK(refusal("bad_kind") == "is a plugin of kind 9, but this wayfront knows only 1 (algorithm) and 2 (loader)");
  CHECK(refusal("no_create") == "its descriptor has no create or no destroy function");
  CHECK(refusal("no_sniff") == "a loader needs sniff(), or capability::generates if it reads no file");
  CHECK(contains(refusal("no_weights"), "declares no weight type"));
  CHECK(contains(refusal("duplicate_row"), "option 'width' has two rows of the same type"));
  CHECK(refusal("default_out_of_range") == "the default 9 of option 'width' is not in its range 1 .. 8");
}

TEST_CASE("what is no library says why it cannot be loaded") {
  CHECK(contains(refusal("no_library"), "cannot be loaded: "));
  CHECK(contains(refusal("no_library"), "invalid ELF header"));
  CHECK(error_of([] { load_plugin("absent.so"); }) == "absent.so: no such plugin file");
  CHECK(contains(error_of([] { load_plugin(broken); }), "is a directory, not a plugin file"));
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
  CHECK(contains(error_of([&] { registry.find(PluginKind::algorithm, "wrong_abi_tag"); }), "vax libc++-3"));
  CHECK(error_of([&] { registry.find(PluginKind::algorithm, "suond"); }) ==
        "there is no algorithm plugin 'suond'; did you mean 'sound'?");
  CHECK(error_of([&] { registry.find(PluginKind::algorithm, "dijkstra"); }) ==
        "there is no algorithm plugin 'dijkstra'; there are sound");
  CHECK(contains(error_of([&] { registry.find(PluginKind::loader, "sound"); }), "there is no loader plugin 'sound'"));

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

  CHECK(
      contains(error_of([&] { registry.add_file(broken / "sound.so"); }), "has the same name, algorithm 'sound', as"));
  CHECK(registry.plugins().size() == 1);

  fs::copy_file(broken / "sound.so", scratch.path() / "b.so");
  fs::copy_file(broken / "sound.so", scratch.path() / "c.so");
  registry.add_directory(scratch.path());
  CHECK(registry.plugins().empty());
  CHECK(registry.problems().size() == 3);
  const std::string message = error_of([&] { registry.find(PluginKind::algorithm, "sound"); });
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
  CHECK(contains(error_of([&] { registry.find(PluginKind::loader, other); }), "a plugin of kind loader is needed"));
  CHECK(contains(error_of([&] { registry.find(PluginKind::algorithm, "none.so"); }), "none.so: no such plugin file"));
  CHECK(registry.code_of_missing("none.so") == ExitCode::plugin);
}

TEST_CASE("auto is found where no file is, listed among two algorithms, and cannot be opened") {
  PluginRegistry registry;
  CHECK(is_chooser(registry.find(PluginKind::algorithm, "auto")));
  CHECK(registry.look_up(PluginKind::loader, "auto") == nullptr);
  registry.add_directory(broken);
  CHECK(registry.plugins().size() == 1);
  CHECK(contains(error_of([&] { create_algorithm(registry.find(PluginKind::algorithm, "auto"), {}); }),
                 "stands for a plugin that the host chooses"));
}

TEST_CASE("instances are made from resolved values, and a refusal carries the plugin's reason") {
  const Plugin plugin = load_plugin(broken / "sound.so");
  OptionValue width = plugin.options()[0].default_value;
  const InstancePtr<Algorithm> instance = create_algorithm(plugin, {&width, 1});
  CHECK(instance != nullptr);

  width.integer = 7;
  CHECK(error_of([&] {
          create_algorithm(plugin, {&width, 1});
        }) == "plugin 'sound': a width of 7 cannot be used, take another one");
  CHECK(error_of([&] { create_algorithm(plugin, {}); }) == "plugin 'sound' takes 1 options, but 0 were given");
  CHECK(contains(error_of([&] { create_loader(plugin, {&width, 1}); }), "is of kind algorithm, not loader"));
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
