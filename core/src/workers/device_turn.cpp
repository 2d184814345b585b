#include "workers/device_turn.hpp"

#include <vector>

#include "run/driver_library.hpp"

namespace wayfront::host {
struct DeviceTurn::Library : CudaDriver {
  struct Held {
    int device;
    Context context;
    Address byte;
  };

  explicit Library(const char* file) : CudaDriver(file) {
    int found = 0;
    if (!has_contexts() || !has_memory() || state == nullptr || init(0) != 0 || count(&found) != 0) return;
    for (int i = 0; i < found; ++i) hold(i);
  }
  ~Library() {
    for (const Held& it : held) {
      in(it.context, [&] { free(it.byte); });
      release(it.device);
    }
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  void hold(int index) {
    Held it{};
    if (get(&it.device, index) != 0 || !is_active(it.device) || retain(&it.context, it.device) != 0) return;
    Result got = 1;
    in(it.context, [&] { got = allocate(&it.byte, 1); });
    if (got == 0)
      held.push_back(it);
    else
      release(it.device);
  }

  std::vector<Held> held;
};

DeviceTurn::DeviceTurn(const char* cuda) : library_(std::make_unique<Library>(cuda)) {}

DeviceTurn::~DeviceTurn() = default;

void DeviceTurn::take() const {
  for (const Library::Held& it : library_->held)
    library_->in(it.context, [&] {
      if (library_->fill(it.byte, 0, 1) == 0) library_->wait();
    });
}

}  // namespace wayfront::host
