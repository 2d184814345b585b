// Calls as JSON, and back: in results, and on the channel of workers. What their fields are is in call_fields.hpp.
#pragma once

#include <nlohmann/json.hpp>

#include "base/json/field_json.hpp"
#include "call/call.hpp"

namespace wayfront::host {

nlohmann::json to_json(const Call& call);

/// Throw as JsonReader. Unknown keys are ignored.
Call call_from_json(const JsonReader& at);
/// An integer, or a name.
void read_value(const JsonReader& at, VertexId& id);

}  // namespace wayfront::host
