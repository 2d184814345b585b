#include "files/file_input.hpp"

#include <system_error>

#include "base/errors.hpp"
#include "files/file_digest.hpp"
#include "wayfront/compression.hpp"

namespace wayfront::host {

namespace fs = std::filesystem;

std::optional<fs::path> file_beside(const fs::path& path, std::string_view suffix) {
  fs::path other = without_compression(path.native());
  other.replace_extension(suffix);
  const auto is_there = [&](const fs::path& candidate) {
    std::error_code error;
    return candidate != path && fs::is_regular_file(candidate, error);
  };
  if (is_there(other)) return other;
  for (const std::string_view ending : compressed_endings)
    if (const fs::path candidate = other.string() + std::string(ending); is_there(candidate)) return candidate;
  return std::nullopt;
}

Input* FileInput::beside(std::string_view suffix) {
  const std::optional<fs::path> file = file_beside(std::string(name()), suffix);
  asked_beside_.push_back({std::string(suffix), file ? file_identity(*file) : ""});
  if (!file || opener_ == nullptr) return nullptr;
  try {
    return besides_.emplace_back(opener_(*file)).get();
  } catch (const UserError& refused) {
    throw BadInput(refused.what());
  }
}

}  // namespace wayfront::host
