#include "pipeline/pipeline_parts.hpp"

#include <algorithm>
#include <functional>
#include <system_error>
#include <utility>

#include <fmt/ranges.h>

#include "base/characters.hpp"
#include "base/json/json_text.hpp"

namespace wayfront::host {
namespace {

using Entry = Settings::Entry;

constexpr std::size_t max_runs = 1000;

struct Draft {
  PlannedRun run;
  std::string base;                // the label that the file gives, or the plugin's name
  bool named = false;              // whether the file gives it
  bool by_file = false;            // whether the plugin is named by the path of its file
  std::vector<std::string> shown;  // options whose values are part of the label
  Place place;
  std::function<Settings()> settings;  // builds its options again
};

struct Axis {
  std::string_view key;
  Place key_place;
  std::vector<Value> values;
};

/// A value of Settings::to_json without its `set` marks.
nlohmann::json plain(const nlohmann::json& marked) {
  const nlohmann::json& value = marked["value"];
  if (!value.is_object()) return value;
  nlohmann::json all = nlohmann::json::object();
  for (const auto& [name, inner] : value.items()) all[name] = plain(inner);
  return all;
}

class Planner {
 public:
  Planner(const PluginRegistry& plugins, const ResolvePath& resolve, Diagnostics& diagnostics)
      : plugins_(plugins), resolve_(resolve), diagnostics_(diagnostics), errors_before_(diagnostics.count()) {}

  void add(Value table) {
    const Settings settings = Settings::from(run_rows(), table, "[[run]]", diagnostics_);
    RunTable run;
    settings.store(&run);
    if (run.baseline && std::exchange(has_baseline_, true))
      refuse(settings.place("baseline"), "another run is already the baseline; only one can be");
    plan_label(settings, "[run]", run.label, diagnostics_);
    if (run.plugin.empty()) {
      if (settings.has("plugin") && settings.value("plugin").is_text())
        refuse(settings.place("plugin"), "'plugin' must not be empty");
      return;
    }
    run.plugin = plan_plugin(run.plugin, settings.place("plugin"), resolve_);
    const Plugin* const plugin = plugins_.look_up(PluginKind::algorithm, run.plugin);
    if (plugin == nullptr)
      return diagnostics_.error(settings.place("plugin"), plugins_.why_missing(PluginKind::algorithm, run.plugin),
                                plugins_.code_of_missing(run.plugin));

    const std::optional<DeviceRule> devices =
        plan_devices(settings, "[[run]]", run.device_word, run.devices, diagnostics_);
    if (devices && !plugin->has(capability::device) && !is_chooser(*plugin))
      refuse(settings.place("devices"),
             fmt::format("'devices' has no meaning for plugin '{}', which does not use a device; remove it",
                         plugin->about().name));
    const Value options = table_of(settings, "options");
    const std::vector<Entry> fixed = options.entries();
    const std::vector<Axis> axes = axes_of(table_of(settings, "sweep"), fixed);

    const auto draft = [&](std::span<const Entry> entries) {
      Draft& it = drafts_.emplace_back();
      it.run.plugin = *plugin;
      it.by_file = names_file(run.plugin);
      it.settings = [this, plugin, entries = std::vector(entries.begin(), entries.end()),
                     name = std::string(plugin->about().name), place = options ? options.place() : table.place()] {
        return Settings::from(plugin->options(), entries, place, fmt::format("options of plugin '{}'", name),
                              diagnostics_, resolve_);
      };
      it.run.options = it.settings();
      it.run.devices = devices;
      it.run.baseline = std::exchange(run.baseline, false);
      it.named = !run.label.empty();
      it.base = it.named ? run.label : plugin->about().name;
      it.place = it.named ? settings.place("label") : table.place();
      for (const Axis& axis : axes) it.shown.emplace_back(axis.key);
    };
    combine(axes, fixed, table.place(), draft);
  }

