// Reads an answer as `wayfront solve` and `wayfront matrix` write it, or as text or CSV of two columns.
#pragma once

#include <filesystem>

#include "answers/claims/claim.hpp"

namespace wayfront::host {

/// The format is found by content; see docs/verify.md. Throws UserError (input) that names file and place for anything
/// that is not an answer for a graph of this shape: entries missing or twice, unknown ids, damaged files.
Claim read_claim(const std::filesystem::path& file, const ClaimShape& shape, ClaimContent content);

}  // namespace wayfront::host
