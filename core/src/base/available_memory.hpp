// How much memory may still be asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace wayfront::host {

/// Where the system says how much there is.
struct MemoryFiles {
  std::filesystem::path system = "/proc/meminfo";
  std::filesystem::path groups = "/proc/self/cgroup";
  std::filesystem::path group_root = "/sys/fs/cgroup";
};

/// Bytes that this process can still use: the system's estimate, or what its control groups leave it if that is less.
std::uint64_t available_memory(const MemoryFiles& files = {});

/// "17.2 GB".
std::string bytes_text(double bytes);

}  // namespace wayfront::host
