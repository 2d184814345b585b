#include "plugins/plugin_registry.hpp"

#include <sys/auxv.h>

#include <algorithm>
#include <cstdlib>
#include <ranges>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/dll/runtime_symbol_info.hpp>

#include "base/characters.hpp"
#include "base/process.hpp"
#include "base/refusal.hpp"
#include "base/text.hpp"
#include "graph/weight_kind.hpp"
#include "plugins/plugin_file.hpp"
#include "plugins/plugin_opening.hpp"
#include "plugins/plugin_work.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view name_of(PluginKind kind) { return kind == PluginKind::loader ? "loader" : "algorithm"; }

/// Also works without /proc, which would otherwise give the path.
fs::path program_location() {
  boost::dll::fs::error_code error;
  const fs::path found = boost::dll::program_location(error).string();
  if (!error) return found;
  const auto* const started_as = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  std::error_code none;
  return started_as == nullptr ? fs::path() : fs::canonical(started_as, none);
}

template <class T>
InstancePtr<T> create(const Plugin& plugin, PluginKind kind, std::span<const OptionValue> values) {
  const PluginDescriptor& it = *plugin.descriptor;
  if (is_chooser(plugin) != std::is_same_v<T, Chooser>)
    fail(ExitCode::plugin, "plugin '{}' {}; name another one here", it.about.name,
         is_chooser(plugin) ? "solves nothing: it chooses another plugin" : "does not choose among others");
  if (it.kind != kind)
    fail(ExitCode::plugin, "plugin '{}' ({}) is of kind {}, not {}", it.about.name, plugin.file.string(),
         name_of(it.kind), name_of(kind));
  if (values.size() != it.option_count)
    fail(ExitCode::plugin, "plugin '{}' takes {} options, but {} were given", it.about.name, it.option_count,
         values.size());
  const PluginDescriptor& functions = opened(plugin);
  const PluginWork work(functions);
  Status status;
  Instance* const instance = functions.create(values.data(), status);
  const auto destroy = [&functions](T* last) {
    const PluginWork last_work(functions);
    functions.destroy(last);
  };
  if (instance != nullptr && status.ok()) return {static_cast<T*>(instance), destroy};
  if (instance != nullptr) functions.destroy(instance);
  const std::string message = fmt::format("plugin '{}': {}", it.about.name,
                                          status.ok() ? "created no instance and gave no reason" : status.text());
  if (status.code == StatusCode::unsupported) throw Declined(message, std::string(status.text()));
  throw UserError(ExitCode::plugin, message);
}

bool before(const Plugin& a, const Plugin& b) {
  const auto key = [](const Plugin& it) { return std::pair(it.descriptor->kind, std::string_view(it.about().name)); };
  return key(a) < key(b);
}

bool same_file(const Plugin& a, const Plugin& b) {
  std::error_code error;
  return fs::equivalent(a.file, b.file, error);
}

}  // namespace

bool names_file(std::string_view plugin) { return plugin.find('/') != plugin.npos || plugin.ends_with(".so"); }

Plugin read_plugin(const fs::path& file) { return {file, read_descriptor(file)}; }

Plugin load_plugin(const fs::path& file) {
  const Plugin plugin = read_plugin(file);
  return {file, {plugin.descriptor, &opened(plugin)}};
}

const PluginDescriptor& opened(const Plugin& plugin) {
  const PluginDescriptor &read = *plugin.descriptor, &it = open_plugin(plugin.file);
  if (it.kind != read.kind || std::string_view(it.about.name) != read.about.name)
    fail(ExitCode::plugin,
         "{}: according to its file it is {} '{}', but after opening it is {} "
         "'{}'; a descriptor must not change",
         plugin.file.string(), name_of(read.kind), read.about.name, name_of(it.kind), it.about.name);
  if (it.about.capabilities != read.about.capabilities || it.option_count != read.option_count ||
      (it.probe == nullptr) != (read.probe == nullptr) || (it.sniff == nullptr) != (read.sniff == nullptr))
    fail(ExitCode::plugin,
         "{}: after opening, its descriptor has other capabilities, options or functions than "
         "in the file; a descriptor must not change",
         plugin.file.string());
  return it;
}

