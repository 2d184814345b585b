// Arrays on a CUDA device for other libraries, as DLPack has them (https://dmlc.github.io/dlpack).
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "wayfront/wayfront.hpp"

namespace wayfront::python {

namespace py = pybind11;

/// Dense, rows first.
struct DeviceArray {
  void* data = nullptr;
  int device = 0;
  WeightKind kind = WeightKind::int32;
  std::vector<std::int64_t> shape{};
  std::shared_ptr<const void> owner{};  // dropped in any thread
};

/// A capsule that one consumer may take over, and that otherwise drops the array. `versioned`: of DLPack 1.0, otherwise
/// of the versions before.
py::capsule dlpack_capsule(DeviceArray array, bool versioned);

}  // namespace wayfront::python