  /// With `control`, the baseline twice.
  std::vector<PlannedRun> finish(bool control) {
    if (diagnostics_.count() != errors_before_) return {};  // labels for wrong options would only repeat the errors
    tell_files_apart();
    show_differences();
    std::set<std::string> labels, avoided;
    for (const Draft& draft : drafts_)
      if (draft.named) avoided.insert(label_of(draft));
    std::set<std::string> made;  // the full names of runs without labels
    std::vector<PlannedRun> runs;
    for (Draft& draft : drafts_) {
      std::string& label = draft.run.label = label_of(draft);
      if (!draft.named && made.insert(identity(draft)).second) label = free_label(label, avoided);
      avoided.insert(label);
      if (!labels.insert(label).second)
        refuse(draft.place, fmt::format("the label '{}' is taken; give each run a different 'label'", label));
      runs.push_back(std::move(draft.run));
    }
    if (runs.empty()) return runs;
    if (!has_baseline_) runs.front().baseline = true;
    const auto baseline = std::ranges::find(runs, true, &PlannedRun::baseline);
    if (!control) return runs;
    PlannedRun again;
    again.label = baseline->label + " (again)";
    again.plugin = baseline->plugin;
    again.options = drafts_[static_cast<std::size_t>(baseline - runs.begin())].settings();
    again.control = true;
    again.devices = baseline->devices;
    if (labels.contains(again.label))
      refuse(drafts_.front().place, fmt::format("the label '{}' is taken by measure.aa; choose another", again.label));
    runs.insert(baseline + 1, std::move(again));
    return runs;
  }

 private:
  void refuse(const Place& place, const std::string& text) { diagnostics_.error(place, "[[run]]: " + text); }

  Value table_of(const Settings& settings, std::string_view name) {
    return plan_table(settings.value(name), fmt::format("[[run]]: '{}'", name), diagnostics_);
  }

  /// The lists of a sweep in the order of the file.
  std::vector<Axis> axes_of(Value sweep, std::span<const Entry> fixed) {
    std::vector<Axis> axes;
    for (const auto& [key, key_place, value] : sweep.entries()) {
      std::vector<Value> values = value.items();
      if (values.empty())
        diagnostics_.error(value.place(),
                           fmt::format("[run.sweep]: '{}' must be a list of values, but is {}", key, value.shown()));
      else if (std::ranges::find(fixed, key, &Entry::key) != fixed.end())
        diagnostics_.error(key_place, fmt::format("[run.sweep]: '{}' is also in [run.options]; remove one", key));
      else
        axes.push_back({key, key_place, std::move(values)});
    }
    std::ranges::stable_sort(axes, [](const Axis& a, const Axis& b) { return a.key_place < b.key_place; });
    return axes;
  }

  /// Calls draft(entries) for each combination; the last axis varies fastest.
  template <class F>
  void combine(std::span<const Axis> axes, std::vector<Entry> entries, const Place& place, F&& draft) {
    std::size_t count = 1;
    for (const Axis& axis : axes) {
      count *= axis.values.size();
      if (count <= max_runs) continue;
      return diagnostics_.error(
          place, fmt::format("[run.sweep]: has more than {} combinations; sweep fewer values", max_runs));
    }
    if (drafts_.size() + count > max_runs) {
      if (!std::exchange(too_many_, true))
        refuse(place, fmt::format("the pipeline has more than {} runs; name fewer", max_runs));
      return;
    }
    const std::size_t fixed = entries.size();
    for (const Axis& axis : axes) entries.push_back({axis.key, axis.key_place, {}});
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t rest = i;
      for (std::size_t k = axes.size(); k-- > 0; rest /= axes[k].values.size())
        entries[fixed + k].value = axes[k].values[rest % axes[k].values.size()];
      draft(std::span<const Entry>(entries));
    }
  }

