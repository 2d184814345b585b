#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "commands.hpp"
#include "files/file_replacement.hpp"
#include "files/input.hpp"
#include "plugins/plugin_file.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::app {
namespace {

namespace fs = std::filesystem;
using host::ExitCode;

struct NewPluginArguments {
  std::string name;
  bool function = false;
  bool cuda = false;
  bool loader = false;

  void add_to(std::vector<Option>& rows) {
    rows = {
        {"NAME", &name, "Its name, which is also the folder's: small letters, digits and hyphens.", true},
        {"--function", &function, "Make a plugin of one function, without options: the shortest."},
        Option{"--cuda", &cuda, "Make a plugin for CUDA GPUs."}.excludes({"--function"}),
        Option{"--loader", &loader, "Make a loader, which reads a file format."}.excludes({"--function", "--cuda"})};
  }
};

/// A folder of share/wayfront/templates, and the name of its plugin, which stands for the new one's.
struct Template {
  std::string_view folder;
  std::string_view name;
  std::string_view what;
  std::string_view files;  // that `check` is given
  PluginKind kind;
  std::string_view instead = "";  // a folder in it: its files stand in place of those of the same name
};
constexpr Template cpu{"cpu", "my-plugin", "an algorithm in one thread, Bellman-Ford to begin with", "",
                       PluginKind::algorithm};
constexpr Template function{"cpu", "my-plugin",           "an algorithm of one function, Dijkstra's to begin with",
                            "",    PluginKind::algorithm, "function"};
constexpr Template cuda{"cuda", "my-cuda-plugin", "an algorithm on a GPU, Bellman-Ford to begin with", "",
                        PluginKind::algorithm};
constexpr Template loader{"loader", "my-loader", "a loader, which reads and writes a small text format to begin with",
                          " example.my-loader", PluginKind::loader};

std::string snake(std::string name) {
  std::ranges::replace(name, '-', '_');
  return name;
}

std::string pascal(std::string_view name) {
  std::string text;
  bool capital = true;
  for (const char c : name) {
    if (c != '-') text += capital && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    capital = c == '-';
  }
  return text;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// What stands in a template for the new plugin's names.
std::string renamed(std::string text, const Template& from, const std::string& name) {
  const std::string_view ending = from.kind == PluginKind::loader ? "Loader" : "Plugin";
  replace_all(text, from.name, name);
  replace_all(text, snake(std::string(from.name)), snake(name));
  std::string class_name = pascal(name);
  if (!class_name.ends_with(ending)) class_name += ending;  // NearFar or Graph alone would be names of the SDK
  replace_all(text, pascal(from.name), class_name);
  return text;
}

void check_name(const std::string& name, const Template& from, const host::PluginRegistry& plugins) {
  if (!host::is_plugin_name(name))
    refuse(
        "new-plugin: '{}' is not a name for a plugin; use small letters, digits and single hyphens, such as 'near-far'",
        name);
  constexpr std::array reserved = {"all", "clean", "help", "install", "package", "test"};
  if (std::ranges::find(reserved, name) != reserved.end())
    refuse("new-plugin: '{}' is a name that CMake uses itself; choose another name", name);
  if (const host::Plugin* const other = plugins.look_up(from.kind, name); other != nullptr)
    refuse("new-plugin: '{}' is the name of a plugin that is there already ({}); choose another name", name,
           other->file.string());
}

/// The prefix that this program is installed in, or the build folder that it is in.
fs::path prefix() { return fs::canonical("/proc/self/exe").parent_path().parent_path(); }

fs::path folder_of(const Template& from) {
  fs::path folder = prefix() / WAYFRONT_TEMPLATES / from.folder;
  std::error_code error;
  if (!fs::is_directory(folder, error))
    refuse("new-plugin: {}: no such folder; the templates were not installed with this program", folder.string());
  return folder;
}

void copy(const Template& from, const std::string& name) {
  const fs::path source = folder_of(from);
  std::error_code error;
  if (fs::exists(fs::symlink_status(name, error)))
    refuse("new-plugin: {}: exists already; choose another name, or go to another folder", name);
  if (!fs::create_directory(name, error))
    fail(ExitCode::failed_run, "new-plugin: {}: cannot be made: {}", name, error.message());
  try {
    for (const fs::directory_entry& entry : fs::directory_iterator(source)) {
      if (entry.is_directory()) continue;
      const fs::path own = source / from.instead / entry.path().filename();
      const fs::path& path = fs::exists(own) ? own : entry.path();
      const std::optional<std::string> text = host::read_whole(path);
      if (!text) fail(ExitCode::failed_run, "new-plugin: {}: cannot be read", path.string());
      const fs::path file = fs::path(name) / renamed(path.filename().string(), from, name);
      host::write_whole(file, renamed(*text, from, name), host::Links::follow);
    }
  } catch (...) {
    fs::remove_all(name, error);
    throw;
  }
}

std::string next_steps(const Template& from, const std::string& name) {
  fs::path wayfront = prefix();
  std::string text = fmt::format("{}: {}. Next:\n", name, from.what);
  std::error_code error;
  if (fs::exists(wayfront / "CMakeCache.txt", error)) {  // a build folder, which has no package
    const fs::path installed = wayfront / "install";
    text += fmt::format("  cmake --install {} --prefix {}\n", wayfront.string(), installed.string());
    wayfront = installed;
  }
  const bool found = wayfront == "/usr" || wayfront == "/usr/local";  // by CMake itself
  const std::string files = renamed(std::string(from.files), from, name);
  text += fmt::format("  cd {}\n  cmake -S . -B build{} && cmake --build build\n  wayfront check build/{}.so{}\n", name,
                      found ? "" : " -DCMAKE_PREFIX_PATH=" + wayfront.string(), name, files);
  return text +
         fmt::format("  wayfront run compare.toml\nWhile you work in it:\n  wayfront check --watch .{}\n", files);
}

int new_plugin(const NewPluginArguments& arguments, const host::PluginRegistry& plugins) {
  const Template& from = arguments.cuda ? cuda : arguments.loader ? loader : arguments.function ? function : cpu;
  check_name(arguments.name, from, plugins);
  copy(from, arguments.name);
  print(next_steps(from, arguments.name));
  return 0;
}

}  // namespace

Command new_plugin_command() {
  return command("new-plugin",
                 "Make a folder with a plugin of your own: source, build file, test, and a pipeline that compares it.",
                 new_plugin);
}

}  // namespace wayfront::app
