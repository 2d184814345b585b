#include "settings/overrides.hpp"

#include <algorithm>
#include <optional>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "settings/argument_options.hpp"
#include "settings/toml_content.hpp"

namespace wayfront::host {
namespace {

std::optional<std::size_t> index_in(const toml::array& array, std::string_view key) {
  const auto index = number_of<std::size_t>(key);
  return index && *index < array.size() ? index : std::nullopt;
}

std::string no_such_item(std::string_view path, const toml::array& array, std::string_view key) {
  if (array.empty()) return fmt::format("'{}' is an empty list and has no item '{}'", path, key);
  return fmt::format("'{}' is a list with items 0 .. {} and has no item '{}'", path, array.size() - 1, key);
}

/// The child of `node` under `key`, created as a table if it is missing; null after an error.
toml::node* descend(toml::node& node, std::string_view key, std::string_view path, const Place& place,
                    Diagnostics& diagnostics) {
  if (toml::table* const table = node.as_table()) {
    if (table->get(key) == nullptr) table->insert_or_assign(toml::key(key, region_of(place)), toml::table());
    return table->get(key);
  }
  if (toml::array* const array = node.as_array()) {
    if (const auto index = index_in(*array, key)) return array->get(*index);
    diagnostics.error(place, no_such_item(path, *array, key));
    return nullptr;
  }
  diagnostics.error(place, fmt::format("'{}' is {} and has no key '{}'", path, TomlAccess::value(node).shown(), key));
  return nullptr;
}

void assign(toml::node& parent, std::string_view key, toml::node& value, std::string_view path, const Place& place,
            Diagnostics& diagnostics) {
  if (toml::table* const table = parent.as_table()) {
    table->erase(key);
    std::move(value).visit(
        [&](auto&& it) { table->insert_or_assign(toml::key(key, region_of(place)), std::forward<decltype(it)>(it)); });
  } else if (toml::array* const array = parent.as_array()) {
    const auto index = index_in(*array, key);
    if (!index) return diagnostics.error(place, no_such_item(path, *array, key));
    const auto next = array->erase(array->begin() + static_cast<std::ptrdiff_t>(*index));
    std::move(value).visit([&](auto&& it) { array->insert(next, std::forward<decltype(it)>(it)); });
  } else {
    diagnostics.error(place,
                      fmt::format("'{}' is {} and has no key '{}'", path, TomlAccess::value(parent).shown(), key));
  }
}

}  // namespace

void apply_override(Document& document, std::string_view text, Diagnostics& diagnostics) {
  const std::size_t equals = text.find('=');
  const std::string_view path = text.substr(0, equals);
  const Place place = argument_place(fmt::format("--set {}", path));
  if (equals == std::string_view::npos)
    return diagnostics.error(place, fmt::format("has no value; write --set {}=VALUE", path));
  std::vector<std::string_view> keys;
  for (const auto key : std::views::split(path, '.')) keys.emplace_back(key.begin(), key.end());
  if (keys.size() < 2 || std::ranges::any_of(keys, &std::string_view::empty))
    return diagnostics.error(place, "needs a table and a key, such as --set measure.repeats=3");
  if (keys.size() > max_name_parts)
    return diagnostics.error(argument_place("--set"),
                             fmt::format("a name has more than {} parts with dots between them", max_name_parts));
  auto value = parse_argument(text.substr(equals + 1), *place.source, diagnostics);
  if (!value) return;
  toml::node* node = &document.content().table;
  std::size_t length = 0;
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
    node = descend(*node, keys[i], path.substr(0, length), place, diagnostics);
    if (node == nullptr) return;
    length += (i == 0 ? 0 : 1) + keys[i].size();
  }
  assign(*node, keys.back(), *value->content().table.get("value"), path.substr(0, length), place, diagnostics);
}

void override_graph(Document& document, const std::filesystem::path& file, Diagnostics& diagnostics) {
  const Place place = argument_place("--graph");
  toml::node* const graph = descend(document.content().table, "graph", "", place, diagnostics);
  if (graph->is_array())
    return diagnostics.error(place,
                             "the pipeline has several graphs, [[graph]]; name one with --set graph.0.path=FILE");
  if (toml::table* const table = graph->as_table()) {
    table->erase("loader");
    table->erase("options");
  }
  if (auto value = text_argument(file.string(), *place.source))
    assign(*graph, "path", *value->content().table.get("value"), "graph", place, diagnostics);
  else
    diagnostics.error(place, "the path must be UTF-8 text");
}

}  // namespace wayfront::host