  /// Runs of different files with plugins of one name are called by its version, or, if two have the same, by their
  /// paths, as far as they differ. Those whose plugin is named keep its name.
  void tell_files_apart() {
    struct Builds {
      std::set<std::filesystem::path> files;
      std::set<std::string> versions;
    };
    std::map<std::string, Builds> builds;  // by the plugin's name
    std::vector<LabelledEntry> entries;
    for (const Draft& draft : drafts_) {
      std::error_code error;
      const std::filesystem::path file = std::filesystem::absolute(draft.run.plugin.file, error).lexically_normal();
      Builds& builds_of_it = builds[draft.run.plugin.about().name];
      builds_of_it.files.insert(file);
      builds_of_it.versions.insert(draft.run.plugin.about().version);
      entries.push_back({.given = {}, .path = file, .settings = {}});
    }
    const std::vector<std::string> labels = make_labels(entries, "run");
    for (std::size_t i = 0; i < drafts_.size(); ++i) {
      Draft& draft = drafts_[i];
      const PluginAbout& about = draft.run.plugin.about();
      const Builds& it = builds[about.name];
      if (!draft.by_file || draft.named || it.files.size() == 1) continue;
      draft.base = it.versions.size() == it.files.size() ? fmt::format("{} {}", about.name, about.version) : labels[i];
    }
  }

  /// Runs of one plugin without labels show the options in which they differ.
  void show_differences() {
    std::vector<nlohmann::json> options;
    for (const Draft& draft : drafts_) options.push_back(draft.run.options.to_json());
    for (std::size_t i = 0; i < drafts_.size(); ++i) {
      if (drafts_[i].named) continue;
      for (const auto& [name, value] : options[i].items()) {
        bool differs = false;
        for (std::size_t k = 0; k < drafts_.size(); ++k)
          differs |= !drafts_[k].named && drafts_[k].base == drafts_[i].base && plain(options[k][name]) != plain(value);
        if (differs && std::ranges::find(drafts_[i].shown, name) == drafts_[i].shown.end())
          drafts_[i].shown.push_back(name);
      }
    }
  }

  static std::string label_of(const Draft& draft) {
    const nlohmann::json options = draft.run.options.to_json();
    std::string label = draft.base;
    for (const std::string& name : draft.shown)
      if (options.contains(name)) label += fmt::format(" {}={}", name, on_one_line(value_text(plain(options[name]))));
    return label;
  }

  static std::string identity(const Draft& draft) {
    const nlohmann::json options = draft.run.options.to_json();
    std::string all = draft.base;
    for (const auto& [name, value] : options.items()) all += fmt::format("\n{}={}", name, plain(value).dump());
    return all;
  }

  const PluginRegistry& plugins_;
  const ResolvePath& resolve_;
  Diagnostics& diagnostics_;
  std::size_t errors_before_;
  std::vector<Draft> drafts_;
  bool has_baseline_ = false;
  bool too_many_ = false;
};

std::string no_runs(const PluginRegistry& plugins) {
  std::vector<std::string_view> names;
  for (const Plugin& plugin : plugins.plugins())
    if (plugin.descriptor->kind == PluginKind::algorithm) names.emplace_back(plugin.about().name);
  const std::string_view example = names.empty() ? "NAME" : names.front();
  std::string text = fmt::format("there is nothing to run; add a table [[run]] with plugin = \"{}\"", example);
  if (names.size() > 1) text += fmt::format("; there are {}", fmt::join(names, ", "));
  return text;
}

}  // namespace

std::vector<PlannedRun> plan_runs(Value list, const PluginRegistry& plugins, bool control, const ResolvePath& resolve,
                                  Diagnostics& diagnostics) {
  if (!list || (list.is_list() && list.items().empty())) {
    diagnostics.error(list ? list.place() : Place(), no_runs(plugins));
    return {};
  }
  if (list.is_table()) {
    diagnostics.error(list.place(), "[run] is one table; write [[run]], once for each run");
    return {};
  }
  if (!list.is_list()) {
    diagnostics.error(list.place(), fmt::format("'run' must be a list of tables, [[run]], but is {}", list.shown()));
    return {};
  }
  Planner planner(plugins, resolve, diagnostics);
  for (const Value item : list.items()) {
    if (item.is_table())
      planner.add(item);
    else
      diagnostics.error(item.place(), fmt::format("'run' must be a list of tables, [[run]], but has {}", item.shown()));
  }
  return planner.finish(control);
}

}  // namespace wayfront::host
