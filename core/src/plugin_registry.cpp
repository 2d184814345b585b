#include "plugin_registry.hpp"

#include <sys/auxv.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/dll/runtime_symbol_info.hpp>
#include <boost/dll/shared_library.hpp>

#include "errors.hpp"
#include "handshake.hpp"
#include "option_text.hpp"
#include "settings.hpp"
#include "weight_kind.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view name_of(PluginKind kind) { return kind == PluginKind::loader ? "loader" : "algorithm"; }

/// Keeps a library loaded to the end of the process and beyond static destructors.
const boost::dll::shared_library& keep(boost::dll::shared_library library) {
  static std::mutex mutex;
  static auto& kept = *new std::vector<std::unique_ptr<boost::dll::shared_library>>;
  const std::scoped_lock lock(mutex);
  return *kept.emplace_back(std::make_unique<boost::dll::shared_library>(std::move(library)));
}

/// Also where there is no /proc, which says it otherwise.
fs::path program_location() {
  boost::dll::fs::error_code error;
  const fs::path found = boost::dll::program_location(error).string();
  if (!error) return found;
  const auto* const started_as = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  std::error_code none;
  return started_as == nullptr ? fs::path() : fs::canonical(started_as, none);
}

/// The dynamic linker's sentence out of what Boost.DLL made of it.
std::string linker_message(const std::system_error& error) {
  std::string text = error.what();
  constexpr std::string_view mark = "(dlerror system message: ";
  const std::size_t start = text.find(mark);
  const std::size_t end = text.rfind(')');
  if (start == std::string::npos || end == std::string::npos) return text;
  return text.substr(start + mark.size(), end - start - mark.size());
}

const boost::dll::shared_library& open(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) throw UserError(ExitCode::plugin, fmt::format("{}: no such plugin file", file.string()));
  if (fs::is_directory(status))
    throw UserError(ExitCode::plugin, fmt::format("{}: is a directory, not a plugin file", file.string()));
  const fs::path whole = fs::absolute(file);
  try {
    using boost::dll::load_mode::rtld_local;
    using boost::dll::load_mode::rtld_now;
    return keep(boost::dll::shared_library(whole, rtld_now | rtld_local));
  } catch (const std::system_error& failure) {
    std::string reason = linker_message(failure);
    const std::string prefix = whole.string() + ": ";
    if (reason.starts_with(prefix)) reason.erase(0, prefix.size());
    throw UserError(ExitCode::plugin, fmt::format("{}: cannot be loaded: {}", file.string(), reason));
  }
}

template <class T>
InstancePtr<T> create(const Plugin& plugin, PluginKind kind, std::span<const OptionValue> values) {
  const PluginDescriptor& it = *plugin.descriptor;
  if (it.kind != kind)
    throw UserError(ExitCode::plugin, fmt::format("plugin '{}' ({}) is of kind {}, not {}", it.about.name,
                                                  plugin.file.string(), name_of(it.kind), name_of(kind)));
  if (values.size() != it.option_count)
    throw UserError(ExitCode::plugin, fmt::format("plugin '{}' takes {} options, but {} were given", it.about.name,
                                                  it.option_count, values.size()));
  Status status;
  Instance* const instance = it.create(values.data(), status);
  if (instance != nullptr && status.ok())
    return {static_cast<T*>(instance), [destroy = it.destroy](T* last) { destroy(last); }};
  if (instance != nullptr) it.destroy(instance);
  throw UserError(ExitCode::plugin, fmt::format("plugin '{}': {}", it.about.name,
                                                status.ok() ? "made no instance and gave no reason" : status.text()));
}

bool before(const Plugin& a, const Plugin& b) {
  const auto key = [](const Plugin& it) { return std::pair(it.descriptor->kind, std::string_view(it.about().name)); };
  return key(a) < key(b);
}

}  // namespace

Plugin load_plugin(const fs::path& file) {
  const boost::dll::shared_library& library = open(file);
  if (!library.has(plugin_symbol))
    throw UserError(ExitCode::plugin,
                    fmt::format("{}: not a wayfront plugin: it exports no symbol '{}'; end the plugin's source with "
                                "WAYFRONT_PLUGIN(...)",
                                file.string(), plugin_symbol));
  const auto& descriptor = library.get<const PluginDescriptor>(plugin_symbol);
  check_descriptor(file, descriptor);
  return {file, &descriptor};
}

std::optional<std::string> obstacle(const Plugin& plugin, const GraphInfo& graph, int device) {
  if (!plugin.takes(graph.weights))
    return fmt::format("plugin '{}' does not take {} weights", plugin.about().name, name(graph.weights));
  if (graph.min_weight < 0 && !plugin.has(capability::negative_weights)) {
    return fmt::format("plugin '{}' does not take negative weights, and the least of this graph is {}",
                       plugin.about().name, graph.min_weight);
  }
  if (plugin.descriptor->probe != nullptr) {
    const Status status = plugin.descriptor->probe(device);
    if (!status.ok())
      return status.text().empty() ? "its plugin cannot run here and gives no reason" : on_one_line(status.text());
  }
  return std::nullopt;
}

InstancePtr<Algorithm> create_algorithm(const Plugin& plugin, std::span<const OptionValue> values) {
  return create<Algorithm>(plugin, PluginKind::algorithm, values);
}

InstancePtr<Loader> create_loader(const Plugin& plugin, std::span<const OptionValue> values) {
  return create<Loader>(plugin, PluginKind::loader, values);
}

