// Reads one TOML table against option rows: the inside of Settings::from, for settings.cpp alone.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "settings/settings.hpp"

namespace wayfront::host {

/// Fills a Settings; errors go to the Diagnostics and leave the row's default behind.
class SettingsReader {
 public:
  using Entry = Settings::Entry;
  using Rows = std::span<const OptionRow>;

  SettingsReader(Settings& settings, std::string_view title, Diagnostics& diagnostics)
      : settings_(settings), title_(title), diagnostics_(diagnostics) {}

  static std::vector<Entry> entries_of(const toml::table& table);

  /// `prefix` is what messages put before a key: "" or, in a sub-table, "cache.".
  std::vector<OptionValue> table(Rows rows, std::span<const Entry> entries, const toml::source_region& place,
                                 const std::string& prefix);

 private:
  std::string subject(std::string_view name) const;
  OptionValue preset(const OptionRow& row);
  const OptionRow* pick(Rows rows, const Entry& entry, const std::string& prefix);
  void unknown(Rows rows, const Entry& entry, const std::string& prefix);
  void refuse(const OptionRow& row, const toml::node& value, const std::string& name, std::string_view hint = {});

  void read(const OptionRow& row, const toml::node& value, const std::string& name, const std::string& prefix,
            OptionValue& to);
  void integer(const OptionRow& row, const toml::node& value, const std::string& name, OptionValue& to);
  void real(const OptionRow& row, const toml::node& value, const std::string& name, OptionValue& to);
  void text(const toml::node& value, const std::string& name, OptionValue& to);
  void choice(const OptionRow& row, const toml::node& value, const std::string& name, OptionValue& to);
  void list(const OptionRow& row, const toml::array& items, const std::string& name, OptionValue& to);

  Settings& settings_;
  std::string_view title_;
  Diagnostics& diagnostics_;
};

}  // namespace wayfront::host
