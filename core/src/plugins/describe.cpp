#include "plugins/describe.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/characters.hpp"
#include "graph/weight_kind.hpp"
#include "settings/option_text.hpp"
#include "settings/profile.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace {

constexpr std::pair<std::uint64_t, std::string_view> capability_words[] = {
    {capability::int32_weights, "int32 weights"},
    {capability::float32_weights, "float32 weights"},
    {capability::int64_weights, "int64 weights"},
    {capability::float64_weights, "float64 weights"},
    {capability::negative_weights, "negative weights"},
    {capability::predecessors, "own predecessors"},
    {capability::device, "needs an accelerator"},
    {capability::exact_work, "repeatable work counters"},
    {capability::generates, "reads no file"},
    {capability::writes, "writes files"},
    {capability::batch, "several sources in a call"},
    {capability::early, "may stop early"},
    {capability::targets_only, "answers targets alone"},
    {capability::reduce, "reduces rows to sums"},
    {capability::device_output, "leaves distances on the device"},
    {capability::chooses, "chooses another plugin"},
};

bool is_loader(const Plugin& plugin) { return plugin.descriptor->kind == PluginKind::loader; }
std::string_view kind_of(const Plugin& plugin) { return is_loader(plugin) ? "loader" : "algorithm"; }

std::vector<std::string_view> capabilities(const Plugin& plugin) {
  std::vector<std::string_view> words;
  for (const auto& [bit, word] : capability_words)
    if (plugin.has(bit)) words.push_back(word);
  return words;
}

std::string weights_of(const Plugin& plugin) {
  std::string text;
  for (const WeightKind kind : {WeightKind::int32, WeightKind::float32, WeightKind::int64, WeightKind::float64})
    if (plugin.takes(kind)) text += (text.empty() ? "" : " ") + std::string(name(kind));
  return text;
}

/// What a row is for; of a profile also what its words set.
std::string help_of(const OptionRow& row) {
  const std::string set = profile_text(row);
  return on_one_line(row.help) + (set.empty() ? "" : " " + set);
}

/// With `silent`, the values are commented out.
void toml_rows(std::string& text, std::span<const OptionRow> rows, bool silent) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const OptionRow& row = rows[i];
    const bool other =
        std::ranges::any_of(rows.first(i), [&](const OptionRow& it) { return std::string_view(it.name) == row.name; });
    // The presence of a table has a meaning, and of several rows with one name only one can be written.
    const bool comment = silent || other || row.type == OptionType::table;
    if (row.type == OptionType::any) {  // a table or list, which does not fit one line of a template
      text += fmt::format("# {}: {}\n", row.name, help_of(row));
      continue;
    }
    text += fmt::format("# {}{} Takes {}.\n{}{} = {}\n", other ? "Or: " : "", help_of(row), accepted_with_article(row),
                        comment ? "# " : "", row.name, default_as_toml(row));
  }
}

/// Calls f(row, name) for all rows, those of sub-tables too, whose names have the table's before them.
template <class F>
void for_each_row(std::span<const OptionRow> rows, F&& f, const std::string& prefix = {}) {
  for (const OptionRow& row : rows) {
    f(row, prefix + row.name);
    if (row.type == OptionType::table) for_each_row({row.rows, row.row_count}, f, prefix + row.name + '.');
  }
}

bool has_default(const OptionRow& row) {
  return !row.required && row.type != OptionType::table && row.type != OptionType::any;
}

}  // namespace

std::string describe_text(const Plugin& plugin) {
  const PluginAbout& about = plugin.about();
  std::string text =
      fmt::format("{} {} ({})\n{}\n\n", about.name, about.version, kind_of(plugin), on_one_line(about.summary));
  if (*about.reference != '\0') text += fmt::format("Reference:    {}\n", on_one_line(about.reference));
  if (const auto words = capabilities(plugin); !words.empty())
    text += fmt::format("Capabilities: {}\n", fmt::join(words, ", "));
  if (about.counters[0] != nullptr)
    text += fmt::format("Counters:     {}{}{}\n", about.counters[0], about.counters[1] != nullptr ? ", " : "",
                        about.counters[1] != nullptr ? about.counters[1] : "");
  if (plugin.has(capability::writes)) text += fmt::format("Writes:       {}\n", plugin.descriptor->suffixes);
  text += fmt::format("File:         {}\n\n", plugin.file.string());
  return text + (plugin.options().empty() ? "No options.\n" : "Options:\n" + options_text(plugin.options()));
}

std::string describe_toml(const Plugin& plugin) {
  const PluginAbout& about = plugin.about();
  std::string text = fmt::format("# {} {}: {}\n", about.name, about.version, on_one_line(about.summary));
  if (is_loader(plugin)) {
    text += "[graph]\n";
    if (!plugin.has(capability::generates)) text += "path = \"FILE\"\n";
    text += fmt::format("loader = {}\n", as_toml(about.name));
  } else {
    text += fmt::format("[[run]]\nplugin = {}\n", as_toml(about.name));
  }
  if (plugin.options().empty()) return text;
  text += is_loader(plugin) ? "\n[graph.options]\n" : "\n[run.options]\n";
  // Not every option of a loader is valid for every kind of graph, so naming one may be an error.
  toml_rows(text, plugin.options(), is_loader(plugin));
  return text;
}

