// The readers behind read_claim(), each in claim_<format>.cpp. Only claim.cpp and these include this.
#pragma once

#include <cstdint>
#include <string_view>

#include "answers/claims/claim.hpp"

namespace wayfront::host::detail {

/// A column, or a key of JSON, by its name.
enum class ClaimColumn : std::uint8_t { unknown, id, distance, predecessor, source, label };
ClaimColumn column_named(std::string_view name);

/// Text whose rows have columns: CSV if `commas`, else blanks; with a header or without.
void read_text(std::string_view bytes, bool commas, ClaimContent content, ClaimBuilder& claim);
/// A list of ids.
void read_cycle_text(std::string_view bytes, ClaimBuilder& claim);
/// What `wayfront solve --json` prints, or one object per line.
void read_json(std::string_view bytes, ClaimBuilder& claim);
void read_npy(std::string_view bytes, ClaimContent content, ClaimBuilder& claim);
/// SciPy's sparse rows.
void read_npz(std::string_view bytes, ClaimBuilder& claim);

}  // namespace wayfront::host::detail
