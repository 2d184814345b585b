#include "plugins/handshake.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/errors.hpp"
#include "settings/profile.hpp"

namespace wayfront::host {
namespace {

bool is_word(std::string_view name, char separator) {
  if (name.empty() || name.front() < 'a' || name.front() > 'z' || name.back() == separator) return false;
  char last = separator;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (!plain && (c != separator || last == separator)) return false;
    last = c;
  }
  return true;
}

bool has_control_characters(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

bool is_blank(const char* text) { return text == nullptr || *text == '\0'; }

/// Checks one descriptor; fail() ends the check.
class DescriptorCheck {
 public:
  explicit DescriptorCheck(const std::filesystem::path& file) : file_(file) {}

  [[noreturn]] void fail(std::string_view message) const {
    throw UserError(ExitCode::plugin, fmt::format("{}: {}", file_.string(), message));
  }

  void layout(const PluginDescriptor& it) const {
    if (it.magic != plugin_magic)
      fail(fmt::format(
          "not a wayfront plugin: 'wayfront_plugin' starts with {:#018x} instead of {:#018x}; end the plugin's source "
          "with WAYFRONT_PLUGIN(...)",
          it.magic, plugin_magic));
    constexpr std::string_view rebuild = "rebuild it with the headers of this wayfront";
    if (it.api_major != api_major)
      fail(fmt::format("built for plugin API {}.{}, but this wayfront has {}.{}; {}{}", it.api_major, it.api_minor,
                       api_major, api_minor, it.api_major > api_major ? "use a newer wayfront, or " : "", rebuild));
    if (it.size != sizeof(PluginDescriptor) && it.api_minor <= api_minor)
      fail(fmt::format("its descriptor has {} bytes, but this wayfront's has {}; {}", it.size, sizeof(PluginDescriptor),
                       rebuild));
    if (it.abi_tag == nullptr || std::string_view(it.abi_tag) != abi_tag)
      fail(fmt::format("built with the ABI '{}', but this wayfront has '{}'; {}",
                       it.abi_tag == nullptr ? "" : it.abi_tag, abi_tag, rebuild));
    if (it.api_minor > api_minor)
      fail(fmt::format("built for plugin API {}.{}, but this wayfront has {}.{}; use a newer wayfront, or {}",
                       it.api_major, it.api_minor, api_major, api_minor, rebuild));
  }

  void content(const PluginDescriptor& it) const {
    const PluginAbout& about = it.about;
    if (about.name == nullptr || !is_plugin_name(about.name))
      fail(fmt::format("the plugin's name '{}' is not kebab-case, such as 'near-far'", about.name ? about.name : ""));
    if (is_blank(about.version) || is_blank(about.summary) || about.reference == nullptr)
      fail("its PluginAbout lacks a version, a summary or a reference; the reference may be \"\"");
    if (has_control_characters(about.version)) fail("its version contains control characters");
    if (it.kind == PluginKind::algorithm) {
      if (it.problem == nullptr || std::string_view(it.problem) != "sssp")
        fail(fmt::format("solves the problem '{}', but this wayfront knows only 'sssp'", it.problem ? it.problem : ""));
      if ((about.capabilities & capability::any_weights) == 0)
        fail(
            "declares no weight type; add capability::int32_weights, float32_weights or any_weights to its "
            "capabilities");
    } else if (it.kind == PluginKind::loader) {
      if (it.sniff == nullptr && (about.capabilities & capability::generates) == 0)
        fail("a loader needs sniff(), or capability::generates if it reads no file");
      if ((about.capabilities & capability::writes) != 0 && is_blank(it.suffixes))
        fail("has capability::writes, but names no suffixes for the files that it writes");
    } else {
      fail(fmt::format("is a plugin of kind {}, but this wayfront knows only 1 (algorithm) and 2 (loader)",
                       static_cast<std::uint32_t>(it.kind)));
    }
    if (it.create == nullptr || it.destroy == nullptr) fail("its descriptor has no create or no destroy function");
    if (it.options == nullptr && it.option_count != 0) fail("declares options, but has no rows for them");
    rows({it.options, it.option_count}, "", 0);
    if (const std::string fault = profile_fault({it.options, it.option_count}); !fault.empty()) fail(fault);
  }

 private:
  void rows(std::span<const OptionRow> all, const std::string& prefix, int depth) const {
    if (all.size() > max_option_rows)
      fail(fmt::format("declares {} options{}; at most {} are taken", all.size(),
                       prefix.empty() ? "" : fmt::format(" in '{}'", prefix), max_option_rows));
    if (depth > deepest_option_table)
      fail(fmt::format("its option tables are nested deeper than {}", deepest_option_table));
    std::set<std::pair<std::string_view, OptionType>> seen;
    for (const OptionRow& row : all) {
      if (row.name == nullptr || !is_word(row.name, '_'))
        fail(fmt::format("the option name '{}{}' is not snake_case", prefix, row.name ? row.name : ""));
      const std::string name = prefix + row.name;
      if (is_blank(row.help)) fail(fmt::format("option '{}' has no help text", name));
      if (!seen.emplace(row.name, row.type).second)
        fail(fmt::format("option '{}' has two rows of the same type, so the type of a value cannot select the row",
                         name));
      if (row.store == nullptr) fail(fmt::format("option '{}' has no function that stores it", name));
      default_value(row, name, depth);
    }
  }

  void default_value(const OptionRow& row, const std::string& name, int depth) const {
    const OptionValue& value = row.default_value;
    switch (row.type) {
      case OptionType::boolean:
        return;
      case OptionType::integer:
        return integer(row, value.integer, name);
      case OptionType::real:
        return real(row, value.real, name);
      case OptionType::text:
      case OptionType::path:
        if (value.text == nullptr) fail(fmt::format("option '{}' has no default; it may be \"\"", name));
        return;
      case OptionType::choice:
        return choice(row, name);
      case OptionType::integers:
      case OptionType::reals:
      case OptionType::texts:
      case OptionType::paths:
        if (value.items == nullptr && value.item_count != 0)
          fail(fmt::format("the default of option '{}' has a count but no items", name));
        if (value.item_count > max_default_items)
          fail(fmt::format("the default of option '{}' has {} items; at most {} are taken", name, value.item_count,
                           max_default_items));
        for (const OptionValue& item : std::span(value.items, value.item_count)) {
          if (row.type == OptionType::integers) integer(row, item.integer, name);
          if (row.type == OptionType::reals) real(row, item.real, name);
          if ((row.type == OptionType::texts || row.type == OptionType::paths) && item.text == nullptr)
            fail(fmt::format("the default of option '{}' has an item without a text", name));
        }
        return;
      case OptionType::table:
        if (row.rows == nullptr || row.row_count == 0) fail(fmt::format("the table option '{}' has no rows", name));
        return rows({row.rows, row.row_count}, name + '.', depth + 1);
      case OptionType::any:
        break;
    }
    fail(fmt::format("option '{}' has a type that plugins cannot use ({})", name, static_cast<int>(row.type)));
  }

  void integer(const OptionRow& row, std::int64_t value, const std::string& name) const {
    if (value < row.integers.min || value > row.integers.max)
      fail(fmt::format("the default {} of option '{}' is not in its range {} .. {}", value, name, row.integers.min,
                       row.integers.max));
  }

  void real(const OptionRow& row, double value, const std::string& name) const {
    if (!(value >= row.reals.min && value <= row.reals.max))
      fail(fmt::format("the default {} of option '{}' is not in its range {} .. {}", value, name, row.reals.min,
                       row.reals.max));
  }

  void choice(const OptionRow& row, const std::string& name) const {
    if (row.choice_count == 0 || row.choice_count > OptionRow::max_choices)
      fail(fmt::format("option '{}' has {} words; it must have 1 to {}", name, row.choice_count,
                       OptionRow::max_choices));
    std::set<std::string_view> words;
    bool has_preset = false;
    for (const Choice& it : std::span(row.choices).first(row.choice_count)) {
      if (is_blank(it.name) || !words.insert(it.name).second)
        fail(fmt::format("option '{}' has an empty or repeated word", name));
      if (has_control_characters(it.name)) fail(fmt::format("option '{}' has a word with control characters", name));
      has_preset |= row.default_value.text != nullptr && std::string_view(row.default_value.text) == it.name &&
                    row.default_value.integer == it.value;
    }
    if (!has_preset) fail(fmt::format("the default of option '{}' is not one of its words", name));
  }

  const std::filesystem::path& file_;
};

}  // namespace

bool is_plugin_name(std::string_view name) { return is_word(name, '-'); }

void check_layout(const std::filesystem::path& file, const PluginDescriptor& descriptor) {
  DescriptorCheck(file).layout(descriptor);
}

void check_descriptor(const std::filesystem::path& file, const PluginDescriptor& descriptor) {
  const DescriptorCheck check(file);
  check.layout(descriptor);
  check.content(descriptor);
}

}  // namespace wayfront::host
