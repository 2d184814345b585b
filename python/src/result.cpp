#include <pybind11/stl.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "binding.hpp"
#include "dlpack.hpp"

namespace wayfront::python {
namespace {

const Result& result_of(const py::object& self) { return self.cast<const Result&>(); }

/// The rows of nearest() are one, whatever the number of sources.
std::size_t rows_of(const Result& result) { return result.nearest().empty() ? result.sources().size() : 1; }

py::array distances(const py::object& self, std::size_t row) {
  const Result& result = result_of(self);
  return with_weight_type(result.weights(), [&]<WeightType W>() { return view(result.distances<W>(row), self); });
}

/// All rows, which follow each other in memory.
py::array matrix(const py::object& self) {
  const Result& result = result_of(self);
  const std::size_t rows = rows_of(result), columns = result.vertices();
  return with_weight_type(result.weights(), [&]<WeightType W>() {
    const W* const first = result.distances<W>(0).data();
    return locked(py::array_t<W>({rows, columns}, {sizeof(W) * columns, sizeof(W)}, first, self));
  });
}

/// The address of the distances on a device, and the number of that device.
py::tuple device(const Result& result) {
  const DeviceDistances there = result.device_distances();
  return py::make_tuple(reinterpret_cast<std::uintptr_t>(there.data), there.device);
}

/// A capsule of DLPack with these distances; `matrix`: all rows, otherwise the first one alone.
py::capsule dlpack(const Result& result, bool matrix, bool versioned) {
  const DeviceDistances there = result.device_distances();
  const auto rows = static_cast<std::int64_t>(there.rows), columns = static_cast<std::int64_t>(there.vertices);
  return dlpack_capsule({.data = there.data,
                         .device = there.device,
                         .kind = there.kind,
                         .shape = matrix ? std::vector{rows, columns} : std::vector{columns},
                         .owner = std::make_shared<const Result>(result)},
                        versioned);
}

/// (vertices, arcs, length): one vertex more than arcs. `start` is where a path without arcs is.
py::tuple tuple_of(const Path& path, Vertex start) {
  py::list vertices(path.arcs.size() + 1), arcs(path.arcs.size());
  vertices[0] = path.arcs.empty() ? start : path.arcs.front().from;
  for (std::size_t i = 0; i < path.arcs.size(); ++i) {
    vertices[i + 1] = path.arcs[i].to;
    arcs[i] = path.arcs[i].arc;
  }
  return py::make_tuple(std::move(vertices), std::move(arcs), path.length);
}

py::object path(const Result& result, Vertex target, std::size_t row) {
  const Path found = result.path(target, row);
  if (found.length == std::numeric_limits<double>::infinity()) return py::none();
  return tuple_of(found, target);
}

py::object negative_cycle(const Result& result) {
  if (!result.has_negative_cycle()) return py::none();
  return tuple_of(result.negative_cycle(), no_vertex);
}

py::dict work(const Result& result) {
  const Work& work = result.work();
  py::dict counters;
  counters["rounds"] = work.rounds;
  counters["settled"] = work.settled;
  counters["relaxed"] = work.relaxed;
  counters["improved"] = work.improved;
  counters["pushed"] = work.pushed;
  counters["stale"] = work.stale;
  return counters;
}

}  // namespace

void bind_result(py::module_& module) {
  py::class_<Result>(module, "Result", "The answer to one call of a Solver.")
      .def_property_readonly("sources", [](const py::object& self) { return view(result_of(self).sources(), self); })
      .def_property_readonly("rows", &rows_of)
      .def_property_readonly("dtype", [](const Result& result) { return name(result.weights()); })
      .def("distances", &distances, py::arg("row") = 0)
      .def("matrix", &matrix)
      .def("device", &device)
      .def("dlpack", &dlpack, py::arg("matrix"), py::arg("versioned"))
      .def("distance", &Result::distance, py::arg("target"), py::arg("row") = 0)
      .def(
          "predecessors",
          [](const py::object& self, std::size_t row) { return view(result_of(self).predecessors(row), self); },
          py::arg("row") = 0)
      .def("path", &path, py::arg("target"), py::arg("row") = 0)
      .def_property_readonly("nearest", [](const py::object& self) { return view(result_of(self).nearest(), self); })
      .def_property_readonly("negative_cycle", &negative_cycle)
      .def_property_readonly("certified", &Result::certified)
      .def_property_readonly("work", &work)
      .def_property_readonly("seconds", &Result::seconds)
      .def_property_readonly("certify_seconds", &Result::certify_seconds);
}

}  // namespace wayfront::python
