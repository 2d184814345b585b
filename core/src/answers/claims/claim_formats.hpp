// The readers behind read_claim(), each in claim_<format>.cpp. Only claim_file.cpp and these include this.
#pragma once

#include <string_view>

#include "answers/claims/claim.hpp"
#include "files/file_input.hpp"

namespace wayfront::host::detail {

/// Text whose rows have columns: CSV if `commas`, else blanks; with a header or without.
void read_text(FileInput& input, bool commas, ClaimContent content, ClaimBuilder& claim);
/// A list of ids, or the sentence and the table that `wayfront solve` prints.
void read_cycle_text(FileInput& input, ClaimBuilder& claim);
/// One value, or one object per line.
void read_json(FileInput& input, ClaimContent content, ClaimBuilder& claim);
/// Of the bytes of a whole .npy file.
void read_npy(std::string_view bytes, ClaimContent content, ClaimBuilder& claim);
/// Of the bytes of a whole .npz file.
void read_npz(std::string_view bytes, ClaimContent content, ClaimBuilder& claim);

}  // namespace wayfront::host::detail
