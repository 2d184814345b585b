#include "files/same_file.hpp"

#include <system_error>

namespace wayfront::host {

namespace fs = std::filesystem;

fs::path resolved(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : result;
}

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  const auto irregular = [&](const fs::path& it) { return fs::exists(it, error) && !fs::is_regular_file(it, error); };
  if (irregular(a) || irregular(b)) return false;
  if (fs::equivalent(a, b, error) && !error) return true;
  return resolved(a) == resolved(b);
}

}  // namespace wayfront::host
