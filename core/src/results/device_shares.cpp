#include "results/device_shares.hpp"

#include <algorithm>

namespace wayfront::host {

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
