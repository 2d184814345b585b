#include "plugins/plugin_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/refusal.hpp"
#include "plugins/library_file.hpp"
#include "settings/profile.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

// Far more than a plugin needs: a larger count was never initialised.
constexpr std::size_t max_option_rows = 1000;
constexpr std::size_t max_default_items = 100'000;
constexpr int deepest_option_table = 8;
constexpr std::string_view changes_since_2 =
    ", after changes to its source: all of Problem but source and want_predecessors is in problem.more, what few "
    "plugins need of RunContext in context.host(); docs/authors/api-3.md has the rest";

/// Whether it is a name of Work.
bool is_common(std::string_view counter) {
  constexpr std::string_view names[] = {"rounds", "settled", "relaxed", "improved", "pushed", "stale"};
  return std::ranges::find(names, counter) != std::end(names);
}

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

/// Checks the descriptor of a file; fail() ends the check.
class DescriptorCheck {
 public:
  explicit DescriptorCheck(const fs::path& file) : file_(file) {}

  void layout(const PluginDescriptor& it) const {
    if (it.magic != plugin_magic)
      fail(
          "not a wayfront plugin: 'wayfront_plugin' starts with {:#018x} instead of {:#018x}; end the plugin's source "
          "with WAYFRONT_PLUGIN(...)",
          it.magic, plugin_magic);
    constexpr std::string_view rebuild = "rebuild it with the headers of this wayfront";
    if (it.api_major != api_major)
      fail("built for plugin API {}.{}, but this wayfront has {}.{}; {}{}{}", it.api_major, it.api_minor, api_major,
           api_minor, it.api_major > api_major ? "use a newer wayfront, or " : "", rebuild,
           it.api_major == 2 ? changes_since_2 : "");
    if (it.size != sizeof(PluginDescriptor) && it.api_minor <= api_minor)
      fail("its descriptor has {} bytes, but this wayfront's has {}; {}", it.size, sizeof(PluginDescriptor), rebuild);
    if (it.abi_tag == nullptr || std::string_view(it.abi_tag) != abi_tag)
      fail("built with the ABI '{}', but this wayfront has '{}'; {}", it.abi_tag == nullptr ? "" : it.abi_tag, abi_tag,
           rebuild);
    if (it.api_minor > api_minor)
      fail("built for plugin API {}.{}, but this wayfront has {}.{}; use a newer wayfront, or {}", it.api_major,
           it.api_minor, api_major, api_minor, rebuild);
  }

  void content(const PluginDescriptor& it) const {
    const PluginAbout& about = it.about;
    if (about.name == nullptr || !is_word(about.name, '-'))
      fail("the plugin's name '{}' is not kebab-case, such as 'near-far'", about.name ? about.name : "");
    if (is_blank(about.version) || is_blank(about.summary) || about.reference == nullptr)
      fail("its PluginAbout lacks a version, a summary or a reference; the reference may be \"\"");
    for (const char* const counter : about.counters)
      if (counter != nullptr && (!is_word(counter, '_') || is_common(counter)))
        fail("the counter's name '{}' is not a snake_case name of its own, such as 'comparisons'", counter);
    if (about.counters[1] != nullptr &&
        (about.counters[0] == nullptr || std::string_view(about.counters[0]) == about.counters[1]))
      fail("the second of its counters needs a first one with another name");
    if (has_control_characters(about.version)) fail("its version contains control characters");
    if (it.kind == PluginKind::algorithm) {
      if (it.problem == nullptr || std::string_view(it.problem) != "sssp")
        fail("solves the problem '{}', but this wayfront knows only 'sssp'", it.problem ? it.problem : "");
      if ((about.capabilities & capability::any_weights) == 0)
        fail(
            "declares no weight type; add capability::int32_weights, float32_weights or any_weights to its "
            "capabilities");
    } else if (it.kind == PluginKind::loader) {
      if (it.sniff == nullptr && (about.capabilities & capability::generates) == 0)
        fail("a loader without sniff() has capability::generates; end the plugin's source with WAYFRONT_PLUGIN(...)");
      if ((about.capabilities & capability::writes) != 0 && is_blank(it.suffixes))
        fail("has save(), but names no suffixes for the files that it writes");
    } else {
      fail("is a plugin of kind {}, but this wayfront knows only 1 (algorithm) and 2 (loader)",
           static_cast<std::uint32_t>(it.kind));
    }
    if (it.create == nullptr || it.destroy == nullptr) fail("its descriptor has no create or no destroy function");
    if (it.options == nullptr && it.option_count != 0) fail("declares options, but has no rows for them");
    rows({it.options, it.option_count}, "", 0);
    if (const std::string fault = profile_fault({it.options, it.option_count}); !fault.empty()) fail("{}", fault);
  }

