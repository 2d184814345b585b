#include "settings/argument_value.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "settings/diagnostics.hpp"
#include "settings/value.hpp"

namespace wayfront::host {
namespace {

/// Nothing if `text` is not a TOML value.
std::optional<Document> parse_value(std::string_view text, std::string_view place) {
  try {
    Document document(fmt::format("value = {}\n", text), std::string(place));
    if (document.root().entries().size() == 1) return document;  // a line break could smuggle in a second key
  } catch (const ParseError&) {
  }
  return {};
}

}  // namespace

std::optional<Document> text_argument(const std::string& text, std::string_view place) {
  try {
    return parse_value(nlohmann::json(text).dump(), place);
  } catch (const nlohmann::json::type_error&) {
    return {};
  }
}

std::optional<Document> parse_argument(std::string_view text, std::string_view place, Diagnostics& diagnostics) {
  if (auto value = parse_value(text, place)) return value;
  const bool meant_as_toml = !text.empty() && std::string_view("[{\"'").find(text.front()) != std::string_view::npos;
  if (!meant_as_toml)
    if (auto value = text_argument(std::string(text), place)) return value;
  diagnostics.error(argument_place(std::string(place)), fmt::format("'{}' is not a TOML value", text));
  return {};
}

}  // namespace wayfront::host
