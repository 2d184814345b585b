#include <string>
#include <vector>

#include "binding.hpp"

namespace wayfront::python {
namespace {

/// NumPy's integers, too, but no bool.
bool is_integer(const py::handle& value) { return PyIndex_Check(value.ptr()) != 0 && PyBool_Check(value.ptr()) == 0; }

bool is_float(const py::handle& value) { return PyFloat_Check(value.ptr()) != 0; }

template <class T, class Test>
bool all(const py::sequence& values, Test&& test, OptionSetting& setting) {
  std::vector<T> entries;
  for (const py::handle value : values) {
    if (!test(value)) return false;
    entries.push_back(value.cast<T>());
  }
  setting = std::move(entries);
  return true;
}

OptionSetting setting_of(const std::string& name, const py::handle& value) {
  OptionSetting setting;
  if (PyBool_Check(value.ptr()) != 0) return value.cast<bool>();
  if (is_integer(value)) return value.cast<std::int64_t>();
  if (is_float(value)) return value.cast<double>();
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
    const auto values = py::reinterpret_borrow<py::sequence>(value);
    const auto is_number = [](const py::handle& entry) { return is_integer(entry) || is_float(entry); };
    const auto is_text = [](const py::handle& entry) { return py::isinstance<py::str>(entry); };
    if (all<std::int64_t>(values, is_integer, setting) || all<double>(values, is_number, setting) ||
        all<std::string>(values, is_text, setting))
      return setting;
  }
  throw UsageError(2, "option '" + name + "' is of type " + Py_TYPE(value.ptr())->tp_name +
                          "; options are bool, int, float, str, or a list of int, float or str");
}

}  // namespace

Options options_of(const py::dict& options) {
  Options all;
  for (const auto& [key, value] : options) {
    if (!py::isinstance<py::str>(key)) throw UsageError(2, "the names of options are texts");
    try {
      const auto name = key.cast<std::string>();
      all.emplace_back(name, setting_of(name, value));
    } catch (const py::cast_error&) {
      throw UsageError(2, "option " + py::repr(key).cast<std::string>() + " is " + py::repr(value).cast<std::string>() +
                              "; integers of options have 64 bits, and texts are UTF-8");
    }
  }
  return all;
}

}  // namespace wayfront::python