const Plugin* PluginRegistry::same_name(const Plugin& plugin) const {
  const auto it = std::ranges::lower_bound(plugins_, plugin, before);
  return it != plugins_.end() && !before(plugin, *it) ? &*it : nullptr;
}

void PluginRegistry::insert(const Plugin& plugin) {
  plugins_.insert(std::ranges::upper_bound(plugins_, plugin, before), plugin);
}

void PluginRegistry::add_directory(const fs::path& directory) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".so") files.push_back(it->path());
  if (error) problems_.push_back({directory, fmt::format("{}: {}", directory.string(), error.message()), {}});
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    try {
      const Plugin plugin = load_plugin(file);
      const std::string name = plugin.about().name;
      const auto quarrel = [&](const fs::path& one, const fs::path& other) {
        problems_.push_back({one,
                             fmt::format("{}: has the same name, {} '{}', as {}; remove one of them", one.string(),
                                         name_of(plugin.descriptor->kind), name, other.string()),
                             name});
      };
      const Plugin* const other = same_name(plugin);
      if (other != nullptr && other->descriptor == plugin.descriptor) continue;  // the same file once more
      const auto contested = std::ranges::find_if(
          contested_, [&](const Plugin& it) { return !before(it, plugin) && !before(plugin, it); });
      if (other != nullptr) {
        quarrel(other->file, file);
        quarrel(file, other->file);
        contested_.push_back(*other);
        plugins_.erase(plugins_.begin() + (other - plugins_.data()));
      } else if (contested != contested_.end()) {
        if (contested->descriptor != plugin.descriptor) quarrel(file, contested->file);
      } else {
        insert(plugin);
      }
    } catch (const UserError& failure) {
      problems_.push_back({file, failure.what(), file.stem().string()});
    }
  }
}

void PluginRegistry::add_file(const fs::path& file) {
  const Plugin plugin = load_plugin(file);
  const Plugin* const other = same_name(plugin);
  if (other == nullptr) return insert(plugin);
  if (other->descriptor == plugin.descriptor) return;
  throw UserError(ExitCode::plugin,
                  fmt::format("{}: has the same name, {} '{}', as {}; remove one of them", file.string(),
                              name_of(plugin.descriptor->kind), plugin.about().name, other->file.string()));
}

const Plugin* PluginRegistry::look_up(PluginKind kind, std::string_view name) const {
  const auto it = std::ranges::find_if(
      plugins_, [&](const Plugin& plugin) { return plugin.descriptor->kind == kind && plugin.about().name == name; });
  return it == plugins_.end() ? nullptr : &*it;
}

std::string PluginRegistry::why_missing(std::optional<PluginKind> kind, std::string_view name) const {
  std::string text = fmt::format("there is no {}plugin '{}'", kind ? fmt::format("{} ", name_of(*kind)) : "", name);
  bool explained = false;
  for (const Problem& problem : problems_) {
    if (problem.name != name) continue;
    text += fmt::format("{}{}", explained ? "; " : ": ", problem.message);
    explained = true;
  }
  if (explained) return text;

  std::vector<std::string_view> names, algorithms, loaders;
  for (const Plugin& plugin : plugins_) {
    if (kind && plugin.descriptor->kind != *kind) continue;
    names.emplace_back(plugin.about().name);
    (plugin.descriptor->kind == PluginKind::loader ? loaders : algorithms).push_back(names.back());
  }
  if (const std::string near = nearest(name, names); !near.empty())
    return text + fmt::format("; did you mean '{}'?", near);
  if (names.empty()) return text + "; none was found, name a directory of plugins in WAYFRONT_PLUGIN_PATH";
  if (kind) return text + fmt::format("; there are {}", fmt::join(names, ", "));
  if (!algorithms.empty()) text += fmt::format("; algorithms: {}", fmt::join(algorithms, ", "));
  if (!loaders.empty()) text += fmt::format("; loaders: {}", fmt::join(loaders, ", "));
  return text;
}

ExitCode PluginRegistry::code_of_missing(std::string_view name) const {
  return std::ranges::find(problems_, name, &Problem::name) == problems_.end() ? ExitCode::usage : ExitCode::plugin;
}

const Plugin& PluginRegistry::find(PluginKind kind, std::string_view name) const {
  if (const Plugin* const plugin = look_up(kind, name)) return *plugin;
  throw UserError(ExitCode::plugin, why_missing(kind, name));
}

std::vector<fs::path> PluginRegistry::default_directories() {
  std::vector<fs::path> directories;
  if (const char* const list = std::getenv("WAYFRONT_PLUGIN_PATH")) {
    std::string_view rest = list;
    while (!rest.empty()) {
      const std::string_view one = rest.substr(0, rest.find(':'));
      rest.remove_prefix(std::min(one.size() + 1, rest.size()));
      if (!one.empty()) directories.emplace_back(one);
    }
  }
  const fs::path prefix = program_location().parent_path().parent_path();
  for (const std::string_view libraries : {std::string_view("lib"), std::string_view(WAYFRONT_LIBRARY_DIRECTORY)}) {
    const fs::path own = prefix / libraries / "wayfront" / "plugins";
    std::error_code error;
    if (fs::is_directory(own, error) && std::ranges::find(directories, own) == directories.end())
      directories.push_back(own);
  }
  return directories;
}

}  // namespace wayfront::host
