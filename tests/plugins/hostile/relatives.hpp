// What a plugin in a worker can find of its host and of the other workers in /proc.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

namespace wayfront::hostile {

inline pid_t parent_of(const std::filesystem::path& process) {
  std::ifstream file(process / "stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(") ");  // then a state of one letter, and the parent
  pid_t parent = 0;
  if (name_end != std::string::npos && name_end + 4 < text.size())
    std::from_chars(text.data() + name_end + 4, text.data() + text.size(), parent);
  return parent;
}

/// Names in /proc of what the host and the other workers have open in memory, or talk through. Files of the user, or of
/// other programs, are not among them.
inline std::vector<std::string> open_of_relatives() {
  namespace fs = std::filesystem;
  std::vector<std::string> found;
  std::error_code error;
  for (const fs::directory_entry& process : fs::directory_iterator("/proc", error)) {
    const std::string id = process.path().filename().string();
    if (id.find_first_not_of("0123456789") != std::string::npos || id == std::to_string(::getpid())) continue;
    if (id != std::to_string(::getppid()) && parent_of(process.path()) != ::getppid()) continue;
    for (fs::directory_iterator it(process.path() / "fd", error), end; !error && it != end; it.increment(error)) {
      std::error_code gone;
      const std::string target = fs::read_symlink(it->path(), gone).string();
      if (target.starts_with("/memfd:wayfront") || target.starts_with("socket:")) found.push_back(it->path().string());
    }
  }
  return found;
}

}  // namespace wayfront::hostile
