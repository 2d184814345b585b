#include <pybind11/stl.h>

#include "binding.hpp"
#include "gil.hpp"
#include "wayfront/wayfront_lab.hpp"

namespace wayfront::python {
namespace {

/// One dict per timed solve, with plain values: what a DataFrame is made of.
py::list rows(const Comparison& comparison) {
  py::list all;
  for (const ComparisonRow& row : comparison.rows()) {
    py::dict entry("graph"_a = row.graph, "run"_a = row.run, "source"_a = row.source, "repeat"_a = row.repeat,
                   "seconds"_a = row.seconds);
    for (const auto& [name, count] : counters_of(row.work)) entry[name] = count;
    all.append(std::move(entry));
  }
  return all;
}

py::list runs(const Comparison& comparison) {
  py::list all;
  for (const ComparisonRun& run : comparison.runs()) {
    all.append(py::dict("graph"_a = run.graph, "run"_a = run.run, "plugin"_a = run.plugin, "status"_a = run.status,
                        "reason"_a = run.reason, "median"_a = run.median, "ratio"_a = run.ratio, "low"_a = run.low,
                        "high"_a = run.high, "verdict"_a = run.verdict));
  }
  return all;
}

}  // namespace

void bind_comparison(py::module_& module) {
  py::class_<Comparison>(module, "Comparison", "What plugins took on the same graph.")
      .def("rows", &rows)
      .def("runs", &runs)
      .def("report", &Comparison::report, py::call_guard<NoGil>());
}

}  // namespace wayfront::python
