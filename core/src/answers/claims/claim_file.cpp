#include "answers/claims/claim_file.hpp"

#include <memory>
#include <string>
#include <utility>

#include "answers/claims/claim_formats.hpp"
#include "base/errors.hpp"
#include "files/input.hpp"
#include "wayfront/compression.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

std::string all_bytes(FileInput& input) {
  std::string bytes;
  for (std::string_view piece; !(piece = input.bytes()).empty();) bytes += piece;
  return bytes;
}

void read_by_content(FileInput& input, ClaimContent content, ClaimBuilder& claim) {
  const std::string_view head = input.head();
  if (head.starts_with("\x93NUMPY")) return detail::read_npy(all_bytes(input), content, claim);
  if (head.starts_with("PK\x03\x04")) return detail::read_npz(all_bytes(input), content, claim);
  if (head.starts_with("\x80") && head.size() > 1 && head[1] <= 5)
    claim.fail("",
               "is a Python pickle, which is not read because it is a program; write it with numpy.save(file, array)");
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first != head.npos && (head[first] == '{' || head[first] == '[')) return detail::read_json(input, content, claim);
  if (head.find('\0') != head.npos) claim.fail("", "is neither text nor a NumPy file");
  if (content == ClaimContent::cycle) return detail::read_cycle_text(input, claim);
  const std::string_view name = without_compression(claim.name());
  const bool commas = name.ends_with(".csv") || head.substr(0, head.find('\n')).find(',') != head.npos;
  detail::read_text(input, commas, content, claim);
}

}  // namespace

Claim read_claim(const std::filesystem::path& file, const ClaimShape& shape, ClaimContent content) {
  const std::unique_ptr<FileInput> input = open_input(file);
  ClaimBuilder claim(shape, file.string());
  try {
    read_by_content(*input, content, claim);
  } catch (const BadInput& error) {
    throw UserError(ExitCode::input, error.what());
  } catch (const Cancelled&) {
    throw UserError(ExitCode::interrupted, claim.name() + ": reading was interrupted");
  }
  return claim.finish();
}

}  // namespace wayfront::host