std::optional<std::string> obstacle(const Plugin& plugin, const GraphInfo& graph, int device) {
  if (!plugin.takes(graph.weights))
    return fmt::format("plugin '{}' does not support {} weights{}", plugin.about().name, name(graph.weights),
                       weight_size(graph.weights) == 4 ? ""
                       : is_floating(graph.weights)
                           ? "; weights = \"float32\" rounds them to what it supports"
                           : "; weights = \"int32\" reads them for it, and an answer that does not fit is reported");
  if (graph.min_weight < 0 && !plugin.has(capability::negative_weights)) {
    return fmt::format("plugin '{}' does not support negative weights, and the min weight of this graph is {}",
                       plugin.about().name, graph.min_weight);
  }
  if (plugin.descriptor->probe != nullptr) {
    const PluginDescriptor& functions = opened(plugin);
    const PluginWork work(functions);
    const Status status = functions.probe(device);
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

InstancePtr<Chooser> create_chooser(const Plugin& plugin, std::span<const OptionValue> values) {
  return create<Chooser>(plugin, PluginKind::algorithm, values);
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
      const Plugin plugin = read_plugin(file);
      const std::string name = plugin.about().name;
      const auto quarrel = [&](const fs::path& one, const fs::path& other) {
        problems_.push_back({one,
                             fmt::format("{}: has the same name, {} '{}', as {}; remove one of them", one.string(),
                                         name_of(plugin.descriptor->kind), name, other.string()),
                             name});
      };
      const Plugin* const other = same_name(plugin);
      if (other != nullptr && same_file(*other, plugin)) continue;  // once more
      if (other != nullptr && std::ranges::find(given_, other->file) != given_.end()) continue;
      const auto contested = std::ranges::find_if(
          contested_, [&](const Contested& it) { return !before(it.plugin, plugin) && !before(plugin, it.plugin); });
      if (other != nullptr) {
        quarrel(other->file, file);
        quarrel(file, other->file);
        contested_.push_back({*other, {other->file, file}});
        plugins_.erase(plugins_.begin() + (other - plugins_.data()));
      } else if (contested != contested_.end()) {
        if (same_file(contested->plugin, plugin)) continue;
        quarrel(file, contested->plugin.file);
        contested->files.push_back(file);
      } else {
        insert(plugin);
      }
    } catch (const UserError& failure) {
      problems_.push_back({file, failure.what(), file.stem().string()});
    }
  }
}

std::string PluginRegistry::twice(PluginKind kind) const {
  std::string text;
  for (const Contested& it : contested_)
    if (it.plugin.descriptor->kind == kind)
      text += fmt::format(
          "{}{} ({}: {})", text.empty() ? "" : ", ", it.plugin.about().name,
          it.files.size() == 2 ? "twice" : fmt::format("{} times", it.files.size()),
          fmt::join(it.files | std::views::transform([](const fs::path& file) { return file.string(); }), ", "));
  return text;
}

void PluginRegistry::add_file(const fs::path& file) {
  const Plugin plugin = read_plugin(file);
  const Plugin* const other = same_name(plugin);
  if (other == nullptr) {
    given_.push_back(file);
    return insert(plugin);
  }
  if (same_file(*other, plugin)) return;
  fail(ExitCode::plugin,
       "{}: has the same name, {} '{}', as {}; remove one of them, or name both by their paths "
       "where they are used: plugin = \"{}\"",
       file.string(), name_of(plugin.descriptor->kind), plugin.about().name, other->file.string(), file.string());
}

