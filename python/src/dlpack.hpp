// Arrays on a CUDA device for other libraries, as DLPack has them (https://dmlc.github.io/dlpack).
#pragma once

#include <pybind11/pybind11.h>

#include "wayfront/wayfront.hpp"

namespace wayfront::python {

namespace py = pybind11;

/// A capsule with the distances on a device that one consumer may take over, and that keeps the result until then.
/// `matrix`: all rows, otherwise the first one alone. `versioned`: of DLPack 1.0, otherwise of the versions before.
py::capsule dlpack_capsule(const Result& result, bool matrix, bool versioned);

}  // namespace wayfront::python
