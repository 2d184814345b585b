#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "binding.hpp"
#include "calls.hpp"

namespace wayfront::python {
namespace {

const SharedGraph& graph_of(const py::object& self) { return self.cast<const SharedGraph&>(); }

py::array offsets(const py::object& self) {
  return std::visit([&](auto entries) { return view(entries, self); }, graph_of(self).offsets());
}

py::array targets(const py::object& self) { return view(graph_of(self).targets(), self); }

py::array weights(const py::object& self) {
  const SharedGraph& graph = graph_of(self);
  return with_weight_type(graph.info().weights, [&]<WeightType W>() { return view(graph.weights<W>(), self); });
}

/// All ids, in the order of the vertices: an array of numbers, or a list of names.
py::object ids(const SharedGraph& graph) {
  if (graph.has_names()) {
    py::list all(graph.vertices());
    for (Vertex v = 0; v < graph.vertices(); ++v) all[v] = py::str(graph.id(v));
    return all;
  }
  py::array_t<std::uint64_t> all(graph.vertices());
  auto entries = all.mutable_unchecked<1>();
  for (Vertex v = 0; v < graph.vertices(); ++v) entries(v) = std::stoull(graph.id(v));
  return all;
}

/// A row with x and y for each vertex.
std::optional<py::array> coordinates(const py::object& self) {
  const std::span<const double> places = graph_of(self).coordinates();
  if (places.empty()) return std::nullopt;
  constexpr std::size_t size = sizeof(double);
  return locked(py::array_t<double>({places.size() / 2, std::size_t{2}}, {2 * size, size}, places.data(), self));
}

SharedGraph with_coordinates(const SharedGraph& graph, const py::array_t<double, py::array::c_style>& places,
                             bool geographic) {
  return graph.with_coordinates({places.data(), static_cast<std::size_t>(places.size())}, geographic);
}

SharedGraph with_weights(const SharedGraph& graph, const py::object& weights) {
  const WeightSpan all = weight_span(weights, "weights");
  const NoGil no_gil;
  return graph.with_weights(all);
}

/// Whether the targets of every row rise, as those of most matrices do: as many targets are not above the one before as
/// begin a row. Faster than a look at each row, because most rows are short.
template <class Offset>
bool all_rows_rise(std::span<const Offset> ends, std::span<const Vertex> targets) {
  std::uint64_t falls = 0, falls_between_rows = 0;
  for (std::size_t i = 1; i < targets.size(); ++i) falls += targets[i] <= targets[i - 1] ? 1 : 0;
  for (std::size_t u = 1; u + 1 < ends.size(); ++u) {
    const Offset begin = ends[u];
    if (begin != 0 && begin != ends[u + 1]) falls_between_rows += targets[begin] <= targets[begin - 1] ? 1 : 0;
  }
  return falls == falls_between_rows;
}

/// The first arc that has another one beside it with the same ends, as (source, target).
std::optional<std::pair<Vertex, Vertex>> parallel_arc(const SharedGraph& graph) {
  std::optional<std::pair<Vertex, Vertex>> found;
  std::vector<Vertex> last_source;  // of an arc to each vertex; made for the first row that is not sorted
  const std::span<const Vertex> all = graph.targets();
  std::visit(
      [&](auto ends) {
        if (all_rows_rise(ends, all)) return;
        for (Vertex u = 0; u < graph.vertices() && !found; ++u) {
          const auto row = all.subspan(ends[u], ends[u + 1] - ends[u]);
          bool sorted = true;
          for (std::size_t i = 1; i < row.size() && !found; ++i) {
            if (row[i] == row[i - 1]) found = {u, row[i]};
            sorted = sorted && row[i] >= row[i - 1];
          }
          if (sorted || found) continue;
          if (last_source.empty()) last_source.assign(graph.vertices(), no_vertex);
          for (const Vertex v : row) {
            if (last_source[v] == u) found = {u, v};
            last_source[v] = u;
          }
        }
      },
      graph.offsets());
  return found;
}

}  // namespace

void bind_graph(py::module_& module) {
  py::class_<SharedGraph>(module, "Graph", "An immutable graph; its vertices are 0 .. vertices-1.")
      .def_property_readonly("vertices", &SharedGraph::vertices)
      .def_property_readonly("arcs", &SharedGraph::arcs)
      .def_property_readonly("name", &SharedGraph::name)
      .def_property_readonly("directed", &SharedGraph::directed)
      .def_property_readonly("digest", &SharedGraph::digest)
      .def_property_readonly("notes", &SharedGraph::notes)
      .def_property_readonly("dtype", [](const SharedGraph& graph) { return type_of(graph.info().weights); })
      .def_property_readonly("offsets", &offsets)
      .def_property_readonly("targets", &targets)
      .def_property_readonly("weights", &weights)
      .def_property_readonly("has_names", &SharedGraph::has_names)
      .def("vertex", py::overload_cast<std::uint64_t>(&SharedGraph::vertex, py::const_))
      .def("vertex", py::overload_cast<std::string_view>(&SharedGraph::vertex, py::const_))
      .def("id", &SharedGraph::id)
      .def("ids", &ids)
      .def_property_readonly("coordinates", &coordinates)
      .def_property_readonly("is_geographic", &SharedGraph::is_geographic)
      .def("with_coordinates", &with_coordinates, py::call_guard<NoGil>())
      .def("with_weights", &with_weights)
      .def("arcs_between", &SharedGraph::arcs_between)
      .def("parallel_arc", &parallel_arc, py::call_guard<NoGil>())
      .def("reversed", &SharedGraph::reversed, py::call_guard<NoGil>())
      .def("is_unchanged", &SharedGraph::is_unchanged, py::call_guard<NoGil>());
}

}  // namespace wayfront::python
