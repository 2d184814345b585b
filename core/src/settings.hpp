// One validator for all tables of a pipeline file, the host's and the plugins': a TOML table against option rows.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>
#include <toml++/toml.h>

#include "wayfront/options.hpp"

namespace wayfront::host {

/// Errors of a configuration, collected so that a user sees all of them at once.
class Diagnostics {
 public:
  /// `where` gives line and column; its path is replaced by `file` where it has none.
  void error(const toml::source_region& where, std::string_view message);
  bool empty() const { return lines_.empty(); }
  /// "file:line:column: error: message" per line.
  std::string text() const;
  /// Throws UserError (ExitCode::usage) with text() unless empty.
  void throw_if_any() const;

 private:
  std::vector<std::string> lines_;
};

/// The values of a table in the order of its rows, resolved. Owns what they point to; movable, not copyable.
class Settings {
 public:
  /// Every value its row's default.
  static Settings defaults(std::span<const OptionRow> rows);
  /// Checks `table` (null: all defaults) against `rows`: unknown keys with the nearest name, wrong types, values out of
  /// range, missing required ones. `title` is how messages call the table: "[graph]", "options of plugin 'adds'".
  static Settings from(std::span<const OptionRow> rows, const toml::table* table, std::string_view title,
                       Diagnostics& diagnostics);

  std::span<const OptionRow> rows() const { return rows_; }
  std::span<const OptionValue> values() const { return values_; }
  /// Stores every value, sub-tables included, into the struct that the rows were made for.
  void store(void* options) const;
  /// {"name": {"value": ..., "set": bool}, ...}: every option with its resolved value.
  nlohmann::json to_json() const;

 private:
  std::span<const OptionRow> rows_;
  std::vector<OptionValue> values_;
  std::deque<std::string> texts_;               // what values point to; a deque keeps addresses
  std::deque<std::vector<OptionValue>> lists_;
  // ... sub-tables
};

/// What a row takes, for messages and `describe`: "integer in 32 .. 1024", "\"edge\" or \"vertex\"".
std::string accepted(const OptionRow& row);

/// The candidate nearest to `word`, or "" where none is near: for "did you mean".
std::string nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace wayfront::host
