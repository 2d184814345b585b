#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "answer_file.hpp"
#include "answers/shortest_path.hpp"
#include "arc_table.hpp"
#include "auto/certified_solve.hpp"
#include "base/available_memory.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "certify/output_row.hpp"
#include "commands.hpp"
#include "graph_arguments.hpp"
#include "load/asked_graph.hpp"
#include "load/loaded_graph.hpp"
#include "maps/geojson.hpp"
#include "maps/map_page.hpp"
#include "output.hpp"
#include "question/resolve.hpp"
#include "question/sources.hpp"
#include "question_flags.hpp"
#include "run/host_context.hpp"
#include "solver_arguments.hpp"

namespace wayfront::app {
namespace {

using host::ExitCode;
using host::LoadedGraph;
using host::UserError;

struct MapArguments {
  GraphArguments graph;
  QuestionFlags question;
  SolverArguments solver;
  std::string unit;
  std::string output;  // "": default_output
};

constexpr const char* default_output = "map.html";

/// "km" or "km=1000000".
host::MapUnit unit_of(const std::string& text) {
  host::MapUnit unit{text.substr(0, text.find('='))};
  if (unit.name.size() == text.size()) return unit;
  const std::string_view weight = std::string_view(text).substr(unit.name.size() + 1);
  const auto read = std::from_chars(weight.data(), weight.data() + weight.size(), unit.weight);
  const bool number = read.ec == std::errc() && read.ptr == weight.data() + weight.size();
  if (!number || !std::isfinite(unit.weight) || !(unit.weight > 0))
    throw UserError(ExitCode::usage,
                    fmt::format("--unit: '{}' is not a positive number of weights; write for example km=1000 for "
                                "weights in metres",
                                weight));
  if (unit.name.empty())
    throw UserError(ExitCode::usage,
                    fmt::format("--unit: '{}' does not name the unit; write for example km={}", text, weight));
  return unit;
}

int report_cycle(const LoadedGraph& loaded, const Output& output, Vertex from) {
  print(cycle_text(loaded.ids.text(from), host::cycle_arcs(*loaded.graph, output.cycle), "no shortest distances exist",
                   loaded.ids, loaded.graph->info().weights));
  return static_cast<int>(ExitCode::failed_run);
}

void write_page(const std::string& file, const LoadedGraph& loaded, const std::string& page) {
  const auto output = open_answer_file(file);
  output->write(page);
  output->finish();
  if (file != "-")
    say(fmt::format("{}: a map of {}, {}; open it in a browser", file, loaded.name,
                    host::bytes_text(static_cast<double>(page.size()))));
}

/// A file that -o names is replaced; one that nobody named is not.
std::string output_of(const MapArguments& arguments) {
  require_other_file(arguments.output, arguments.graph, "-o");
  if (!arguments.output.empty()) return arguments.output;
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(default_output, error)))
    throw UserError(ExitCode::usage,
                    fmt::format("{0} already exists; -o {0} replaces it, another -o FILE keeps it", default_output));
  return default_output;
}

int map(const MapArguments& arguments, const host::PluginRegistry& plugins) {
  const std::string file = output_of(arguments);
  const host::MapUnit unit = unit_of(arguments.unit);
  const GraphChoice choice = choose_graph(arguments.graph, plugins);
  host::HostContext context(host::available_processors());
  context.start(0, false);
  LoadedGraph loaded = load(choice, plugins, context);
  print_notes(loaded);
  host::require_coordinates(loaded, "a map");
  const host::Question question = arguments.question.question();
  const Vertex from =
      host::choose_sources(question, *loaded.graph, loaded.directed, loaded.ids, context, host::Door::command).front();
  host::Asked scope = host::resolve(question, loaded.graph->info(), loaded.ids, host::Door::command);
  std::optional<Vertex> to;  // to draw a path; the distances are those of all vertices
  if (!scope.targets.empty()) to = scope.targets.front();
  scope.targets.clear();
  if (question.reversed) loaded = host::reversed_graph(loaded, context);
  const ChosenSolver chosen =
      choose_solver(arguments.solver, *loaded.graph, {.some = {&from, 1}, .asked = &scope, .starts_device = true},
                    plugins, context.threads());
  host::CertifiedSolver solver(loaded, scope, true, {}, chosen.choice, plugins, context, chosen.place);
  print_opening_notes();
  const host::Verifier::Answer& answer = solver.solve({&from, 1});
  if (answer.output->outcome == Outcome::negative_cycle) return report_cycle(loaded, *answer.output, from);
  const std::string page = host::map_page({.graph = loaded,
                                           .source = from,
                                           .target = to,
                                           .to_source = question.reversed,
                                           .limit = question.limit,
                                           .plugin = solver.plugin().about().name,
                                           .row = *answer.output,
                                           .predecessors = answer.predecessors,
                                           .unit = unit});
  solver.finish();
  write_page(file, loaded, page);
  return 0;
}

}  // namespace

Command map_command() {
  const auto it = std::make_shared<MapArguments>();
  Command command{"map", "Draw the distances from a vertex, certified, on a map: one page of HTML.", {}, {}};
  it->graph.add_file_to(command.options, "FILE");
  std::vector<Option>& rows = command.options;
  it->question.add_vertex(rows, "--from", "The vertex from which the distances are.", true);
  it->question.add_vertex(rows, "--to", "Draw the shortest path to this vertex; on the map, a click draws another one.",
                          false);
  it->question.add(rows, "--limit", "Distances above it are not wanted and are not coloured.");
  it->question.add(rows, "--direction", "Whether distances are from that vertex, or to it, against the arcs.");
  rows.push_back({.name = "--unit",
                  .into = &it->unit,
                  .help = "The unit of distances on the map, with the number of weights that are one: --unit km=1000 "
                          "for weights in metres.",
                  .not_empty = true});
  it->solver.add_to(rows);
  it->graph.add_to(rows, {});
  rows.push_back(
      {"-o,--output", &it->output,
       "The page to write, in place of a file of that name; by default a new map.html, - is standard output."});
  command.run = [it](const Plugins& plugins) { return map(*it, plugins()); };
  return command;
}

}  // namespace wayfront::app
