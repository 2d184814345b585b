// Memory of a CUDA device for answers that stay there: through CUDA's driver, which is found at run time, in the primary
// context of the device, which is the one that CUDA programs and plugins use.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

namespace wayfront::host {

/// One device. Calls may come from any thread, and throw Failure: unsupported without such a device, out_of_memory,
/// failed.
class DeviceMemory : public std::enable_shared_from_this<DeviceMemory> {
 public:
  /// Memory that goes back when this object goes, in any thread, and keeps the device's context alive.
  class Block {
   public:
    Block() = default;
    Block(Block&& other) noexcept { *this = std::move(other); }
    Block& operator=(Block&& other) noexcept;
    ~Block() { give_back(); }

    std::byte* data() const { return data_; }
    int device() const { return of_->device_; }
    /// Fills it with `byte`, and waits.
    void fill(unsigned char byte) const;
    /// Copies `bytes` from or to a place in it, and waits.
    void to_host(void* host, const std::byte* device, std::size_t bytes) const;
    void from_host(std::byte* device, const void* host, std::size_t bytes) const;

   private:
    friend class DeviceMemory;
    void give_back() noexcept;
    std::shared_ptr<DeviceMemory> of_;
    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
  };

  /// `device`: its number for CUDA; -1 is the first one.
  static std::shared_ptr<DeviceMemory> of(int device, const char* cuda = "libcuda.so.1");
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// Aligned to 256. The last block of the same size is used again: allocating costs more than many a solve. Then this
  /// waits for everything on the device's context: the last owner may have given a kernel the memory and dropped it, and
  /// nobody here knows on which stream.
  Block take(std::size_t bytes);

 private:
  struct Driver;
  DeviceMemory(int device, const char* cuda);
  /// Calls `what` with the device's context as the current one.
  template <class F>
  auto in_context(F&& what) const;
  void release(std::byte* data) noexcept;
  void require(int result, const std::string& what) const;

  std::unique_ptr<Driver> driver_;
  int device_ = 0;
  std::mutex mutex_;            // of what follows
  std::byte* spare_ = nullptr;  // a block that was given back
  std::size_t spare_bytes_ = 0;
  static constexpr std::size_t max_spare = std::size_t{256} << 20;  // bytes that wait for the next result
};

}  // namespace wayfront::host
