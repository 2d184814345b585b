// NumPy arrays: in as spans, out as views.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "wayfront/wayfront.hpp"

namespace wayfront::python {

namespace py = pybind11;

/// The entries of a NumPy array, which must have one dimension and lie in memory as the library reads them. Throws
/// ArrayTypeError and InputError, which call it `name` and say what to do. The array must outlive the span.
IndexSpan index_span(const py::object& array, std::string_view name);
WeightSpan weight_span(const py::object& array, std::string_view name);

/// Keeps a Python object alive; dropped in any thread.
std::shared_ptr<const void> keep(py::object object);

/// NumPy's type of these weights.
py::dtype type_of(WeightKind kind);
/// Throws UsageError for a type that weights do not have.
std::optional<WeightKind> kind_of(const std::optional<py::dtype>& type);

/// The same array, which can no longer be written.
py::array locked(py::array array);

/// A read-only array of the memory itself, which `owner` keeps alive.
template <class T>
py::array view(std::span<const T> entries, const py::object& owner) {
  return locked(py::array_t<T>({entries.size()}, {sizeof(T)}, entries.data(), owner));
}

}  // namespace wayfront::python
