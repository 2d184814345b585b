#include "graph_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "answers/solution_writer.hpp"
#include "files/file_replacement.hpp"
#include "files/input.hpp"
#include "graph/weight_kind.hpp"
#include "load/asked_graph.hpp"
#include "load/beside/beside.hpp"
#include "load/graph_file.hpp"
#include "load/graph_store.hpp"
#include "load/loader_choice.hpp"
#include "load/tables/graph_values.hpp"
#include "settings/argument_options.hpp"
#include "terminal.hpp"

namespace wayfront::app {

namespace {

host::WeightChoice weight_choice_of(std::string_view text) {
  using host::WeightChoice;
  for (const WeightChoice choice : {WeightChoice::automatic, WeightChoice::int32, WeightChoice::float32,
                                    WeightChoice::int64, WeightChoice::float64})
    if (text == host::name(host::kind_of(choice))) return choice;
  refuse("--weights must be auto, int32, float32, int64 or float64, but is '{}'", text);
}

}  // namespace

void GraphArguments::add_file_to(std::vector<Option>& rows, const char* name) {
  rows.push_back({name, &file, "The graph file; - reads standard input.", true});
}

void GraphArguments::add_to(std::vector<Option>& rows, const Help& help) {
  const auto add = [&](const char* name, auto* into, const char* text) {
    if (text != nullptr) rows.push_back({name, into, text});
  };
  add("--loader", &loader, help.loader);
  add("--set", &options, help.set);
  add("--weights", &weights, help.weights);
  add("--missing-weights", &missing_weights, help.missing_weights);
  add("--coordinates", &coordinates, help.coordinates);
  add("--step", &steps, help.step);
  add("--changes", &changes, help.changes);
  if (help.changes != nullptr)
    add("--cycle-tolerance", &cycle_tolerance,
        "Make each weight so much larger: a negative cycle counts only if its arcs are lighter in the mean, and is else "
        "taken for one of weights that were rounded.");
}

namespace {

host::LoadedGraph tolerant(const host::LoadedGraph& loaded, double tolerance, RunContext& context) {
  if (!(tolerance > 0) || std::isinf(tolerance)) refuse("--cycle-tolerance is {}; it must be above 0", tolerance);
  const GraphInfo& info = loaded.graph->info();
  if (!is_floating(info.weights))
    refuse("--cycle-tolerance is for weights with fractions, but those of {} are {}", loaded.name,
           host::name(info.weights));
  auto weights = host::make_big_array<double>(info.edges);
  visit(loaded.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
    std::transform(view.weights, view.weights + view.edges, weights.get(),
                   [&](W weight) { return static_cast<double>(weight) + tolerance; });
  });
  host::LoadedGraph other = host::graph_with_weights(loaded, std::move(weights), context);
  other.notes.push_back(fmt::format("--cycle-tolerance: each weight is larger by {}", tolerance));
  return other;
}

}  // namespace

host::GraphRequest graph_request(const GraphArguments& arguments) {
  host::GraphRequest request;
  request.path = arguments.file == "-" ? "/dev/stdin" : arguments.file;
  request.loader = arguments.loader;
  const host::WeightChoice weights = weight_choice_of(arguments.weights);
  request.weights = host::kind_of(weights);
  if (!arguments.missing_weights.empty())
    request.missing_weights = host::parse_weight_rule(arguments.missing_weights, weights, "--missing-weights");
  request.coordinates = arguments.coordinates;
  request.steps = host::parse_steps(arguments.steps, "--step");
  return request;
}

std::vector<std::filesystem::path> files_read(const GraphArguments& graph, const host::Question& question) {
  std::vector<std::filesystem::path> files = host::files_of(graph_request(graph));
  std::error_code error;
  const auto add = [&](const std::string& name) {
    if (std::filesystem::exists(name, error)) files.push_back(host::resolved(name));
  };
  for (const std::string& option : graph.options) add(option.substr(option.find('=') + 1));
  for (const std::string& list : {question.source_file, question.target_file, graph.changes.string()}) add(list);
  return files;
}

void require_other_file(const std::string& name, const GraphArguments& graph, const char* option) {
  if (!name.empty() && name != "-") host::refuse_kept(files_read(graph), option, name);
}

GraphChoice choose_graph(const GraphArguments& arguments, const host::PluginRegistry& plugins) {
  GraphChoice choice;
  host::GraphRequest& request = choice.request;
  request = graph_request(arguments);
  choice.changes = arguments.changes;
  choice.cycle_tolerance = arguments.cycle_tolerance;
  if (arguments.options.empty()) return choice;
  if (request.loader.empty()) request.loader = host::loader_of(request.path, plugins);
  const host::Plugin& loader = plugins.find(PluginKind::loader, request.loader);
  choice.options = std::make_unique<host::Settings>(host::parse_options(
      arguments.options, loader.options(), fmt::format("options of loader '{}'", loader.about().name)));
  request.loader_options = choice.options.get();
  return choice;
}

host::LoadedGraph load(const GraphChoice& choice, const host::PluginRegistry& plugins, RunContext& context,
                       bool quiet) {
  report_crashes("");
  const std::string name = choice.request.path.empty() ? choice.request.loader : choice.request.path.string();
  now_going_on(fmt::format("loading {}", name));
  host::GraphRequest request = choice.request;
  Terminal terminal(quiet ? Terminal::Says::nothing : Terminal::Says::all, nullptr, {});
  request.progress = [&](std::uint64_t read, std::uint64_t bytes) { terminal.loading(read, bytes, name); };
  host::LoadedGraph loaded = host::load_graph(request, plugins, context);
  terminal.finish();
  if (!choice.changes.empty()) loaded = host::graph_with_changes(loaded, choice.changes, context);
  if (choice.cycle_tolerance) loaded = tolerant(loaded, *choice.cycle_tolerance, context);
  print_opening_notes();
  return loaded;
}

void print_notes(const host::LoadedGraph& loaded) {
  for (const std::string& text : loaded.notes) say(fmt::format("{}: {}", loaded.name, text));
}

}  // namespace wayfront::app
