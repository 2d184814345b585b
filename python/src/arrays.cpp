#include "arrays.hpp"

#include <string>

#include "binding.hpp"
#include "gil.hpp"

namespace wayfront::python {
namespace {

constexpr int input = 3;  // the exit code
constexpr WeightKind kinds[] = {WeightKind::int32, WeightKind::float32, WeightKind::int64, WeightKind::float64};

/// Like std::string's operator+, for names and NumPy's texts.
std::string sentence(std::string_view name, const std::string& rest) { return std::string(name) + rest; }

std::string dtype_of(const py::array& array) { return py::str(array.dtype()).cast<std::string>(); }

/// As NumPy array, once it is one that can be read in place.
py::array checked(const py::object& object, std::string_view name, const char* wanted) {
  if (!py::isinstance<py::array>(object))
    throw ArrayTypeError(input, sentence(name, " is of type " + std::string(Py_TYPE(object.ptr())->tp_name) +
                                                   ", not a NumPy array; convert it with numpy.asarray()"));
  auto array = py::reinterpret_borrow<py::array>(object);
  if (array.ndim() != 1)
    throw InputError(input, sentence(name, " has " + std::to_string(array.ndim()) + " dimensions, not 1"));
  const char kind = array.dtype().kind();
  if (kind != 'i' && kind != 'u' && kind != 'f')
    throw ArrayTypeError(input, sentence(name, " has dtype " + dtype_of(array) + "; it must be " + wanted));
  if (const char order = array.dtype().byteorder(); order == '>')  // NumPy says '=' for the machine's own
    throw ArrayTypeError(input, sentence(name, " is byte-swapped (dtype " + dtype_of(array) +
                                                   "); convert it with .astype(a.dtype.newbyteorder('='))"));
  if ((array.flags() & py::array::c_style) == 0)
    throw InputError(input, sentence(name, " is not contiguous; make a copy with numpy.ascontiguousarray()"));
  if ((array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) == 0)
    throw InputError(input, sentence(name, " is not aligned in memory; make a copy with .copy()"));
  return array;
}

template <class T>
std::span<const T> span_of(const py::array& array) {
  return {static_cast<const T*>(array.data()), static_cast<std::size_t>(array.size())};
}

}  // namespace

IndexSpan index_span(const py::object& object, std::string_view name) {
  constexpr const char* wanted = "int32, uint32, int64 or uint64";
  const py::array array = checked(object, name, wanted);
  const char kind = array.dtype().kind();
  if (kind == 'i' && array.itemsize() == 4) return span_of<std::int32_t>(array);
  if (kind == 'u' && array.itemsize() == 4) return span_of<std::uint32_t>(array);
  if (kind == 'i' && array.itemsize() == 8) return span_of<std::int64_t>(array);
  if (kind == 'u' && array.itemsize() == 8) return span_of<std::uint64_t>(array);
  throw ArrayTypeError(input, sentence(name, " has dtype " + dtype_of(array) + "; it must be " + wanted +
                                                 ": convert it with .astype('int32')"));
}

WeightSpan weight_span(const py::object& object, std::string_view name) {
  constexpr const char* wanted = "int32, int64, float32 or float64";
  const py::array array = checked(object, name, wanted);
  const char kind = array.dtype().kind();
  if (kind == 'i' && array.itemsize() == 4) return span_of<std::int32_t>(array);
  if (kind == 'f' && array.itemsize() == 4) return span_of<float>(array);
  if (kind == 'i' && array.itemsize() == 8) return span_of<std::int64_t>(array);
  if (kind == 'f' && array.itemsize() == 8) return span_of<double>(array);
  throw ArrayTypeError(
      input, sentence(name, " has dtype " + dtype_of(array) + "; it must be " + wanted + ": convert it with .astype('" +
                                (kind == 'f' ? "float64" : "int64") + "')"));
}

std::shared_ptr<const void> keep(py::object object) {
  PyObject* const kept = object.release().ptr();
  return {kept, [](const void* dropped) {
            if (Py_IsInitialized() == 0) return;  // the process ends
            const Gil gil;
            Py_DECREF(static_cast<PyObject*>(const_cast<void*>(dropped)));
          }};
}

py::array locked(py::array array) {
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

const char* name(WeightKind kind) {
  switch (kind) {
    case WeightKind::int32:
      return "int32";
    case WeightKind::float32:
      return "float32";
    case WeightKind::int64:
      return "int64";
    case WeightKind::float64:
      return "float64";
  }
  return "";
}

WeightKind weight_kind_named(std::string_view text) {
  for (const WeightKind kind : kinds)
    if (text == name(kind)) return kind;
  throw UsageError(2, "weights = '" + std::string(text) + "': it must be int32, int64, float32 or float64");
}

}  // namespace wayfront::python
