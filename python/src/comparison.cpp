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
    py::dict entry;
    entry["graph"] = row.graph;
    entry["run"] = row.run;
    entry["source"] = row.source;
    entry["repeat"] = row.repeat;
    entry["seconds"] = row.seconds;
    entry["rounds"] = row.work.rounds;
    entry["settled"] = row.work.settled;
    entry["relaxed"] = row.work.relaxed;
    entry["improved"] = row.work.improved;
    entry["pushed"] = row.work.pushed;
    entry["stale"] = row.work.stale;
    all.append(std::move(entry));
  }
  return all;
}

py::list runs(const Comparison& comparison) {
  py::list all;
  for (const ComparisonRun& run : comparison.runs()) {
    py::dict entry;
    entry["graph"] = run.graph;
    entry["run"] = run.run;
    entry["plugin"] = run.plugin;
    entry["status"] = run.status;
    entry["reason"] = run.reason;
    entry["median"] = run.median;
    entry["ratio"] = run.ratio;
    entry["low"] = run.low;
    entry["high"] = run.high;
    entry["verdict"] = run.verdict;
    all.append(std::move(entry));
  }
  return all;
}

}  // namespace

void bind_comparison(py::module_& module) {
  py::class_<Comparison>(module, "Comparison", "What plugins took on the same graph.")
      .def("rows", &rows)
      .def("runs", &runs)
      .def("report", &Comparison::report, py::arg("format"), py::call_guard<NoGil>());
}

}  // namespace wayfront::python
