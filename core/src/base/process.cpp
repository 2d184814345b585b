#include "base/process.hpp"

#include "wayfront/cpu/thread_team.hpp"

namespace wayfront::host {

std::atomic<bool> stop_requested{false};

unsigned available_processors() { return usable_processors(); }

}  // namespace wayfront::host
