// Settings::from: a TOML table read against option rows.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "settings/diagnostics.hpp"
#include "settings/option_text.hpp"
#include "settings/profile.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"

namespace wayfront::host {
namespace {

OptionType item_type(OptionType list) {
  if (list == OptionType::integers) return OptionType::integer;
  if (list == OptionType::reals) return OptionType::real;
  return list == OptionType::paths ? OptionType::path : OptionType::text;
}

/// How well the type of a value fits a row: not at all, only after a closer check, after a conversion, exactly.
enum class Fit { no, perhaps, converted, exact };

Fit fit_of(OptionType type, Value value) {
  switch (type) {
    case OptionType::any:
      return Fit::exact;
    case OptionType::boolean:
      return value.is_boolean() ? Fit::exact : Fit::no;
    case OptionType::integer:
      return value.is_integer() ? Fit::exact : Fit::no;
    case OptionType::real:
      return value.is_real() ? Fit::exact : value.is_integer() ? Fit::converted : Fit::no;
    case OptionType::text:
    case OptionType::path:
    case OptionType::choice:
      return value.is_text() ? Fit::exact : Fit::no;
    case OptionType::table:
      return value.is_table() ? Fit::exact : Fit::no;
    case OptionType::integers:
    case OptionType::reals:
    case OptionType::texts:
    case OptionType::paths:
      break;
  }
  if (!value.is_list()) return Fit::no;
  Fit worst = Fit::exact;
  for (const Value item : value.items()) worst = std::min(worst, fit_of(item_type(type), item));
  return worst == Fit::no ? Fit::perhaps : worst;
}

const Choice* word(const OptionRow& row, Value value) {
  const std::string& text = value.text();
  for (const Choice& it : std::span(row.choices).first(row.choice_count))
    if (text == it.name) return &it;
  return nullptr;
}

}  // namespace

/// Fills a Settings; errors go to the Diagnostics and leave the row's default.
class SettingsReader {
 public:
  using Entry = Settings::Entry;
  using Rows = std::span<const OptionRow>;

  SettingsReader(Settings& settings, std::string_view title, Diagnostics& diagnostics, const ResolvePath& resolve)
      : settings_(settings), title_(title), diagnostics_(diagnostics), resolve_(resolve) {}

  /// `prefix` stands before a key in messages: "" or, in a sub-table, "cache.".
  std::vector<OptionValue> table(Rows rows, std::span<const Entry> entries, const Place& place,
                                 const std::string& prefix) {
    std::vector<OptionValue> values;
    for (const OptionRow& row : rows) values.push_back(default_value(row));
    std::set<std::string_view> named;
    for (const Entry& entry : entries) {
      named.insert(entry.key);
      const OptionRow* const row = pick(rows, entry, prefix);
      if (row == nullptr) continue;
      OptionValue& value = values[static_cast<std::size_t>(row - rows.data())];
      value.is_set = true;
      read(*row, entry.value, subject(prefix + row->name), prefix, value);
    }
    for (const OptionRow& row : rows)
      if (row.required && named.insert(row.name).second)
        diagnostics_.error(place, fmt::format("{} is missing: {}", subject(prefix + row.name), row.help));
    return values;
  }

