// Finds and loads plugins: shared libraries whose descriptor passed the handshake. Descriptors are read from the files;
// only a plugin that is used is opened, and it stays open.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "wayfront/choose.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::host {

struct Plugin {
  std::filesystem::path file;
  /// As read from the file. Its functions may not be loaded in this process: opened() has them.
  std::shared_ptr<const PluginDescriptor> descriptor;

  const PluginAbout& about() const { return descriptor->about; }
  std::span<const OptionRow> options() const { return {descriptor->options, descriptor->option_count}; }
  bool has(std::uint64_t capability) const { return (descriptor->about.capabilities & capability) != 0; }
  bool takes(WeightKind weights) const { return has(weight_capability(weights)); }
};

/// Reads the descriptor of a file and checks it, in this order: symbol, magic, api_major, size, abi_tag, then names,
/// rows and functions. No code of the plugin runs. Throws UserError (ExitCode::plugin) that names file, found and
/// expected.
Plugin read_plugin(const std::filesystem::path& file);

/// The same, and opens the file: the functions of its descriptor can be called.
Plugin load_plugin(const std::filesystem::path& file);

/// The plugin's descriptor with functions that can be called. The first time, code of the plugin runs: see
/// plugin_opening.hpp. Throws UserError (ExitCode::plugin), also if the opened descriptor differs from the file.
const PluginDescriptor& opened(const Plugin& plugin);

/// Why `plugin` cannot handle such a graph here, or nothing: weight type, negative arcs, device.
std::optional<std::string> obstacle(const Plugin& plugin, const GraphInfo& graph, int device);

/// A plugin declines its options or a graph, which is no fault: the run is skipped. Thrown where a plugin throws Unsupported
/// when its instance is made. For those that do not ask it is an error of a plugin.
class Declined : public UserError {
 public:
  /// `reason` is the plugin's, which `message` holds, too.
  Declined(const std::string& message, std::string reason)
      : UserError(ExitCode::plugin, message), reason_(std::move(reason)) {}
  const std::string& reason() const noexcept { return reason_; }

 private:
  std::string reason_;
};

/// An instance of `plugin`; T is Algorithm or Loader and must match its kind. Throws UserError with the plugin's
/// reason.
template <class T>
using InstancePtr = std::unique_ptr<T, std::function<void(T*)>>;
InstancePtr<Algorithm> create_algorithm(const Plugin& plugin, std::span<const OptionValue> values);
InstancePtr<Loader> create_loader(const Plugin& plugin, std::span<const OptionValue> values);
InstancePtr<Chooser> create_chooser(const Plugin& plugin, std::span<const OptionValue> values);

/// Whether a plugin is named by the path of its file: the text has a slash, or ends with .so.
bool names_file(std::string_view plugin);

/// Whether it stands for another one, which it chooses.
inline bool is_chooser(const Plugin& plugin) { return plugin.has(capability::chooses); }

/// The plugins of some directories, sorted by kind and name.
class PluginRegistry {
 public:
  /// Reads every .so of a directory and opens none. A file that is not a usable plugin is listed in problems() and has
  /// no effect until it is requested; two files with the same name and kind are a problem of both.
  void add_directory(const std::filesystem::path& directory);
  /// Files of directories that are added later and have the same name do not count. Throws UserError (ExitCode::plugin)
  /// like read_plugin, and if the name is taken.
  void add_file(const std::filesystem::path& file);

  std::span<const Plugin> plugins() const { return plugins_; }
  struct Problem {
    std::filesystem::path file;
    std::string message;
    std::string name;  // the plugin's if it could be read; else the file's without .so
  };
  std::span<const Problem> problems() const { return problems_; }
  /// Those of a kind that several files are, of which none is used: "edge-list (twice: a.so, b.so)", or "".
  std::string twice(PluginKind kind) const;

  // In place of a name there may be the path of a file, see names_file(): it is read once and not added to plugins(),
  // so it may have the name of another one.

  /// Without a kind it is an algorithm, else a loader. Throws UserError (ExitCode::plugin) with the closest names, or
  /// with the problem of the file for this name.
  const Plugin& find(std::optional<PluginKind> kind, std::string_view name) const;
  /// The algorithm that is named, or with "" the first one that chooses among the others. Throws like find().
  const Plugin& algorithm(std::string_view name) const;
  /// Null if find() would throw; why_missing() is the message that it would throw.
  const Plugin* look_up(PluginKind kind, std::string_view name) const;
  std::string why_missing(std::optional<PluginKind> kind, std::string_view name) const;
  /// ExitCode::plugin if there is a file for that name which cannot be used, usage if there is none.
  ExitCode code_of_missing(std::string_view name) const;

  /// Searched by default: $WAYFRONT_PLUGIN_PATH (colon-separated), the user's ~/.local/lib/wayfront/plugins, then
  /// wayfront/plugins next to libwayfront.so where this code is in it, and ../lib/wayfront/plugins next to the program.
  static std::vector<std::filesystem::path> default_directories();

 private:
  const Plugin* same_name(const Plugin& plugin) const;
  void insert(const Plugin& plugin);
  const Plugin& of_file(std::optional<PluginKind> kind, const std::string& file) const;

  struct ReadFiles {
    std::mutex mutex;
    std::map<std::string, Plugin> plugins;  // by path
  };

  std::vector<Plugin> plugins_;
  std::vector<std::filesystem::path> given_;                         // by add_file()
  std::shared_ptr<ReadFiles> read_ = std::make_shared<ReadFiles>();  // for find() and look_up()
  struct Contested {
    Plugin plugin;  // one of them
    std::vector<std::filesystem::path> files;
  };
  std::vector<Contested> contested_;  // for each name and kind that several files have
  std::vector<Problem> problems_;
};

}  // namespace wayfront::host
