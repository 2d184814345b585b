#include <cstdint>
#include <memory>
#include <type_traits>

#include "binding.hpp"

namespace wayfront::python {
namespace {

// The structures of DLPack's binary interface.

constexpr std::int32_t cuda_device = 2;
constexpr std::uint8_t signed_integer = 0, floating_point = 2;

struct Device {
  std::int32_t type, number;
};

struct ElementType {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};

struct Tensor {
  void* data;
  Device device;
  std::int32_t dimensions;
  ElementType type;
  std::int64_t* shape;
  std::int64_t* strides;  // in elements
  std::uint64_t offset;   // in bytes
};

/// Until version 1.0.
struct Managed {
  Tensor tensor;
  void* context;
  void (*drop)(Managed*);
};

/// From version 1.0 on.
struct ManagedWithVersion {
  std::uint32_t major, minor;
  void* context;
  void (*drop)(ManagedWithVersion*);
  std::uint64_t flags;  // 0: it may be written, and is no copy
  Tensor tensor;
};

/// A tensor with all that it refers to.
template <class M>
struct Holder {
  static constexpr bool is_versioned = std::is_same_v<M, ManagedWithVersion>;
  static constexpr const char* name = is_versioned ? "dltensor_versioned" : "dltensor";

  Holder(const Result& of, bool matrix) : result(of) {
    const DeviceDistances there = result.device_distances();
    shape[0] = static_cast<std::int64_t>(there.rows);
    shape[1] = strides[0] = static_cast<std::int64_t>(there.vertices);
    const auto code = is_floating(there.kind) ? floating_point : signed_integer;
    managed.tensor = {.data = there.data,
                      .device = {cuda_device, there.device},
                      .dimensions = matrix ? 2 : 1,
                      .type = {code, static_cast<std::uint8_t>(8 * weight_size(there.kind)), 1},
                      .shape = matrix ? shape : shape + 1,
                      .strides = matrix ? strides : strides + 1,
                      .offset = 0};
    managed.context = this;
    managed.drop = [](M* dropped) { delete static_cast<Holder*>(dropped->context); };
    if constexpr (is_versioned) managed.major = 1;
  }

  Result result;  // dropped in any thread
  std::int64_t shape[2] = {};
  std::int64_t strides[2] = {1, 1};
  M managed{};
};

/// A consumer that has taken the tensor over has renamed the capsule.
template <class M>
void drop_unused(PyObject* capsule) {
  if (PyCapsule_IsValid(capsule, Holder<M>::name) == 0) return;
  auto* const managed = static_cast<M*>(PyCapsule_GetPointer(capsule, Holder<M>::name));
  managed->drop(managed);
}

template <class M>
py::capsule capsule_of(const Result& result, bool matrix) {
  auto holder = std::make_unique<Holder<M>>(result, matrix);
  py::capsule made(&holder->managed, Holder<M>::name, &drop_unused<M>);
  static_cast<void>(holder.release());  // belongs to the capsule now
  return made;
}

}  // namespace

py::capsule dlpack_capsule(const Result& result, bool matrix, bool versioned) {
  return versioned ? capsule_of<ManagedWithVersion>(result, matrix) : capsule_of<Managed>(result, matrix);
}

}  // namespace wayfront::python
