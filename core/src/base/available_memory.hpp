// What the machine, and the control groups of a container, leave to this process: memory and processors.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace wayfront::host {

/// Where the system reports its memory, and which limits the control groups have.
struct MemoryFiles {
  std::filesystem::path system = "/proc/meminfo";
  std::filesystem::path groups = "/proc/self/cgroup";
  std::filesystem::path group_root = "/sys/fs/cgroup";
};

/// Bytes that this process can still use: the system's estimate, or the limit of its control groups if that is lower.
std::uint64_t available_memory(const MemoryFiles& files = {});

/// How many processors the control groups allow; infinity without a limit.
double processor_quota(const MemoryFiles& files = {});

/// "17.2 GB".
std::string bytes_text(double bytes);

}  // namespace wayfront::host
