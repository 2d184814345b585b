#include "workers/device_turn.hpp"

namespace wayfront::host {

DeviceTurn::DeviceTurn(const char* cuda) : driver_(cuda) {
  int found = 0;
  if (!driver_.has_contexts() || !driver_.has_memory() || driver_.state == nullptr || driver_.init(0) != 0 ||
      driver_.count(&found) != 0)
    return;
  for (int i = 0; i < found; ++i) hold(i);
}

DeviceTurn::~DeviceTurn() {
  for (const Held& it : held_) {
    driver_.in(it.context, [&] { driver_.free(it.byte); });
    driver_.release(it.device);
  }
}

void DeviceTurn::hold(int index) {
  Held it{};
  if (driver_.get(&it.device, index) != 0 || !driver_.is_active(it.device) ||
      driver_.retain(&it.context, it.device) != 0)
    return;
  CudaDriver::Result got = 1;
  driver_.in(it.context, [&] { got = driver_.allocate(&it.byte, 1); });
  if (got == 0)
    held_.push_back(it);
  else
    driver_.release(it.device);
}

void DeviceTurn::take() const {
  for (const Held& it : held_)
    driver_.in(it.context, [&] {
      if (driver_.fill(it.byte, 0, 1) == 0) driver_.wait();
    });
}

}  // namespace wayfront::host