  /// Sets what the profiles among `rows` say and `entries` leave open.
  void apply_profiles(Rows rows, std::span<const Entry> entries, std::vector<OptionValue>& values) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::optional<Document> set = is_profile(rows[i]) ? profile_table(rows[i], values[i].text) : std::nullopt;
      if (!set) continue;
      for (const Entry& entry : set->root().entries()) {
        if (std::ranges::any_of(entries, [&](const Entry& given) { return given.key == entry.key; })) continue;
        if (const OptionRow* const row = pick(rows, entry, ""))
          read(*row, entry.value, subject(row->name), "", values[static_cast<std::size_t>(row - rows.data())]);
      }
    }
  }

 private:
  /// "[graph]: 'path'" or "option 'delta' of plugin 'adds'".
  std::string subject(std::string_view name) const {
    constexpr std::string_view options = "options of ";
    if (title_.starts_with(options)) return fmt::format("option '{}' of {}", name, title_.substr(options.size()));
    return fmt::format("{}: '{}'", title_, name);
  }

  OptionValue default_value(const OptionRow& row) {
    OptionValue value = row.default_value;
    value.is_set = false;
    if (row.type == OptionType::table) {
      std::vector<OptionValue>& items = settings_.lists_.emplace_back();
      for (const OptionRow& inner : std::span(row.rows, row.row_count)) items.push_back(default_value(inner));
      value.items = items.data();
      value.item_count = items.size();
    }
    return value;
  }

  void unknown(Rows rows, const Entry& entry, const std::string& prefix) {
    std::vector<std::string_view> names;
    for (const OptionRow& row : rows)
      if (std::ranges::find(names, row.name) == names.end()) names.emplace_back(row.name);
    std::string text = fmt::format("{}: unknown key '{}{}'", title_, prefix, entry.key);
    if (const std::string near = nearest(entry.key, names); !near.empty())
      text += fmt::format("; did you mean '{}{}'?", prefix, near);
    else if (names.empty())
      text += "; there are none";
    else
      text += fmt::format("; known are {}", fmt::join(names, ", "));
    diagnostics_.error(entry.key_place, text);
  }

  /// The row with the entry's name that accepts its value, or null after an error.
  const OptionRow* pick(Rows rows, const Entry& entry, const std::string& prefix) {
    const OptionRow* best = nullptr;
    Fit best_fit = Fit::no;
    std::string wanted;
    for (const OptionRow& row : rows) {
      if (row.name != entry.key) continue;
      wanted += (wanted.empty() ? "" : " or ") + accepted_with_article(row);
      Fit fit = fit_of(row.type, entry.value);
      const bool strange = row.type == OptionType::choice && fit != Fit::no && !word(row, entry.value);
      if (strange) fit = Fit::perhaps;  // a text row with the same name would accept it
      if (fit <= best_fit) continue;
      best = &row;
      best_fit = fit;
    }
    if (wanted.empty()) {
      unknown(rows, entry, prefix);
    } else if (best == nullptr) {
      diagnostics_.error(entry.value.place(),
                         fmt::format("{} must be {}, but is {}", subject(prefix + std::string(entry.key)), wanted,
                                     entry.value.shown()));
    }
    return best;
  }

  void refuse(const OptionRow& row, Value value, const std::string& name, std::string_view hint = {}) {
    diagnostics_.error(value.place(), fmt::format("{} must be {}, but is {}{}", name, accepted_with_article(row),
                                                  value.shown(), hint));
  }

  void read(const OptionRow& row, Value value, const std::string& name, const std::string& prefix, OptionValue& to) {
    switch (row.type) {
      case OptionType::boolean:
        to.boolean = value.boolean();
        return;
      case OptionType::integer:
        to.integer = value.integer();
        if (to.integer < row.integers.min || to.integer > row.integers.max) refuse(row, value, name);
        return;
      case OptionType::real:
        to.real = value.number();
        if (!(to.real >= row.reals.min && to.real <= row.reals.max)) refuse(row, value, name);
        return;
      case OptionType::text:
        return text(value, name, to);
      case OptionType::path:
        return path(value, name, to);
      case OptionType::choice:
        return choice(row, value, name, to);
      case OptionType::integers:
      case OptionType::reals:
      case OptionType::texts:
      case OptionType::paths:
        return list(row, value.items(), name, to);
      case OptionType::table: {
        auto& items = settings_.lists_.emplace_back();
        items = table({row.rows, row.row_count}, value.entries(), value.place(), prefix + row.name + '.');
        to.items = items.data();
        to.item_count = items.size();
        return;
      }
      case OptionType::any:
        to.text = settings_.texts_.emplace_back(value.to_json().dump()).c_str();
        return;
    }
  }

  void text(Value value, const std::string& name, OptionValue& to) {
    const std::string& content = settings_.texts_.emplace_back(value.text());
    if (content.find('\0') != std::string::npos)
      diagnostics_.error(value.place(), fmt::format("{} must not contain the character U+0000", name));
    to.text = content.c_str();
  }

  void path(Value value, const std::string& name, OptionValue& to) {
    text(value, name, to);
    const std::string given = to.text;
    if (resolve_ && (given.starts_with("./") || given.starts_with("../")))
      to.text =
          settings_.texts_.emplace_back(std::filesystem::absolute(resolve_(given, value.place())).string()).c_str();
  }

  void choice(const OptionRow& row, Value value, const std::string& name, OptionValue& to) {
    if (const Choice* const found = word(row, value)) {
      to.text = found->name;
      to.integer = found->value;
      return;
    }
    std::vector<std::string_view> words;
    for (const Choice& it : std::span(row.choices).first(row.choice_count)) words.emplace_back(it.name);
    const std::string near = nearest(value.text(), words);
    refuse(row, value, name, near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near));
  }

  void list(const OptionRow& row, const std::vector<Value>& items, const std::string& name, OptionValue& to) {
    OptionRow item_row = row;
    item_row.type = item_type(row.type);
    std::vector<OptionValue>& values = settings_.lists_.emplace_back(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      values[i].text = "";
      const std::string item_name = fmt::format("{}, item {},", name, i + 1);
      if (fit_of(item_row.type, items[i]) == Fit::no)
        refuse(item_row, items[i], item_name);
      else
        read(item_row, items[i], item_name, {}, values[i]);
      values[i].is_set = true;
    }
    to.items = values.data();
    to.item_count = values.size();
  }

  Settings& settings_;
  std::string_view title_;
  Diagnostics& diagnostics_;
  const ResolvePath& resolve_;
};

Settings Settings::defaults(std::span<const OptionRow> rows) {
  Diagnostics none;
  return from(rows, {}, {}, "", none);
}

Settings Settings::from(std::span<const OptionRow> rows, Value table, std::string_view title,
                        Diagnostics& diagnostics) {
  if (!table) return from(rows, {}, {}, title, diagnostics);
  return from(rows, table.entries(), table.place(), title, diagnostics);
}

Settings Settings::from(std::span<const OptionRow> rows, std::span<const Entry> entries, const Place& place,
                        std::string_view title, Diagnostics& diagnostics, const ResolvePath& resolve) {
  Settings settings;
  settings.rows_ = rows;
  settings.place_ = place;
  for (const Entry& entry : entries) settings.given_.emplace_back(entry.key, entry.value);
  SettingsReader reader(settings, title, diagnostics, resolve);
  settings.values_ = reader.table(rows, entries, place, "");
  reader.apply_profiles(rows, entries, settings.values_);
  return settings;
}

}  // namespace wayfront::host
