// Option rows as JSON Schema (2020-12), so that editors and other validators know what a table takes.
#pragma once

#include <span>

#include <nlohmann/json_fwd.hpp>

#include "wayfront/options.hpp"

namespace wayfront::host {

/// What a value of this row must be. A row of type `any` takes everything.
nlohmann::json schema_of(const OptionRow& row);

/// An object with the rows' names as its only keys; rows of one name are alternatives. Without a key "required": a
/// required row may be set elsewhere, as options of a run are by its sweep.
nlohmann::json schema_of_table(std::span<const OptionRow> rows);

/// The same with "required".
nlohmann::json schema_of_whole_table(std::span<const OptionRow> rows);

}  // namespace wayfront::host
