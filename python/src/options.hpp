// Options of plugins, from Python.
#pragma once

#include <pybind11/pybind11.h>

#include "wayfront/wayfront.hpp"

namespace wayfront::python {

/// From {name: value}; values are bool, int, float, str, or lists of one of the last three. Throws UsageError.
Options options_of(const pybind11::dict& options);

}  // namespace wayfront::python
