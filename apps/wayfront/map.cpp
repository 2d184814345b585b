#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "base/available_memory.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "maps/geojson.hpp"
#include "maps/map_page.hpp"
#include "question/sources.hpp"
#include "solving.hpp"

namespace wayfront::app {
namespace {

struct MapArguments {
  SolvingArguments solving;
  std::string unit;
  std::string output;  // "": default_output

  void add_to(std::vector<Option>& rows) {
    solving.graph.add_file_to(rows, "FILE");
    solving.question.add_vertex(rows, "--from", "The vertex from which the distances are.", true);
    solving.question.add_vertex(rows, "--to",
                                "Draw the shortest path to this vertex; on the map, a click draws another one.", false);
    solving.question.add(rows, "--limit", "Distances above it are not wanted and are not coloured.");
    solving.question.add(rows, "--direction", "Whether distances are from that vertex, or to it, against the arcs.");
    rows.push_back({.name = "--unit",
                    .into = &unit,
                    .help = "The unit of distances on the map, with the number of weights that are one: --unit km=1000 "
                            "for weights in metres.",
                    .not_empty = true});
    solving.solver.add_to(rows);
    solving.graph.add_to(rows, {});
    rows.push_back(
        {"-o,--output", &output,
         "The page to write, in place of a file of that name; by default a new map.html, - is standard output."});
  }
};

constexpr const char* default_output = "map.html";

/// "km" or "km=1000000".
host::MapUnit unit_of(const std::string& text) {
  host::MapUnit unit{text.substr(0, text.find('='))};
  if (unit.name.size() == text.size()) return unit;
  const std::string_view weight = std::string_view(text).substr(unit.name.size() + 1);
  unit.weight = host::number_of<double>(weight).value_or(0);
  if (!std::isfinite(unit.weight) || !(unit.weight > 0))
    refuse(
        "--unit: '{}' is not a positive number of weights; write for example km=1000 for "
        "weights in metres",
        weight);
  if (unit.name.empty()) refuse("--unit: '{}' does not name the unit; write for example km={}", text, weight);
  return unit;
}

void write_page(const std::string& file, const host::LoadedGraph& loaded, const std::string& page) {
  write_output(file, page);
  if (file != "-")
    say(fmt::format("{}: a map of {}, {}; open it in a browser", file, loaded.name,
                    host::bytes_text(static_cast<double>(page.size()))));
}

/// A file that -o names is replaced; one that nobody named is not.
std::string output_of(const MapArguments& arguments) {
  require_other_file(arguments.output, arguments.solving.graph, "-o");
  if (!arguments.output.empty()) return arguments.output;
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(default_output, error)))
    refuse("{0} already exists; -o {0} replaces it, another -o FILE keeps it", default_output);
  return default_output;
}

int map(const MapArguments& arguments, const host::PluginRegistry& plugins) {
  const std::string file = output_of(arguments);
  const host::MapUnit unit = unit_of(arguments.unit);
  const host::Question question = arguments.solving.question.question();
  host::Question distances = question;
  distances.targets.clear();  // which are to draw a path: the distances are those of all vertices
  distances.predecessors = true;
  Solving solving(arguments.solving, distances, plugins);
  const host::LoadedGraph& loaded = solving.graph();
  host::require_coordinates(loaded, "a map");
  const std::vector<Vertex> ends =
      host::resolve(question, loaded.graph->info(), loaded.ids, host::Door::command).targets;
  std::string page;
  const bool solved = solving.solve([&](auto sources, const Output& output, auto tree) {
    page = host::map_page({.graph = loaded,
                           .source = sources.front(),
                           .target = ends.empty() ? std::nullopt : std::optional(ends.front()),
                           .to_source = question.reversed,
                           .limit = question.limit,
                           .plugin = solving.plugin(),
                           .row = output,
                           .predecessors = tree,
                           .unit = unit});
  });
  if (!solved) return solving.report_cycle("no shortest distances exist");
  write_page(file, loaded, page);
  return 0;
}

}  // namespace

Command map_command() {
  return command("map", "Draw the distances from a vertex, certified, on a map: one page of HTML.", map);
}

}  // namespace wayfront::app
