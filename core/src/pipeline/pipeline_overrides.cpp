#include "pipeline/pipeline_overrides.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wayfront::host {
namespace {

using Place = toml::source_region;

Place place_of(std::string name) { return {{}, {}, std::make_shared<const std::string>(std::move(name))}; }

/// A table whose key "value" holds what `text` says, or nothing where it is no TOML value.
std::optional<toml::table> parse_value(std::string_view text, const Place& place) {
  try {
    toml::table table = toml::parse(fmt::format("value = {}\n", text), std::string_view(*place.path));
    if (table.size() == 1) return table;  // a line break could smuggle in a second key
  } catch (const toml::parse_error&) {
  }
  return {};
}

/// The same for a text as it stands; nothing where it holds what no TOML text can, such as bytes that are not UTF-8.
std::optional<toml::table> text_value(const std::string& text, const Place& place) {
  try {
    return parse_value(nlohmann::json(text).dump(), place);
  } catch (const nlohmann::json::type_error&) {
    return {};
  }
}

std::optional<toml::table> value_of(std::string_view text, const Place& place, Diagnostics& diagnostics) {
  if (auto value = parse_value(text, place)) return value;
  const bool meant_as_toml = !text.empty() && std::string_view("[{\"'").find(text.front()) != std::string_view::npos;
  if (!meant_as_toml)
    if (auto value = text_value(std::string(text), place)) return value;
  diagnostics.error(place, fmt::format("'{}' is not a TOML value", text));
  return {};
}

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> keys;
  while (true) {
    const std::size_t dot = path.find('.');
    keys.push_back(path.substr(0, dot));
    if (dot == std::string_view::npos) return keys;
    path.remove_prefix(dot + 1);
  }
}

std::optional<std::size_t> index_in(const toml::array& array, std::string_view key) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
  if (error != std::errc() || end != key.data() + key.size() || index >= array.size()) return {};
  return index;
}

std::string no_such_item(std::string_view path, const toml::array& array, std::string_view key) {
  if (array.empty()) return fmt::format("'{}' is an empty list, it has no item '{}'", path, key);
  return fmt::format("'{}' is a list of items 0 .. {}, it has no item '{}'", path, array.size() - 1, key);
}

/// The child of `node` under `key`, made as a table where it is missing; null after an error.
toml::node* descend(toml::node& node, std::string_view key, std::string_view path, const Place& place,
                    Diagnostics& diagnostics) {
  if (toml::table* const table = node.as_table()) {
    if (table->get(key) == nullptr) table->insert_or_assign(toml::key(key, Place(place)), toml::table());
    return table->get(key);
  }
  if (toml::array* const array = node.as_array()) {
    if (const auto index = index_in(*array, key)) return array->get(*index);
    diagnostics.error(place, no_such_item(path, *array, key));
    return nullptr;
  }
  diagnostics.error(place, fmt::format("'{}' is {}, it has no key '{}'", path, shown(node), key));
  return nullptr;
}

void assign(toml::node& parent, std::string_view key, toml::node& value, std::string_view path, const Place& place,
            Diagnostics& diagnostics) {
  if (toml::table* const table = parent.as_table()) {
    table->erase(key);
    std::move(value).visit(
        [&](auto&& it) { table->insert_or_assign(toml::key(key, Place(place)), std::forward<decltype(it)>(it)); });
  } else if (toml::array* const array = parent.as_array()) {
    const auto index = index_in(*array, key);
    if (!index) return diagnostics.error(place, no_such_item(path, *array, key));
    const auto next = array->erase(array->begin() + static_cast<std::ptrdiff_t>(*index));
    std::move(value).visit([&](auto&& it) { array->insert(next, std::forward<decltype(it)>(it)); });
  } else {
    diagnostics.error(place, fmt::format("'{}' is {}, it has no key '{}'", path, shown(parent), key));
  }
}

}  // namespace

std::optional<toml::table> parse_argument(std::string_view text, std::string_view place, Diagnostics& diagnostics) {
  return value_of(text, place_of(std::string(place)), diagnostics);
}

void apply_override(toml::table& root, std::string_view text, Diagnostics& diagnostics) {
  const std::size_t equals = text.find('=');
  const std::string_view path = text.substr(0, equals);
  const Place place = place_of(fmt::format("--set {}", path));
  if (equals == std::string_view::npos)
    return diagnostics.error(place, fmt::format("lacks a value; write --set {}=VALUE", path));
  const std::vector<std::string_view> keys = split(path);
  if (keys.size() < 2 || std::ranges::any_of(keys, &std::string_view::empty))
    return diagnostics.error(place, "needs a table and a key, such as --set measure.repeats=3");
  auto value = value_of(text.substr(equals + 1), place, diagnostics);
  if (!value) return;
  toml::node* node = &root;
  std::size_t length = 0;
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
    node = descend(*node, keys[i], path.substr(0, length), place, diagnostics);
    if (node == nullptr) return;
    length += (i == 0 ? 0 : 1) + keys[i].size();
  }
  assign(*node, keys.back(), *value->get("value"), path.substr(0, length), place, diagnostics);
}

void override_graph(toml::table& root, const std::filesystem::path& file, Diagnostics& diagnostics) {
  const Place place = place_of("--graph");
  toml::node* const graph = descend(root, "graph", "", place, diagnostics);
  if (graph->is_array())
    return diagnostics.error(place,
                             "the pipeline has several graphs, [[graph]]; name one with --set graph.0.path=FILE");
  if (toml::table* const table = graph->as_table()) {
    table->erase("loader");
    table->erase("options");
  }
  if (auto value = text_value(file.string(), place))
    assign(*graph, "path", *value->get("value"), "graph", place, diagnostics);
  else
    diagnostics.error(place, "the path must be UTF-8 text");
}

}  // namespace wayfront::host