const Plugin& PluginRegistry::of_file(std::optional<PluginKind> kind, const std::string& file) const {
  const std::lock_guard lock(read_->mutex);
  auto known = read_->plugins.find(file);
  if (known == read_->plugins.end()) known = read_->plugins.emplace(file, read_plugin(file)).first;
  const Plugin& plugin = known->second;
  if (kind && plugin.descriptor->kind != *kind)
    fail(ExitCode::plugin, "{}: '{}' is of kind {}, but here a plugin of kind {} is needed", file, plugin.about().name,
         name_of(plugin.descriptor->kind), name_of(*kind));
  return plugin;
}

const Plugin* PluginRegistry::look_up(PluginKind kind, std::string_view name) const {
  if (names_file(name)) try {
      return &of_file(kind, std::string(name));
    } catch (const UserError&) {  // see why_missing()
      return nullptr;
    }
  const auto it = std::ranges::find_if(
      plugins_, [&](const Plugin& plugin) { return plugin.descriptor->kind == kind && plugin.about().name == name; });
  return it == plugins_.end() ? nullptr : &*it;
}

std::string PluginRegistry::why_missing(std::optional<PluginKind> kind, std::string_view name) const {
  if (names_file(name)) try {
      of_file(kind, std::string(name));
      return {};
    } catch (const UserError& error) {
      return error.what();
    }
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
  if (names.empty()) return text + "; no plugin was found; name a directory of plugins in WAYFRONT_PLUGIN_PATH";
  if (kind) return text + fmt::format("; there are {}", fmt::join(names, ", "));
  if (!algorithms.empty()) text += fmt::format("; algorithms: {}", fmt::join(algorithms, ", "));
  if (!loaders.empty()) text += fmt::format("; loaders: {}", fmt::join(loaders, ", "));
  return text;
}

ExitCode PluginRegistry::code_of_missing(std::string_view name) const {
  if (names_file(name)) return ExitCode::plugin;
  return std::ranges::find(problems_, name, &Problem::name) == problems_.end() ? ExitCode::usage : ExitCode::plugin;
}

const Plugin& PluginRegistry::find(std::optional<PluginKind> kind, std::string_view name) const {
  for (const PluginKind one : {PluginKind::algorithm, PluginKind::loader})
    if (const Plugin* const plugin = kind.value_or(one) == one ? look_up(one, name) : nullptr) return *plugin;
  throw UserError(ExitCode::plugin, why_missing(kind, name));
}

const Plugin& PluginRegistry::algorithm(std::string_view name) const {
  if (!name.empty()) return find(PluginKind::algorithm, name);
  if (const auto it = std::ranges::find_if(plugins_, is_chooser); it != plugins_.end()) return *it;
  const auto solves = [](const Plugin& it) { return it.descriptor->kind == PluginKind::algorithm; };
  fail(ExitCode::plugin, "no installed plugin {}",
       std::ranges::any_of(plugins_, solves)
           ? "chooses an algorithm; name the one that is to solve"
           : "is an algorithm; name a directory of plugins in WAYFRONT_PLUGIN_PATH");
}

std::vector<fs::path> PluginRegistry::default_directories() {
  std::vector<fs::path> directories;
  if (const char* const list = std::getenv("WAYFRONT_PLUGIN_PATH"))
    for (const auto one : std::views::split(std::string_view(list), ':'))
      if (!one.empty()) directories.emplace_back(one.begin(), one.end());
  const auto add = [&](const fs::path& own) {
    std::error_code error;
    if (fs::is_directory(own, error) && std::ranges::find(directories, own) == directories.end())
      directories.push_back(own);
  };
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home == '/')
    add(fs::path(home) / ".local" / "lib" / "wayfront" / "plugins");
  if (const fs::path library = own_library(); !library.empty()) add(library.parent_path() / "wayfront" / "plugins");
  const fs::path prefix = program_location().parent_path().parent_path();
  for (const std::string_view libraries : {std::string_view("lib"), std::string_view(WAYFRONT_LIBRARY_DIRECTORY)})
    add(prefix / libraries / "wayfront" / "plugins");
  return directories;
}

}  // namespace wayfront::host
