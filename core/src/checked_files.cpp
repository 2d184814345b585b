#include "checked_files.hpp"

#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "errors.hpp"
#include "file_digest.hpp"
#include "file_replacement.hpp"

namespace wayfront::host {
namespace {

constexpr off_t worth = off_t{1} << 24;  // bytes; a look at fewer takes no longer than the record would

std::string text_of(const struct stat& status) {
  return fmt::format("wayfront checked 2: {}\n", file_identity(status));
}

/// Whether the clock of file times has moved on for sure since the file was changed.
bool is_settled(const struct stat& status) {
  constexpr std::time_t enough = 2;  // seconds, the coarsest file time there is
  return status.st_ctim.tv_sec + enough < std::time(nullptr);
}

}  // namespace

std::filesystem::path CheckedFiles::record(const struct stat& status) const {
  return directory_ / fmt::format("{}-{}", status.st_dev, status.st_ino);
}

bool CheckedFiles::knows(const struct stat& status) const {
  if (directory_.empty() || status.st_size < worth || !is_settled(status)) return false;
  std::ifstream in(record(status), std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return text == text_of(status);
}

void CheckedFiles::remember(const struct stat& status) const {
  if (directory_.empty() || status.st_size < worth || !is_settled(status)) return;
  std::error_code ignored;
  std::filesystem::create_directories(directory_, ignored);
  try {
    write_whole(record(status), text_of(status), Links::replace);
  } catch (const UserError&) {  // costs another look
  }
}

}  // namespace wayfront::host