 protected:
  template <class... Arguments>
  [[noreturn]] void fail(fmt::format_string<Arguments...> text, Arguments&&... arguments) const {
    host::fail(ExitCode::plugin, "{}: {}", file_.string(), fmt::format(text, std::forward<Arguments>(arguments)...));
  }

 private:
  void rows(std::span<const OptionRow> all, const std::string& prefix, int depth) const {
    if (all.size() > max_option_rows)
      fail("declares {} options{}; at most {} are taken", all.size(),
           prefix.empty() ? "" : fmt::format(" in '{}'", prefix), max_option_rows);
    if (depth > deepest_option_table) fail("its option tables are nested deeper than {}", deepest_option_table);
    std::set<std::pair<std::string_view, OptionType>> seen;
    for (const OptionRow& row : all) {
      if (row.name == nullptr || !is_word(row.name, '_'))
        fail("the option name '{}{}' is not snake_case", prefix, row.name ? row.name : "");
      const std::string name = prefix + row.name;
      if (is_blank(row.help)) fail("option '{}' has no help text", name);
      if (!seen.emplace(row.name, row.type).second)
        fail("option '{}' has two rows of the same type, so the type of a value cannot select the row", name);
      if (row.store == nullptr) fail("option '{}' has no function that stores it", name);
      default_value(row, name, depth);
    }
  }

  void default_value(const OptionRow& row, const std::string& name, int depth) const {
    const OptionValue& value = row.default_value;
    switch (row.type) {
      case OptionType::boolean:
        return;
      case OptionType::integer:
        return in_range(row.integers, value.integer, name);
      case OptionType::real:
        return in_range(row.reals, value.real, name);
      case OptionType::text:
      case OptionType::path:
        if (value.text == nullptr) fail("option '{}' has no default; it may be \"\"", name);
        return;
      case OptionType::choice:
        return choice(row, name);
      case OptionType::integers:
      case OptionType::reals:
      case OptionType::texts:
      case OptionType::paths:
        if (value.items == nullptr && value.item_count != 0)
          fail("the default of option '{}' has a count but no items", name);
        if (value.item_count > max_default_items)
          fail("the default of option '{}' has {} items; at most {} are taken", name, value.item_count,
               max_default_items);
        for (const OptionValue& item : std::span(value.items, value.item_count)) {
          if (row.type == OptionType::integers) in_range(row.integers, item.integer, name);
          if (row.type == OptionType::reals) in_range(row.reals, item.real, name);
          if ((row.type == OptionType::texts || row.type == OptionType::paths) && item.text == nullptr)
            fail("the default of option '{}' has an item without a text", name);
        }
        return;
      case OptionType::table:
        if (row.rows == nullptr || row.row_count == 0) fail("the table option '{}' has no rows", name);
        return rows({row.rows, row.row_count}, name + '.', depth + 1);
      case OptionType::any:
        break;
    }
    fail("option '{}' has a type that plugins cannot use ({})", name, static_cast<int>(row.type));
  }

  template <class Range, class T>
  void in_range(const Range& range, T value, const std::string& name) const {
    if (!(value >= range.min && value <= range.max))
      fail("the default {} of option '{}' is not in its range {} .. {}", value, name, range.min, range.max);
  }

  void choice(const OptionRow& row, const std::string& name) const {
    if (row.choice_count == 0 || row.choice_count > OptionRow::max_choices)
      fail("option '{}' has {} words; it must have 1 to {}", name, row.choice_count, OptionRow::max_choices);
    std::set<std::string_view> words;
    bool has_preset = false;
    for (const Choice& it : std::span(row.choices).first(row.choice_count)) {
      if (is_blank(it.name) || !words.insert(it.name).second) fail("option '{}' has an empty or repeated word", name);
      if (has_control_characters(it.name)) fail("option '{}' has a word with control characters", name);
      has_preset |= row.default_value.text != nullptr && std::string_view(row.default_value.text) == it.name &&
                    row.default_value.integer == it.value;
    }
    if (!has_preset) fail("the default of option '{}' is not one of its words", name);
  }

  const fs::path& file_;
};

/// A descriptor and everything it points to.
struct Facts {
  PluginDescriptor descriptor{};
  std::deque<std::string> texts;
  std::deque<std::vector<OptionRow>> rows;
  std::deque<std::vector<OptionValue>> items;
};

/// Copies from the file, in which pointers are addresses of the library.
class Copier : DescriptorCheck {
 public:
  Copier(const fs::path& file, const LibraryFile& library, Facts& facts)
      : DescriptorCheck(file), library_(library), facts_(facts) {}

