// Calls as JSON, and back: in results, and on the channel of workers. Infinity and NaN (an infinite limit, the max distance
// of no vertices) are null. Reading returns exactly what was written, to the last bit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json/json_reader.hpp"
#include "call/call.hpp"

namespace wayfront::host {

/// NaN and infinity as null.
nlohmann::json json_number(double value);
nlohmann::json to_json(const Call& call);

/// Throw as JsonReader. Unknown keys are ignored.
Call call_from_json(const JsonReader& at);
VertexId vertex_id(const JsonReader& at);  // an integer, or a name

/// A value of an enumeration, of which `parse` knows the names.
template <class Enum>
Enum one_of(const JsonReader& at, std::optional<Enum> (*parse)(std::string_view)) {
  const std::string text = at.text();
  if (const auto value = parse(text)) return *value;
  at.fail(fmt::format("'{}' is unknown to this version of wayfront", text));
}

}  // namespace wayfront::host
