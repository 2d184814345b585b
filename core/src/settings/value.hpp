// TOML as the host sees it: documents, the values in them, and where they stand. Only the .cpp files of this room know
// the library that parses.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace wayfront::host {

/// Where something stands.
struct Place {
  std::uint32_t line = 0;  // from 1; 0: no line is known
  std::uint32_t column = 0;
  std::shared_ptr<const std::string> source{};  // a file, or an argument of the command line; null: unknown

  /// In a document, the earlier one is smaller.
  friend bool operator<(const Place& a, const Place& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  }
};

/// A place outside of files, as messages name it: "--set measure.repeats".
inline Place argument_place(std::string name) { return {0, 0, std::make_shared<const std::string>(std::move(name))}; }

/// A value of a document, or none. Refers to the document.
class Value {
 public:
  struct Entry;

  Value() = default;
  explicit operator bool() const { return node_ != nullptr; }

  bool is_table() const;
  bool is_list() const;
  bool is_text() const;
  bool is_boolean() const;
  bool is_integer() const;
  bool is_real() const;  // with a fraction or an exponent: not an integer

  /// What it is, which must be asked before.
  const std::string& text() const;
  bool boolean() const;
  std::int64_t integer() const;
  double number() const;  // an integer or a real

  /// Of a table: all its keys. Of anything else none.
  std::vector<Entry> entries() const;
  /// Of a table: the value of that key, or none.
  Value get(std::string_view key) const;
  /// Of a list: its values in order. Of anything else none.
  std::vector<Value> items() const;

  Place place() const;
  /// Dates, infinities and NaN become texts.
  nlohmann::json to_json() const;
  /// As TOML would write it, shortened for messages: 7, "edge", a table, a list of 3.
  std::string shown() const;

 private:
  friend class Document;
  friend struct TomlAccess;
  explicit Value(const void* node) : node_(node) {}

  const void* node_ = nullptr;  // a toml::node
};

/// A key of a table with its value, wherever they came from.
struct Value::Entry {
  std::string_view key;
  Place key_place;
  Value value;
};

/// A text is not TOML.
class ParseError : public std::runtime_error {
 public:
  ParseError(Place where, const std::string& what) : runtime_error(what), place(std::move(where)) {}
  Place place;
};

/// A TOML table that owns all that is in it. Movable; values stay valid.
class Document {
 public:
  /// An empty table.
  Document();
  /// `name` is how places call the text. Throws ParseError.
  Document(std::string_view text, const std::string& name);
  ~Document();
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;

  Value root() const;

  struct Content;
  /// For the files of this room.
  Content& content() { return *content_; }

 private:
  std::unique_ptr<Content> content_;
};

}  // namespace wayfront::host
