// One validator for all tables of a pipeline file, the host's and the plugins': a TOML table against option rows.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "settings/diagnostics.hpp"
#include "settings/value.hpp"
#include "wayfront/options.hpp"

namespace wayfront::host {

/// Resolves a path that is written at `place` in a file.
using ResolvePath = std::function<std::filesystem::path(const std::string& path, const Place& place)>;

/// The resolved values of a table in the order of its rows. Owns what they point to; movable, not copyable.
class Settings {
 public:
  using Entry = Value::Entry;

  Settings() = default;
  Settings(Settings&&) noexcept = default;
  Settings& operator=(Settings&&) noexcept = default;

  /// Every value is its row's default.
  static Settings defaults(std::span<const OptionRow> rows);
  /// Checks `table` (none: all defaults) against `rows`: unknown keys with the nearest name, wrong types, values out of
  /// range, missing required ones. `title` is the name of the table in messages: "[graph]", "options of plugin 'adds'".
  static Settings from(std::span<const OptionRow> rows, Value table, std::string_view title, Diagnostics& diagnostics);
  /// The same for entries that are not a table of the file; what is missing is missing at `place`. With `resolve`,
  /// options that are paths are relative to the file.
  static Settings from(std::span<const OptionRow> rows, std::span<const Entry> entries, const Place& place,
                       std::string_view title, Diagnostics& diagnostics, const ResolvePath& resolve = {});

  std::span<const OptionRow> rows() const { return rows_; }
  std::span<const OptionValue> values() const { return values_; }
  /// Stores every value, sub-tables included, into the struct that the rows were made for.
  void store(void* options) const;
  /// {"name": {"value": ..., "set": bool}, ...}: every option with its resolved value. For several rows with one name
  /// it is the one that the file set, else the first. The value of a sub-table is again such an object.
  nlohmann::json to_json() const;

  /// The same for one value, which is of this row: 7, ["a", "b"].
  static nlohmann::json to_json(const OptionRow& row, const OptionValue& value);

  /// Whether the file set `name`, in any row.
  bool has(std::string_view name) const { return static_cast<bool>(value(name)); }
  /// What the file says under `name`, or none.
  Value value(std::string_view name) const;
  /// The place of the value of `name`, or of the table if the file does not set it.
  Place place(std::string_view name) const;

 private:
  friend class SettingsReader;

  std::span<const OptionRow> rows_;
  std::vector<OptionValue> values_;
  std::deque<std::string> texts_;  // storage that values point to; a deque keeps addresses
  std::deque<std::vector<OptionValue>> lists_;
  std::vector<std::pair<std::string, Value>> given_;  // of the top level
  Place place_;
};

}  // namespace wayfront::host
