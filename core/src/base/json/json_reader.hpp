// Reads JSON from outside and keeps its place: every error names the file, the value and what is wrong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace wayfront::host {

/// `text`, parsed. Throws UserError (input) with file, line (the first is `first_line`) and column. Values nested
/// deeper than any that this program writes are refused, and objects that have a key twice.
nlohmann::json parse_json(std::string_view text, std::string_view file, std::size_t first_line = 1);

/// A value and where it stands. Refers to the value and to `where`; both must outlive it. All members throw UserError
/// (input): "results/ny/report.json: runs[1].samples[4]: 'solve_seconds' is missing".
class JsonReader {
 public:
  JsonReader(const nlohmann::json& value, std::string_view where) : value_(value), where_(where) {}

  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  JsonReader at(const char* key) const;
  std::size_t size() const { return array().size(); }
  JsonReader at(std::size_t index) const;
  const nlohmann::json& json() const { return value_; }

  std::string text() const;
  bool boolean() const;
  std::uint64_t whole() const;  // 0 .. 2^64 - 1
  unsigned small() const;       // 0 .. 2^32 - 1
  /// A number; `instead` for null.
  double real(double instead) const;
  /// A number >= 0.
  double seconds() const;

  const nlohmann::json& object() const;
  const nlohmann::json& array() const;

  [[noreturn]] void fail(std::string_view what) const;

 private:
  JsonReader(const nlohmann::json& value, std::string_view where, std::string path)
      : value_(value), where_(where), path_(std::move(path)) {}
  [[noreturn]] void expected(std::string_view what) const;

  const nlohmann::json& value_;
  std::string_view where_;
  std::string path_;
};

}  // namespace wayfront::host
