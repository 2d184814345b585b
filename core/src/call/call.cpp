#include "call/call.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wayfront::host {

std::string_view name(RunStatus status) { return name_of(status); }
std::string_view name(Finding finding) { return name_of(finding); }
std::string_view name(Outcome outcome) { return name_of(outcome); }

std::string sentence_on(const Ending& ending, std::string_view plugin, std::string_view doing) {
  switch (ending.status) {
    case RunStatus::skipped:
      if (ending.reason.find(plugin) != std::string::npos) return ending.reason;
      return fmt::format("{}: {}", plugin, ending.reason);
    case RunStatus::interrupted:
      return fmt::format("{} with '{}' was interrupted", doing, plugin);
    case RunStatus::wrong:
      return fmt::format("the answer of plugin '{}' is wrong: {}", plugin, ending.reason);
    default:
      return fmt::format("plugin '{}' failed: {}", plugin, ending.reason);
  }
}

std::vector<OwnCounter> own_counters(const char* const (&names)[2], const Work& work) {
  std::vector<OwnCounter> all;
  for (std::size_t i = 0; i < 2; ++i)
    if (names[i] != nullptr) all.push_back({names[i], work.own[i]});
  return all;
}

void add_share(std::vector<DeviceShare>& all, const DeviceShare& share) {
  const auto found = std::ranges::find(all, share.device, &DeviceShare::device);
  if (found == all.end()) {
    all.push_back(share);
    return;
  }
  found->sources += share.sources;
  found->calls += share.calls;
  found->seconds += share.seconds;
  if (found->failure.empty()) found->failure = share.failure;
}

}  // namespace wayfront::host
