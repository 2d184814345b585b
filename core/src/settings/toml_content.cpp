// Value and Document of value.hpp, over the TOML library.
#include "settings/toml_content.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wayfront::host {
namespace {

const toml::node& node_of(const void* node) { return *static_cast<const toml::node*>(node); }

nlohmann::json json_of(const toml::node& node) {
  if (const toml::table* const table = node.as_table()) {
    nlohmann::json all = nlohmann::json::object();
    for (const auto& [key, value] : *table) all[std::string(key.str())] = json_of(value);
    return all;
  }
  if (const toml::array* const array = node.as_array()) {
    nlohmann::json all = nlohmann::json::array();
    for (const toml::node& item : *array) all.push_back(json_of(item));
    return all;
  }
  if (const auto* const text = node.as_string()) return text->get();
  if (const auto* const truth = node.as_boolean()) return truth->get();
  if (const auto* const number = node.as_integer()) return number->get();
  if (const auto* const number = node.as_floating_point(); number != nullptr && std::isfinite(number->get()))
    return number->get();
  std::ostringstream text;
  node.visit([&](const auto& it) { text << it; });
  return text.str();
}

/// The end of the text in quotes that begins at `at`.
std::size_t end_of_quotes(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  const std::string_view mark = std::string_view(three).substr(text.substr(at).starts_with(three) ? 0 : 2);
  for (at += mark.size(); at < text.size() && !text.substr(at).starts_with(mark); ++at)
    if (text[at] == '\\' && quote == '"') ++at;
  at += mark.size();
  for (std::size_t i = 1; i < mark.size() && at < text.size() && text[at] == quote; ++i)
    ++at;  // quotes before the mark
  return std::min(at, text.size());
}

/// The library calls itself for each part of a name and for each list in a list, and bounds the latter alone.
void refuse_long_names(std::string_view text, const std::string& name) {
  std::size_t dots = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'') at = end_of_quotes(text, at) - 1;
    if (c == '#') at = std::min(text.find('\n', at), text.size()) - 1;
    if (std::string_view("\n=,[{#").find(c) != std::string_view::npos) dots = 0;
    if (c != '.' || ++dots < max_name_parts) continue;
    const auto line = std::ranges::count(text.substr(0, at), '\n') + 1;
    const std::size_t column = at - text.rfind('\n', at);  // in the first line, that is npos
    throw ParseError({static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column),
                      std::make_shared<const std::string>(name)},
                     fmt::format("a name has more than {} parts with dots between them", max_name_parts));
  }
}

}  // namespace

bool Value::is_table() const { return node_of(node_).is_table(); }
bool Value::is_list() const { return node_of(node_).is_array(); }
bool Value::is_text() const { return node_of(node_).is_string(); }
bool Value::is_boolean() const { return node_of(node_).is_boolean(); }
bool Value::is_integer() const { return node_of(node_).is_integer(); }
bool Value::is_real() const { return node_of(node_).is_floating_point(); }

const std::string& Value::text() const { return node_of(node_).as_string()->get(); }
bool Value::boolean() const { return node_of(node_).as_boolean()->get(); }
std::int64_t Value::integer() const { return node_of(node_).as_integer()->get(); }
double Value::number() const { return *node_of(node_).value<double>(); }

std::vector<Value::Entry> Value::entries() const {
  std::vector<Entry> all;
  const toml::table* const table = node_ == nullptr ? nullptr : node_of(node_).as_table();
  if (table == nullptr) return all;
  for (const auto& [key, value] : *table) all.push_back({key.str(), place_of(key.source()), Value(&value)});
  return all;
}

Value Value::get(std::string_view key) const {
  const toml::table* const table = node_ == nullptr ? nullptr : node_of(node_).as_table();
  return Value(table == nullptr ? nullptr : table->get(key));
}

std::vector<Value> Value::items() const {
  std::vector<Value> all;
  const toml::array* const array = node_ == nullptr ? nullptr : node_of(node_).as_array();
  if (array == nullptr) return all;
  for (const toml::node& item : *array) all.push_back(Value(&item));
  return all;
}

Place Value::place() const { return place_of(node_of(node_).source()); }

nlohmann::json Value::to_json() const { return json_of(node_of(node_)); }

std::string Value::shown() const {
  constexpr std::size_t max_shown = 40;
  const toml::node& node = node_of(node_);
  if (node.is_table()) return "a table";
  if (const toml::array* const array = node.as_array())
    return array->empty() ? "an empty list" : fmt::format("a list of {}", array->size());
  if (const auto* const text = node.as_string()) {
    if (text->get().size() <= max_shown) return fmt::format("\"{}\"", text->get());
    return fmt::format("\"{}...\"", text->get().substr(0, max_shown));
  }
  const nlohmann::json json = json_of(node);
  return json.is_string() ? json.get<std::string>() : json.dump();
}

Document::Document() : content_(std::make_unique<Content>()) {}
Document::Document(std::string_view text, const std::string& name) : Document() {
  refuse_long_names(text, name);
  try {
    content_->table = toml::parse(text, std::string_view(name));
  } catch (const toml::parse_error& error) {
    throw ParseError(place_of(error.source()), std::string(error.description()));
  }
}
Document::~Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;

Value Document::root() const { return Value(static_cast<const toml::node*>(&content_->table)); }

}  // namespace wayfront::host
