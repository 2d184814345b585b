#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrays.hpp"
#include "binding.hpp"
#include "calls.hpp"
#include "wayfront/capability.hpp"
#include "wayfront/wayfront_lab.hpp"

namespace wayfront::python {
namespace {

using FilePath = std::filesystem::path;
using Vertices = py::array_t<Vertex, py::array::c_style>;

Library make(const std::vector<FilePath>& plugins, unsigned threads, bool cache, const FilePath& cache_directory) {
  return Library({.plugins = plugins, .threads = threads, .cache = cache, .cache_directory = cache_directory});
}

SharedGraph load(const Library& library, const FilePath& file, const std::string& loader, const py::dict& options,
                 const std::optional<py::dtype>& weights, const std::string& missing_weights,
                 const std::vector<std::string>& steps, const FilePath& coordinates, const py::object& progress) {
  Call call(progress);
  const LoadOptions how{.loader = loader,
                        .options = options_of(options),
                        .weights = kind_of(weights),
                        .missing_weights = missing_weights,
                        .steps = steps,
                        .coordinates = coordinates,
                        .stop = call.stop(),
                        .progress = call.progress()};
  return call.run(true, [&] { return library.load(file, how); });
}

SharedGraph adopt(const Library& library, const py::object& offsets, const py::object& targets,
                  const py::object& weights) {
  const CsrArrays arrays{index_span(offsets, "offsets"), index_span(targets, "targets"),
                         weight_span(weights, "weights")};
  const auto owner = keep(py::make_tuple(offsets, targets, weights));
  return Call().run(false, [&] { return library.adopt(arrays, owner); });
}

SharedGraph build(const Library& library, Vertex vertices, const py::object& sources, const py::object& targets,
                  const py::object& weights, bool directed) {
  const ArcArrays arcs{vertices, index_span(sources, "sources"), index_span(targets, "targets"),
                       weight_span(weights, "weights"), directed};
  return Call().run(false, [&] { return library.build(arcs); });
}

SharedGraph generate(const Library& library, const py::dict& options, const std::optional<py::dtype>& weights) {
  const Options how = options_of(options);
  const std::optional<WeightKind> kind = kind_of(weights);
  Call call;
  return call.run(true, [&] { return library.generate(how, kind, call.stop()); });
}

void save(const Library& library, const SharedGraph& graph, const FilePath& file, const std::string& format,
          const py::dict& options, bool renumber, bool replace) {
  const SaveOptions how{.format = format, .options = options_of(options), .renumber = renumber, .replace = replace};
  const NoGil no_gil;
  library.save(graph, file, how);
}

py::dict figures(const Library& library, const SharedGraph& graph) {
  const GraphFigures found = Call().run(false, [&] { return library.figures(graph); });
  return py::dict("self_loops"_a = found.self_loops, "parallel_arcs"_a = found.parallel_arcs,
                  "zero_weights"_a = found.zero_weights, "negative_weights"_a = found.negative_weights,
                  "mean_degree"_a = found.mean_degree, "max_out_degree"_a = found.max_out_degree,
                  "max_in_degree"_a = found.max_in_degree, "sources"_a = found.sources, "sinks"_a = found.sinks,
                  "components"_a = found.components, "largest_component"_a = found.largest_component,
                  "min_diameter"_a = found.min_diameter, "max_diameter"_a = found.max_diameter,
                  "any_distance_fits"_a = found.any_distance_fits);
}

/// Without a cycle nothing, else it, its mean and the bound.
py::object min_mean_cycle(const Library& library, const SharedGraph& graph) {
  Call call;
  const MeanCycle found = call.run(true, [&] { return library.min_mean_cycle(graph, call.stop()); });
  if (found.cycle.arcs.empty()) return py::none();
  return py::make_tuple(tuple_of(found.cycle, no_vertex), found.mean, found.bound);
}

std::shared_ptr<SharedSolver> solver(const Library& library, const SharedGraph& graph, const std::string& plugin,
                                     const py::dict& options, unsigned threads, unsigned parallel, bool isolated) {
  const Options how = options_of(options);
  Call call;
  const SolverOptions rest{.threads = threads, .parallel = parallel, .isolated = isolated, .stop = call.stop()};
  return call.run(isolated || graph.arcs() > short_work,
                  [&] { return share(library.solver(graph, plugin, how, rest), isolated); });
}

/// The bits of capability.hpp by their names, from the lowest on.
py::list names_of(std::uint64_t capabilities) {
  constexpr std::string_view names[] = {
      "int32",        "float32", "negative_weights", "predecessors", "device", "exact_work", "generates",
      "writes",       "int64",   "float64",          "batch",        "early",  "",           "",
      "targets_only", "reduce",  "device_output"};
  static_assert(capability::device_output == std::uint64_t{1} << (std::size(names) - 1));
  py::list all;
  for (std::size_t bit = 0; bit < std::size(names); ++bit)
    if ((capabilities >> bit & 1U) != 0 && !names[bit].empty()) all.append(names[bit]);
  return all;
}

py::dict described(const PluginInfo& plugin) {
  py::list options;
  for (const OptionInfo& option : plugin.options)
    options.append(py::dict("name"_a = option.name, "type"_a = option.type, "accepted"_a = option.accepted,
                            "default"_a = option.default_value, "help"_a = option.help,
                            "required"_a = option.required));
  return py::dict("name"_a = plugin.name, "version"_a = plugin.version, "summary"_a = plugin.summary,
                  "reference"_a = plugin.reference, "is_loader"_a = plugin.is_loader,
                  "capabilities"_a = names_of(plugin.capabilities), "file"_a = plugin.file.string(),
                  "options"_a = options, "problem"_a = plugin.problem);
}

/// Throws PluginError if there is none of that name.
py::dict describe(const Library& library, const std::string& plugin) { return described(library.describe(plugin)); }

py::list plugins(const Library& library) {
  py::list all;
  for (const PluginInfo& plugin : library.plugins()) all.append(described(plugin));
  return all;
}

/// `runs`: (plugin, options, label) each.
Comparison compare(const Library& library, const SharedGraph& graph,
                   const std::vector<std::tuple<std::string, py::dict, std::string>>& runs, const Vertices& sources,
                   unsigned random_sources, unsigned repeats, unsigned warmups, std::uint64_t seed, double timeout,
                   const py::object& progress) {
  std::vector<Contender> contenders;
  for (const auto& [plugin, options, label] : runs) contenders.push_back({plugin, options_of(options), label});
  Call call(progress);
  const CompareOptions how{.sources = {sources.data(), sources.data() + sources.size()},
                           .random_sources = random_sources,
                           .repeats = repeats,
                           .warmups = warmups,
                           .seed = seed,
                           .timeout = timeout,
                           .stop = call.stop(),
                           .progress = call.progress()};
  return call.run(true, [&] { return wayfront::compare(library, graph, contenders, how); });
}

Comparison run(const Library& library, const FilePath& pipeline, const std::vector<std::string>& overrides,
               const py::object& progress) {
  Call call(progress);
  return call.run(true, [&] { return wayfront::run(library, pipeline, overrides, call.stop(), call.progress()); });
}

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

void bind_library(py::module_& module) {
  py::class_<Comparison>(module, "Comparison", "What plugins took on the same graph.")
      .def("rows", &rows)
      .def("runs", &runs)
      .def("report", &Comparison::report, py::call_guard<NoGil>());
  py::class_<Library>(module, "Library", "Plugins, and what can be done with them.")
      .def(py::init(&make))
      .def("load", &load)
      .def("adopt", &adopt)
      .def("build", &build)
      .def("generate", &generate)
      .def("save", &save)
      .def("figures", &figures)
      .def("min_mean_cycle", &min_mean_cycle)
      .def("solver", &solver)
      .def("plugins", &plugins)
      .def("describe", &describe)
      .def("compare", &compare)
      .def("run", &run);
}

}  // namespace wayfront::python
