#include "base/available_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// The number after `key` in a file of "key number" lines; key "" for a file that holds one number.
std::optional<std::uint64_t> number_in(const fs::path& file, std::string_view key) {
  std::ifstream in(file);
  std::uint64_t value = 0;
  if (key.empty()) return in >> value ? std::optional(value) : std::nullopt;
  for (std::string word; in >> word;)
    if (word == key) return in >> value ? std::optional(value) : std::nullopt;
  return std::nullopt;
}

struct GroupFiles {
  std::string_view limit, used, cache;  // cache: file pages that the kernel frees on demand, counted in `used`
};
constexpr GroupFiles version_1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr GroupFiles version_2{"memory.max", "memory.current", "inactive_file"};

/// The least of what allowed(folder) gives for a group and its parents, up to `root`.
template <class F>
auto least_of_group(const fs::path& root, const fs::path& group, F&& allowed) {
  auto least = allowed(root / group);
  for (fs::path at = group; !at.empty(); least = std::min(least, allowed(root / at))) at = at.parent_path();
  return least;
}

/// The memory that a group and its parents leave.
std::uint64_t left_in_group(const fs::path& root, const fs::path& group, const GroupFiles& files) {
  return least_of_group(root, group, [&](const fs::path& at) {
    const auto limit = number_in(at / files.limit, ""), used = number_in(at / files.used, "");
    if (!limit || !used) return unlimited;
    const std::uint64_t held = *used - std::min(*used, number_in(at / "memory.stat", files.cache).value_or(0));
    return *limit - std::min(*limit, held);
  });
}

/// look(controllers, group) for each line of a file like /proc/self/cgroup.
template <class F>
void for_groups(const fs::path& groups, F&& look) {
  std::ifstream in(groups);
  for (std::string line; std::getline(in, line);) {  // "4:memory:/path" or "0::/path"
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == line.npos || second == line.npos) continue;
    look(line.substr(first + 1, second - first - 1), fs::path(line.substr(second + 1)).relative_path());
  }
}

std::uint64_t left_in_groups(const fs::path& groups, const fs::path& root) {
  std::uint64_t left = unlimited;
  for_groups(groups, [&](const std::string& controllers, const fs::path& group) {
    if (controllers == "memory") left = std::min(left, left_in_group(root / "memory", group, version_1));
    if (controllers.empty()) left = std::min(left, left_in_group(root, group, version_2));
  });
  return left;
}

/// The processors that a group and its parents allow.
double quota_of_group(const fs::path& root, const fs::path& group) {
  return least_of_group(root, group, [](const fs::path& at) {
    double quota = 0, period = 0;
    if (!(std::ifstream(at / "cpu.max") >> quota >> period)) {  // "max" is not a number
      std::ifstream(at / "cpu.cfs_quota_us") >> quota;
      std::ifstream(at / "cpu.cfs_period_us") >> period;
    }
    return quota > 0 && period > 0 ? quota / period : std::numeric_limits<double>::infinity();
  });
}

}  // namespace

std::uint64_t available_memory(const MemoryFiles& files) {
  const auto free_kib = number_in(files.system, "MemAvailable:");
  const std::uint64_t free = free_kib ? *free_kib * 1024 : unlimited;
  return std::min(free, left_in_groups(files.groups, files.group_root));
}

double processor_quota(const MemoryFiles& files) {
  double smallest = std::numeric_limits<double>::infinity();
  for_groups(files.groups, [&](const std::string& controllers, const fs::path& group) {
    if (controllers == "cpu" || controllers.starts_with("cpu,"))
      smallest = std::min(smallest, quota_of_group(files.group_root / "cpu", group));
    if (controllers.empty()) smallest = std::min(smallest, quota_of_group(files.group_root, group));
  });
  return smallest;
}

std::string bytes_text(double bytes) {
  constexpr std::array units = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  return unit == 0 ? fmt::format("{:.0f} bytes", bytes) : fmt::format("{:.1f} {}", bytes, units[unit]);
}

}  // namespace wayfront::host
