#include "arrays.hpp"

#include <string>
#include <type_traits>
#include <variant>

#include "binding.hpp"
#include "calls.hpp"

namespace wayfront::python {
namespace {

constexpr int input = 3;  // the exit code

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

/// The entries, as the one of the types of the variant that they have.
template <class... T>
std::variant<std::span<const T>...> span_of(const py::object& object, std::string_view name, const char* wanted) {
  std::optional<std::variant<std::span<const T>...>> found;
  const py::array array = checked(object, name, wanted);
  const auto entries = [&]<class E>(std::type_identity<E>) {
    if (py::isinstance<py::array_t<E>>(array))
      found = std::span(static_cast<const E*>(array.data()), static_cast<std::size_t>(array.size()));
  };
  (entries(std::type_identity<T>()), ...);
  if (found) return *found;
  constexpr bool of_weights = (std::is_floating_point_v<T> || ...);
  const char* const advice = !of_weights ? "int32" : array.dtype().kind() == 'f' ? "float64" : "int64";
  throw ArrayTypeError(input, sentence(name, " has dtype " + dtype_of(array) + "; it must be " + wanted +
                                                 ": convert it with .astype('" + advice + "')"));
}

}  // namespace

IndexSpan index_span(const py::object& array, std::string_view name) {
  return span_of<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(array, name,
                                                                           "int32, uint32, int64 or uint64");
}

WeightSpan weight_span(const py::object& array, std::string_view name) {
  return span_of<std::int32_t, float, std::int64_t, double>(array, name, "int32, int64, float32 or float64");
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

py::dtype type_of(WeightKind kind) {
  return with_weight_type(kind, []<WeightType W>() { return py::dtype::of<W>(); });
}

std::optional<WeightKind> kind_of(const std::optional<py::dtype>& type) {
  if (!type) return std::nullopt;
  for (const WeightKind kind : {WeightKind::int32, WeightKind::float32, WeightKind::int64, WeightKind::float64})
    if (type->equal(type_of(kind))) return kind;
  throw UsageError(
      2, "dtype is '" + std::string(py::str(py::handle(*type))) + "'; it must be int32, int64, float32 or float64");
}

}  // namespace wayfront::python
