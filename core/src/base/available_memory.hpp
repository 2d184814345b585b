// How much memory can still be allocated.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace wayfront::host {

/// Where the system reports its memory.
struct MemoryFiles {
  std::filesystem::path system = "/proc/meminfo";
  std::filesystem::path groups = "/proc/self/cgroup";
  std::filesystem::path group_root = "/sys/fs/cgroup";
};

/// Bytes that this process can still use: the system's estimate, or the limit of its control groups if that is lower.
std::uint64_t available_memory(const MemoryFiles& files = {});

/// "17.2 GB".
std::string bytes_text(double bytes);

}  // namespace wayfront::host
