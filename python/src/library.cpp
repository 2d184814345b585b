#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <optional>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "binding.hpp"
#include "calls.hpp"
#include "gil.hpp"
#include "wayfront/wayfront_lab.hpp"
#include "options.hpp"
#include "wayfront/capability.hpp"

namespace wayfront::python {
namespace {

using Path = std::filesystem::path;
using Vertices = py::array_t<Vertex, py::array::c_style>;

Library make(const std::vector<Path>& plugins, unsigned threads, bool cache, const Path& cache_directory) {
  return Library({.plugins = plugins, .threads = threads, .cache = cache, .cache_directory = cache_directory});
}

std::optional<WeightKind> kind_of(const std::optional<std::string>& weights) {
  if (!weights) return std::nullopt;
  return weight_kind_named(*weights);
}

SharedGraph load(const Library& library, const Path& file, const std::string& loader, const py::dict& options,
                 const std::optional<std::string>& weights, const std::string& missing_weights,
                 const std::vector<std::string>& steps, const Path& coordinates) {
  Call call;
  const LoadOptions how{.loader = loader,
                        .options = options_of(options),
                        .weights = kind_of(weights),
                        .missing_weights = missing_weights,
                        .steps = steps,
                        .coordinates = coordinates,
                        .stop = call.stop()};
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

SharedGraph generate(const Library& library, const py::dict& options, const std::optional<std::string>& weights) {
  const Options how = options_of(options);
  const std::optional<WeightKind> kind = kind_of(weights);
  Call call;
  return call.run(true, [&] { return library.generate(how, kind, call.stop()); });
}

void save(const Library& library, const SharedGraph& graph, const Path& file, const std::string& format,
          const py::dict& options, bool renumber, bool replace) {
  const SaveOptions how{.format = format, .options = options_of(options), .renumber = renumber, .replace = replace};
  const NoGil no_gil;
  library.save(graph, file, how);
}

py::dict figures(const Library& library, const SharedGraph& graph) {
  const GraphFigures found = Call().run(false, [&] { return library.figures(graph); });
  py::dict all;
  all["self_loops"] = found.self_loops;
  all["parallel_arcs"] = found.parallel_arcs;
  all["zero_weights"] = found.zero_weights;
  all["negative_weights"] = found.negative_weights;
  all["mean_degree"] = found.mean_degree;
  all["max_out_degree"] = found.max_out_degree;
  all["max_in_degree"] = found.max_in_degree;
  all["sources"] = found.sources;
  all["sinks"] = found.sinks;
  all["components"] = found.components;
  all["largest_component"] = found.largest_component;
  all["min_diameter"] = found.min_diameter;
  all["max_diameter"] = found.max_diameter;
  all["any_distance_fits"] = found.any_distance_fits;
  return all;
}

/// A plugin's instance may own threads and a device: it goes without the GIL. In a process that was forked it stays:
/// its threads are not there to be ended, and waiting for them would crash.
void destroy(SharedSolver* solver) {
  if (solver->process != ::getpid()) return;
  const NoGil no_gil;
  delete solver;
}

std::shared_ptr<SharedSolver> solver(const Library& library, const SharedGraph& graph, const std::string& plugin,
                                     const py::dict& options, unsigned threads, unsigned parallel, bool isolated) {
  const Options how = options_of(options);
  Call call;
  const SolverOptions rest{.threads = threads, .parallel = parallel, .isolated = isolated, .stop = call.stop()};
  return call.run(isolated || graph.arcs() > short_work, [&] {
    return std::shared_ptr<SharedSolver>(new SharedSolver(library.solver(graph, plugin, how, rest)), &destroy);
  });
}

/// The bits of capability.hpp by their names.
py::list names_of(std::uint64_t capabilities) {
  namespace bit = capability;
  constexpr std::pair<std::uint64_t, const char*> names[] = {
      {bit::int32_weights, "int32"},
      {bit::float32_weights, "float32"},
      {bit::int64_weights, "int64"},
      {bit::float64_weights, "float64"},
      {bit::negative_weights, "negative_weights"},
      {bit::predecessors, "predecessors"},
      {bit::device, "device"},
      {bit::device_output, "device_output"},
      {bit::exact_work, "exact_work"},
      {bit::generates, "generates"},
      {bit::writes, "writes"},
      {bit::batch, "batch"},
      {bit::limit, "limit"},
      {bit::targets, "targets"},
      {bit::count, "count"},
  };
  py::list all;
  for (const auto& [value, text] : names)
    if ((capabilities & value) != 0) all.append(text);
  return all;
}

py::dict described(const PluginInfo& plugin) {
  py::list options;
  for (const OptionInfo& option : plugin.options) {
    py::dict entry;
    entry["name"] = option.name;
    entry["type"] = option.type;
    entry["accepted"] = option.accepted;
    entry["default"] = option.default_value;
    entry["help"] = option.help;
    entry["required"] = option.required;
    options.append(std::move(entry));
  }
  py::dict all;
  all["name"] = plugin.name;
  all["version"] = plugin.version;
  all["summary"] = plugin.summary;
  all["reference"] = plugin.reference;
  all["is_loader"] = plugin.is_loader;
  all["capabilities"] = names_of(plugin.capabilities);
  all["file"] = plugin.file.string();
  all["options"] = std::move(options);
  all["problem"] = plugin.problem;
  return all;
}

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

Comparison run(const Library& library, const Path& pipeline, const std::vector<std::string>& overrides,
               const py::object& progress) {
  Call call(progress);
  return call.run(true, [&] { return wayfront::run(library, pipeline, overrides, call.stop(), call.progress()); });
}

}  // namespace

void bind_library(py::module_& module) {
  const auto none = py::none();
  py::class_<Library>(module, "Library", "Plugins, and what can be done with them.")
      .def(py::init(&make), py::arg("plugins") = std::vector<Path>(), py::arg("threads") = 0, py::arg("cache") = false,
           py::arg("cache_directory") = Path())
      .def("load", &load, py::arg("file"), py::arg("loader") = "", py::arg("options") = py::dict(),
           py::arg("weights") = none, py::arg("missing_weights") = "", py::arg("steps") = std::vector<std::string>(),
           py::arg("coordinates") = Path())
      .def("adopt", &adopt, py::arg("offsets"), py::arg("targets"), py::arg("weights"))
      .def("build", &build, py::arg("vertices"), py::arg("sources"), py::arg("targets"), py::arg("weights"),
           py::arg("directed") = true)
      .def("generate", &generate, py::arg("options"), py::arg("weights") = none)
      .def("save", &save, py::arg("graph"), py::arg("file"), py::arg("format") = "", py::arg("options") = py::dict(),
           py::arg("renumber") = false, py::arg("replace") = false)
      .def("figures", &figures, py::arg("graph"))
      .def("solver", &solver, py::arg("graph"), py::arg("plugin") = "", py::arg("options") = py::dict(),
           py::arg("threads") = 0, py::arg("parallel") = 1, py::arg("isolated") = false)
      .def("plugins", &plugins)
      .def(
          "describe",
          [](const Library& library, const std::string& plugin) { return described(library.describe(plugin)); },
          py::arg("plugin"))
      .def("compare", &compare, py::arg("graph"), py::arg("runs"), py::arg("sources"), py::arg("random_sources") = 8,
           py::arg("repeats") = 5, py::arg("warmups") = 1, py::arg("seed") = 1, py::arg("timeout") = 60.0,
           py::arg("progress") = none)
      .def("run", &run, py::arg("pipeline"), py::arg("overrides") = std::vector<std::string>(),
           py::arg("progress") = none);
}

}  // namespace wayfront::python
