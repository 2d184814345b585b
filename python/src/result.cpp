#include <pybind11/stl.h>

#include <cstdint>
#include <limits>
#include <utility>

#include "arrays.hpp"
#include "binding.hpp"

namespace wayfront::python {

py::tuple tuple_of(const Path& path, Vertex start) {
  py::list vertices(path.arcs.size() + 1), arcs(path.arcs.size());
  vertices[0] = path.arcs.empty() ? start : path.arcs.front().from;
  for (std::size_t i = 0; i < path.arcs.size(); ++i) {
    vertices[i + 1] = path.arcs[i].to;
    arcs[i] = path.arcs[i].arc;
  }
  return py::make_tuple(std::move(vertices), std::move(arcs), path.length);
}

namespace {

const Result& result_of(const py::object& self) { return self.cast<const Result&>(); }

/// With a negative cycle those that there would be.
std::size_t rows_of(const Result& result) {
  return result.has_negative_cycle() ? result.sources().size() : result.rows();
}

/// All rows, which follow each other in memory.
py::array distances(const py::object& self) {
  const Result& result = result_of(self);
  const std::size_t rows = rows_of(result), columns = result.vertices();
  return with_weight_type(result.weights(), [&]<WeightType W>() {
    const W* const first = result.distances<W>(0).data();
    return locked(py::array_t<W>({rows, columns}, {sizeof(W) * columns, sizeof(W)}, first, self));
  });
}

/// Of the figures of all rows an array each; none without these.
py::dict row_figures(const py::object& self) {
  const std::vector<RowFigures>& rows = result_of(self).figures();
  py::dict all;
  if (rows.empty()) return all;
  const auto add = [&](const char* name, const auto& first) {
    all[name] = locked(py::array_t<std::decay_t<decltype(first)>>({rows.size()}, {sizeof(RowFigures)}, &first, self));
  };
  add("reached", rows.front().reached);
  add("within", rows.front().within);
  add("sum", rows.front().sum);
  add("max", rows.front().max);
  add("harmonic", rows.front().harmonic);
  return all;
}

/// The address of the distances on a device, and the number of that device.
py::tuple device(const Result& result) {
  const DeviceDistances there = result.device_distances();
  return py::make_tuple(reinterpret_cast<std::uintptr_t>(there.data), there.device);
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

}  // namespace

py::dict counters_of(const Work& work) {
  return py::dict("rounds"_a = work.rounds, "settled"_a = work.settled, "relaxed"_a = work.relaxed,
                  "improved"_a = work.improved, "pushed"_a = work.pushed, "stale"_a = work.stale);
}

void bind_result(py::module_& module) {
  py::class_<Result>(module, "Result", "The answer to one call of a Solver.")
      .def_property_readonly("sources", [](const py::object& self) { return view(result_of(self).sources(), self); })
      .def_property_readonly("rows", &rows_of)
      .def_property_readonly("dtype", [](const Result& result) { return type_of(result.weights()); })
      .def("distances", &distances)
      .def("device", &device)
      .def("dlpack", &dlpack_capsule)
      .def("predecessors",
           [](const py::object& self, std::size_t row) { return view(result_of(self).predecessors(row), self); })
      .def("path", &path)
      .def("nearest", [](const py::object& self, std::size_t row) { return view(result_of(self).nearest(row), self); })
      .def_property_readonly("figures", &row_figures)
      .def_property_readonly("negative_cycle", &negative_cycle)
      .def_property_readonly("certified", &Result::certified)
      .def_property_readonly("work",
                             [](const Result& result) {
                               py::dict all = counters_of(result.work());
                               const std::vector<std::string>& own = result.counters();
                               for (std::size_t i = 0; i < own.size(); ++i) all[py::str(own[i])] = result.work().own[i];
                               return all;
                             })
      .def_property_readonly("seconds", &Result::seconds)
      .def_property_readonly("certify_seconds", &Result::certify_seconds);
}

}  // namespace wayfront::python
