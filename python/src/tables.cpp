#include <pybind11/numpy.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "binding.hpp"
#include "text/column_names.hpp"

namespace wayfront::python {
namespace {

/// Different texts by their hashes, which Python keeps in each.
class TextTable {
 public:
  const std::vector<PyObject*>& different() const { return different_; }

  /// Which one this is, in the order in which they came.
  std::uint32_t number(PyObject* text) {
    if (2 * different_.size() >= slots_.size()) grow();
    const Py_hash_t hash = PyObject_Hash(text);
    std::size_t at = static_cast<std::size_t>(hash) % slots_.size();
    for (; slots_[at] != none; at = (at + 1) % slots_.size()) {
      const std::uint32_t other = slots_[at];
      if (different_[other] == text || (hashes_[other] == hash && PyUnicode_Compare(different_[other], text) == 0))
        return other;
    }
    slots_[at] = static_cast<std::uint32_t>(different_.size());
    different_.push_back(text);
    hashes_.push_back(hash);
    return slots_[at];
  }

 private:
  static constexpr std::uint32_t none = ~0U;

  void grow() {
    slots_.assign(4 * slots_.size(), none);
    for (std::uint32_t i = 0; i < hashes_.size(); ++i) {
      std::size_t at = static_cast<std::size_t>(hashes_[i]) % slots_.size();
      while (slots_[at] != none) at = (at + 1) % slots_.size();
      slots_[at] = i;
    }
  }

  std::vector<PyObject*> different_;
  std::vector<Py_hash_t> hashes_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1 << 10, none);
};

/// The place of each entry among the different ones in ascending order, as int64, and these as a list; None if one is no
/// str. `values` is a contiguous array of objects.
py::object sorted_texts(const py::array& values) {
  auto* const* const objects = static_cast<PyObject* const*>(values.data());
  py::array_t<std::int64_t> places(values.size());
  std::int64_t* const place = places.mutable_data();
  TextTable texts;
  for (py::ssize_t i = 0; i < values.size(); ++i) {
    if (!PyUnicode_CheckExact(objects[i])) return py::none();
    place[i] = texts.number(objects[i]);
  }
  const std::vector<PyObject*>& different = texts.different();
  std::vector<std::uint32_t> order(different.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](auto a, auto b) { return PyUnicode_Compare(different[a], different[b]) < 0; });
  std::vector<std::int64_t> place_of(order.size());
  py::list ascending(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place_of[order[i]] = static_cast<std::int64_t>(i);
    ascending[i] = py::reinterpret_borrow<py::object>(different[order[i]]);
  }
  for (py::ssize_t i = 0; i < values.size(); ++i) place[i] = place_of[static_cast<std::size_t>(place[i])];
  return py::make_tuple(places, ascending);
}

}  // namespace

void bind_tables(py::module_& module) {
  module.def("column_called", [](std::string_view name) {
    constexpr const char* columns[] = {"other", "source", "target", "weight"};  // in the order of textfile::Column
    return columns[static_cast<std::size_t>(textfile::column_called(name))];
  });
  module.def("looks_like_weight", &textfile::looks_like_weight);
  module.def("is_of_way_back", &textfile::is_of_way_back);
  module.def("sorted_texts", &sorted_texts);
}

}  // namespace wayfront::python
