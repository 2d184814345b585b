#include "workers/device_turn.hpp"

#include <cstdint>
#include <vector>

#include "run/driver_library.hpp"

namespace wayfront::host {
namespace {

/// The types of CUDA's driver interface that are used here; its functions are stable under these names.
using Result = int;  // 0 is success
using Context = struct CudaContext*;
using Address = std::uint64_t;

}  // namespace

struct DeviceTurn::Library {
  struct Held {
    int device;
    Context context;
    Address byte;
  };

  explicit Library(const char* file) : cuda(file) {
    cuda.find(init, "cuInit");
    cuda.find(count, "cuDeviceGetCount");
    cuda.find(get, "cuDeviceGet");
    cuda.find(state, "cuDevicePrimaryCtxGetState");
    cuda.find(retain, "cuDevicePrimaryCtxRetain");
    cuda.find(release, "cuDevicePrimaryCtxRelease_v2");
    cuda.find(push, "cuCtxPushCurrent_v2");
    cuda.find(pop, "cuCtxPopCurrent_v2");
    cuda.find(allocate, "cuMemAlloc_v2");
    cuda.find(free, "cuMemFree_v2");
    cuda.find(fill, "cuMemsetD8_v2");
    cuda.find(wait, "cuCtxSynchronize");
    int found = 0;
    if (init == nullptr || count == nullptr || get == nullptr || state == nullptr || retain == nullptr ||
        release == nullptr || push == nullptr || pop == nullptr || allocate == nullptr || free == nullptr ||
        fill == nullptr || wait == nullptr || init(0) != 0 || count(&found) != 0)
      return;
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
    unsigned flags = 0;
    int active = 0;
    if (get(&it.device, index) != 0 || state(it.device, &flags, &active) != 0 || active == 0 ||
        retain(&it.context, it.device) != 0)
      return;
    Result got = 1;
    in(it.context, [&] { got = allocate(&it.byte, 1); });
    if (got == 0)
      held.push_back(it);
    else
      release(it.device);
  }

  template <class F>
  void in(Context context, F&& what) const {
    Context left = nullptr;
    if (push(context) != 0) return;
    what();
    pop(&left);
  }

  DriverLibrary cuda;
  std::vector<Held> held;
  Result (*init)(unsigned) = nullptr;
  Result (*count)(int*) = nullptr;
  Result (*get)(int*, int) = nullptr;
  Result (*state)(int, unsigned*, int*) = nullptr;
  Result (*retain)(Context*, int) = nullptr;
  Result (*release)(int) = nullptr;
  Result (*push)(Context) = nullptr;
  Result (*pop)(Context*) = nullptr;
  Result (*allocate)(Address*, std::size_t) = nullptr;
  Result (*free)(Address) = nullptr;
  Result (*fill)(Address, unsigned char, std::size_t) = nullptr;
  Result (*wait)() = nullptr;
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
