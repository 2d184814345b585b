#include "base/process.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "base/available_memory.hpp"
#include "wayfront/cpu/thread_team.hpp"

namespace wayfront::host {

std::atomic<bool> stop_requested{false};

unsigned available_processors() {
  static const double quota = processor_quota();
  return static_cast<unsigned>(std::clamp(std::ceil(quota), 1.0, static_cast<double>(usable_processors())));
}

std::filesystem::path own_library() {
  Dl_info info{};
  void* map = nullptr;
  if (::dladdr1(reinterpret_cast<const void*>(&stop_requested), &info, &map, RTLD_DL_LINKMAP) == 0) return {};
  const char* const name = static_cast<const link_map*>(map)->l_name;  // empty for the program
  if (name == nullptr || *name == '\0') return {};
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::canonical(name, error);
  return error ? std::filesystem::path() : whole;
}

double processor_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace wayfront::host
