#include <memory>
#include <string>
#include <string_view>

#include "answers/claims/claim_formats.hpp"
#include "base/refusal.hpp"
#include "files/input.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

/// A name may have commas, so the first line of a file with names has to be a header.
bool is_csv(std::string_view name, std::string_view first_line, bool has_names) {
  if (without_compression(name).ends_with(".csv")) return true;
  const std::size_t comma = first_line.find(',');
  if (comma == first_line.npos) return false;
  return !has_names || detail::column_named(first_line.substr(0, comma)) != detail::ClaimColumn::unknown;
}

void read_by_content(std::string_view bytes, ClaimContent content, ClaimBuilder& claim) {
  if (bytes.starts_with("\x93NUMPY")) return detail::read_npy(bytes, content, claim);
  if (bytes.starts_with("PK\x03\x04")) return detail::read_npz(bytes, claim);
  if (bytes.find('\0') != bytes.npos) claim.fail("", "is neither text nor a NumPy file");
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);  // a byte order mark
  if (const std::size_t first = bytes.find_first_not_of(" \t\r\n"); first != bytes.npos && bytes[first] == '{')
    return detail::read_json(bytes, claim);
  if (content == ClaimContent::cycle) return detail::read_cycle_text(bytes, claim);
  detail::read_text(bytes, is_csv(claim.name(), bytes.substr(0, bytes.find('\n')), claim.has_names()), content, claim);
}

}  // namespace

Claim read_claim(const std::filesystem::path& file, const ClaimShape& shape, ClaimContent content) {
  const std::unique_ptr<FileInput> input = open_input(file);
  ClaimBuilder claim(shape, file.string());
  try {
    std::string bytes;
    for (std::string_view piece; !(piece = input->bytes()).empty();) bytes += piece;
    read_by_content(bytes, content, claim);
  } catch (const BadInput& error) {
    fail(ExitCode::input, "{}", error.what());
  } catch (const Cancelled&) {
    throw UserError(ExitCode::interrupted, claim.name() + ": reading was interrupted");
  }
  return claim.finish();
}

}  // namespace wayfront::host