  void descriptor(std::uint64_t address) {
    PluginDescriptor& it = facts_.descriptor;
    const auto all = library_.at(address);
    if (all.empty())
      fail(
          "its descriptor is created when it is opened, so it cannot be read; end the plugin's source with "
          "WAYFRONT_PLUGIN(...)");
    std::memcpy(&it, all.data(), std::min(all.size(), sizeof it));  // one of another version may be shorter
    it.abi_tag = it.magic == plugin_magic ? text(it.abi_tag) : nullptr;
    layout(it);
    for (const char** const word : {&it.problem, &it.about.name, &it.about.version, &it.about.summary,
                                    &it.about.reference, &it.about.counters[0], &it.about.counters[1], &it.suffixes})
      *word = text(*word);
    it.options = rows(it.options, it.option_count, 0);
  }

 private:
  std::span<const std::byte> at(const void* pointer) const {
    const auto all = library_.at(std::bit_cast<std::uint64_t>(pointer));
    if (all.empty()) fail("its descriptor points outside the data of its file; rebuild it");
    return all;
  }

  const char* text(const char* pointer) {
    if (pointer == nullptr) return nullptr;
    const auto all = at(pointer);
    const auto* const begin = reinterpret_cast<const char*>(all.data());
    return facts_.texts.emplace_back(begin, ::strnlen(begin, all.size())).c_str();
  }

  /// A list of `count` entries, or of one if the count is implausible: check_descriptor reports that.
  template <class T>
  std::vector<T> list(const T* pointer, std::size_t count, std::size_t max) {
    if (count > max) return std::vector<T>(1);
    const auto all = at(pointer);
    if (all.size() / sizeof(T) < count) fail("a count in its descriptor is too large for the file; rebuild it");
    std::vector<T> items(count);
    std::memcpy(static_cast<void*>(items.data()), all.data(), count * sizeof(T));
    return items;
  }

  const OptionRow* rows(const OptionRow* pointer, std::size_t count, int depth) {
    if (pointer == nullptr || count == 0) return nullptr;
    if (depth > deepest_option_table) fail("its option tables are nested deeper than {}", deepest_option_table);
    auto& copies = facts_.rows.emplace_back(list(pointer, count, max_option_rows));
    if (facts_.rows.size() > max_option_rows) fail("it has more than {} tables of options", max_option_rows);
    for (OptionRow& row : copies) {
      row.name = text(row.name);
      row.help = text(row.help);
      value(row.default_value, 0);
      for (std::size_t i = 0; i < row.choices.size(); ++i)
        row.choices[i].name = i < row.choice_count ? text(row.choices[i].name) : nullptr;
      row.rows = rows(row.rows, row.row_count, depth + 1);
      row.trials = text(row.trials);
    }
    return copies.data();
  }

  void value(OptionValue& it, int depth) {
    it.text = text(it.text);
    if (it.items == nullptr || it.item_count == 0) return;
    if (depth > deepest_option_table) fail("the default of an option is nested too deeply");
    auto& copies = facts_.items.emplace_back(list(it.items, it.item_count, max_default_items));
    for (OptionValue& item : copies) value(item, depth + 1);
    it.items = copies.data();
  }

  const LibraryFile& library_;
  Facts& facts_;
};

LibraryFile library_of(const fs::path& file) try {
  return LibraryFile(file);
} catch (const std::runtime_error& failure) {
  host::fail(ExitCode::plugin, "{}: cannot be loaded: {}", file.string(), failure.what());
}

}  // namespace

bool is_plugin_name(std::string_view name) { return is_word(name, '-'); }

void check_descriptor(const fs::path& file, const PluginDescriptor& descriptor) {
  const DescriptorCheck check(file);
  check.layout(descriptor);
  check.content(descriptor);
}

std::string no_such_plugin(const fs::path& file) { return fmt::format("{}: no such plugin file", file.string()); }

std::string no_plugin_symbol(const fs::path& file) {
  return fmt::format(
      "{}: not a wayfront plugin: it exports no symbol '{}'; end the plugin's source with WAYFRONT_PLUGIN(...)",
      file.string(), plugin_symbol);
}

std::shared_ptr<const PluginDescriptor> read_descriptor(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) throw UserError(ExitCode::plugin, no_such_plugin(file));
  if (fs::is_directory(status)) host::fail(ExitCode::plugin, "{}: is a directory, not a plugin file", file.string());
  const auto facts = std::make_shared<Facts>();
  const LibraryFile library = library_of(file);
  const auto address = library.exported(plugin_symbol);
  if (!address) throw UserError(ExitCode::plugin, no_plugin_symbol(file));
  Copier(file, library, *facts).descriptor(*address);
  check_descriptor(file, facts->descriptor);
  return {facts, &facts->descriptor};
}

}  // namespace wayfront::host
