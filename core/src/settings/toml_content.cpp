// Value and Document of value.hpp, over the TOML library.
#include "settings/toml_content.hpp"

#include <cmath>
#include <sstream>

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