std::string options_text(std::span<const OptionRow> rows) {
  std::string text;
  std::size_t width = 0;
  for_each_row(rows, [&](const OptionRow&, const std::string& name) { width = std::max(width, name.size()); });
  for_each_row(rows, [&](const OptionRow& row, const std::string& name) {
    const std::string set = row.required       ? ", required"
                            : has_default(row) ? fmt::format(", default {}", default_as_toml(row))
                                               : "";
    text += fmt::format("  {:<{}}  {}{}\n  {:<{}}  {}\n", name, width, accepted(row), set, "", width, help_of(row));
  });
  return text;
}

std::string options_toml(std::span<const OptionRow> rows) {
  std::string text;
  toml_rows(text, rows, true);
  return text;
}

std::string options_markdown(std::span<const OptionRow> rows) {
  if (rows.empty()) return "It has no options.\n";
  std::string text = "| Option | Takes | Default | Meaning |\n|---|---|---|---|\n";
  for_each_row(rows, [&](const OptionRow& row, const std::string& name) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", name, in_markdown(accepted(row)),
                        row.required       ? "required"
                        : has_default(row) ? "`" + in_markdown(default_as_toml(row)) + "`"
                                           : "",
                        in_markdown(help_of(row)));
  });
  return text;
}

nlohmann::json options_json(std::span<const OptionRow> rows) {
  nlohmann::json all = nlohmann::json::array();
  for (const OptionRow& row : rows) {
    nlohmann::json it = {
        {"name", row.name}, {"type", type_name(row.type)}, {"help", help_of(row)}, {"required", row.required}};
    const bool integers = row.type == OptionType::integer || row.type == OptionType::integers;
    const bool reals = row.type == OptionType::real || row.type == OptionType::reals;
    if (integers) it.update({{"least", row.integers.min}, {"most", row.integers.max}});
    if (reals) it.update({{"least", row.reals.min}, {"most", row.reals.max}});
    if (row.type == OptionType::choice)
      for (const Choice& word : std::span(row.choices).first(row.choice_count)) {
        it["choices"].push_back(word.name);
        if (const auto set = profile_table(row, word.name)) it["sets"][word.name] = set->root().to_json();
      }
    if (row.type == OptionType::table)
      it["rows"] = options_json({row.rows, row.row_count});
    else if (row.type != OptionType::any)
      it["default"] = Settings::defaults({&row, 1}).to_json()[row.name]["value"];
    all.push_back(std::move(it));
  }
  return all;
}

nlohmann::json describe_json(const Plugin& plugin) {
  const PluginAbout& about = plugin.about();
  return {{"name", about.name},
          {"kind", kind_of(plugin)},
          {"problem", plugin.descriptor->problem == nullptr ? "" : plugin.descriptor->problem},
          {"version", about.version},
          {"summary", about.summary},
          {"reference", about.reference},
          {"capabilities", capabilities(plugin)},
          {"api", fmt::format("{}.{}", plugin.descriptor->api_major, plugin.descriptor->api_minor)},
          {"writes", plugin.has(capability::writes) ? plugin.descriptor->suffixes : ""},
          {"file", plugin.file.string()},
          {"options", options_json(plugin.options())}};
}

std::string list_text(const PluginRegistry& plugins) {
  constexpr std::size_t columns = 6;  // and the summary
  std::vector<std::array<std::string, columns + 1>> lines = {
      {"KIND", "NAME", "VERSION", "WEIGHTS", "NEGATIVE", "DEVICE", "SUMMARY"}};
  for (const Plugin& plugin : plugins.plugins()) {
    const auto mark = [&](std::uint64_t bit) { return is_loader(plugin) ? "-" : plugin.has(bit) ? "yes" : "no"; };
    lines.push_back({std::string(kind_of(plugin)), plugin.about().name, plugin.about().version,
                     is_loader(plugin) ? "-" : weights_of(plugin), mark(capability::negative_weights),
                     mark(capability::device), on_one_line(plugin.about().summary)});
  }
  std::size_t widths[columns] = {};
  for (const auto& line : lines)
    for (std::size_t i = 0; i < columns; ++i) widths[i] = std::max(widths[i], line[i].size());

  std::string text;
  if (plugins.plugins().empty())
    text = "No plugins were found; name a directory of plugins in WAYFRONT_PLUGIN_PATH.\n";
  else
    for (const auto& line : lines) {
      for (std::size_t i = 0; i < columns; ++i) text += fmt::format("{:<{}}  ", line[i], widths[i]);
      text += line[columns] + '\n';
    }
  if (!plugins.problems().empty()) text += "\nNot usable:\n";
  for (const PluginRegistry::Problem& problem : plugins.problems()) text += fmt::format("  {}\n", problem.message);
  return text;
}

nlohmann::json list_json(const PluginRegistry& plugins) {
  nlohmann::json all = {{"plugins", nlohmann::json::array()}, {"problems", nlohmann::json::array()}};
  for (const Plugin& plugin : plugins.plugins()) all["plugins"].push_back(describe_json(plugin));
  for (const PluginRegistry::Problem& problem : plugins.problems())
    all["problems"].push_back({{"file", problem.file.string()}, {"message", problem.message}});
  return all;
}

}  // namespace wayfront::host
