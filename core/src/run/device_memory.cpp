#include "run/device_memory.hpp"

#include <fmt/format.h>

#include <utility>

#include "run/driver_library.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

using Result = CudaDriver::Result;
using Context = CudaDriver::Context;
using Address = CudaDriver::Address;
constexpr Result out_of_memory = 2;

Address address_of(const std::byte* data) { return reinterpret_cast<Address>(data); }

}  // namespace

struct DeviceMemory::Driver : CudaDriver {
  using CudaDriver::CudaDriver;
  bool complete() const { return has_contexts() && has_memory() && to_host != nullptr && from_host != nullptr; }
  std::string text_of(Result result) const {
    const char* name = nullptr;
    if (name_of == nullptr || name_of(result, &name) != 0 || name == nullptr) return fmt::format("error {}", result);
    return name;
  }

  int handle = 0;  // of the device
  Context context = nullptr;
  Result (*to_host)(void*, Address, std::size_t) = library.find("cuMemcpyDtoH_v2");
  Result (*from_host)(Address, const void*, std::size_t) = library.find("cuMemcpyHtoD_v2");
  Result (*name_of)(Result, const char**) = library.find("cuGetErrorName");
};

std::shared_ptr<DeviceMemory> DeviceMemory::of(int device, const char* cuda) {
  return std::shared_ptr<DeviceMemory>(new DeviceMemory(device < 0 ? 0 : device, cuda));
}

DeviceMemory::DeviceMemory(int device, const char* cuda) : driver_(std::make_unique<Driver>(cuda)), device_(device) {
  constexpr const char* cannot = "distances cannot stay on a device";
  if (!driver_->complete())
    throw Unsupported(fmt::format("{}: there is no CUDA driver on this machine ({} was not found)", cannot, cuda));
  int devices = 0;
  Result result = driver_->init(0);
  if (result == 0) result = driver_->count(&devices);
  if (result != 0) throw Unsupported(fmt::format("{}: CUDA cannot be used here: {}", cannot, driver_->text_of(result)));
  if (device >= devices)
    throw Unsupported(fmt::format("{}: there is no CUDA device {}; this machine has {}", cannot, device, devices));
  result = driver_->get(&driver_->handle, device);
  if (result == 0) result = driver_->retain(&driver_->context, driver_->handle);
  if (result != 0)
    throw Unsupported(fmt::format("{}: CUDA device {} cannot be used: {}", cannot, device, driver_->text_of(result)));
}

DeviceMemory::~DeviceMemory() {
  if (driver_->context == nullptr) return;
  release(spare_);
  driver_->release(driver_->handle);
}

template <class F>
auto DeviceMemory::in_context(F&& what) const {
  require(driver_->push(driver_->context), "cuCtxPushCurrent");
  const auto result = what();
  Context left = nullptr;
  driver_->pop(&left);
  return result;
}

void DeviceMemory::require(Result result, const std::string& what) const {
  if (result != 0)
    throw Failure(StatusCode::failed,
                  fmt::format("CUDA device {}: {} failed: {}", device_, what, driver_->text_of(result)));
}

void DeviceMemory::release(std::byte* data) noexcept {
  if (data != nullptr) driver_->in(driver_->context, [&] { driver_->free(address_of(data)); });
}

DeviceMemory::Block DeviceMemory::take(std::size_t bytes) {
  Block block;
  block.bytes_ = bytes;
  std::byte* other = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    other = std::exchange(spare_, nullptr);
    if (spare_bytes_ == bytes) std::swap(block.data_, other);
  }
  release(other);
  block.of_ = shared_from_this();
  if (block.data_ != nullptr) {
    require(in_context([&] { return driver_->wait(); }), "cuCtxSynchronize");
  } else {
    Address address = 0;
    const Result result = in_context([&] { return driver_->allocate(&address, bytes); });
    if (result == out_of_memory)
      throw Failure(StatusCode::failed, fmt::format("CUDA device {} has no {:.1f} MB left for distances; solve from "
                                                    "fewer sources at once, or without SolveOptions::on_device",
                                                    device_, static_cast<double>(bytes) * 1e-6));
    require(result, "cuMemAlloc");
    block.data_ = reinterpret_cast<std::byte*>(address);
  }
  return block;
}

DeviceMemory::Block& DeviceMemory::Block::operator=(Block&& other) noexcept {
  if (this == &other) return *this;
  give_back();
  of_ = std::move(other.of_);
  data_ = std::exchange(other.data_, nullptr);
  bytes_ = std::exchange(other.bytes_, 0);
  return *this;
}

void DeviceMemory::Block::give_back() noexcept {
  if (data_ == nullptr) return;
  if (bytes_ <= DeviceMemory::max_spare) {
    const std::scoped_lock lock(of_->mutex_);
    std::swap(of_->spare_, data_);
    of_->spare_bytes_ = bytes_;
  }
  of_->release(data_);
  data_ = nullptr;
}

void DeviceMemory::Block::fill(unsigned char byte) const {
  const Driver& driver = *of_->driver_;
  of_->require(of_->in_context([&] {
    const Result result = driver.fill(address_of(data_), byte, bytes_);
    return result != 0 ? result : driver.wait();
  }),
               "cuMemsetD8");
}

void DeviceMemory::Block::to_host(void* host, const std::byte* device, std::size_t bytes) const {
  of_->require(of_->in_context([&] { return of_->driver_->to_host(host, address_of(device), bytes); }), "cuMemcpyDtoH");
}

void DeviceMemory::Block::from_host(std::byte* device, const void* host, std::size_t bytes) const {
  const Driver& driver = *of_->driver_;
  of_->require(of_->in_context([&] {
    const Result result = driver.from_host(address_of(device), host, bytes);
    return result != 0 ? result : driver.wait();
  }),
               "cuMemcpyHtoD");
}

}  // namespace wayfront::host
