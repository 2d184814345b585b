#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "commands.hpp"
#include "files/file_replacement.hpp"
#include "graph_arguments.hpp"
#include "solver_arguments.hpp"
#include "tune/tuning.hpp"

namespace wayfront::app {
namespace {

struct TuneArguments {
  GraphArguments graph;
  std::string plugin;
  host::TuneRequest request;
  std::filesystem::path output;  // "": standard output
  std::string isolation = "process";
  bool quiet = false;

  void add_to(std::vector<Option>& rows) {
    graph.add_file_to(rows, "GRAPH");
    rows.push_back({"PLUGIN", &plugin, "The algorithm, or its file.", true});
    rows.push_back({"--solves", &request.solves, "How many solves it may take, at least 32; by default 60."});
    rows.push_back({"--sources", &request.sources,
                    "How many sources are solved after preparing, by default 1000. Options that take longer to prepare "
                    "must save at least that time while these are solved."});
    rows.push_back({"--timeout", &request.timeout, "Max seconds for one solve, and for preparing."});
    rows.push_back({"--seed", &request.seed, "Random seed of the sources and of the order of the solves."});
    rows.push_back({"--threads", &request.threads, "Number of threads; by default all."});
    graph.add_to(rows, {});
    rows.push_back({"-o,--output", &output,
                    "The file for the [[run]] table, which replaces what is there; by default it is printed."});
    rows.push_back(isolation_option(isolation));
    rows.push_back({"-q,--quiet", &quiet, "Print no notes and no rounds on stderr."});
  }
};

int tune(const TuneArguments& arguments, const host::PluginRegistry& plugins) {
  host::TuneRequest request = arguments.request;
  require_other_file(arguments.output.string(), arguments.graph, "-o");
  request.plugin = &plugins.find(PluginKind::algorithm, arguments.plugin);
  if (host::is_chooser(*request.plugin))
    refuse("plugin '{}' has nothing to tune: it chooses other plugins; name one of them", request.plugin->about().name);
  if (request.solves < host::min_tune_solves)
    refuse("--solves is {}; it must be at least {}", request.solves, host::min_tune_solves);
  if (request.threads > 4096) refuse("--threads is {}; it must be at most 4096", request.threads);
  const GraphChoice choice = choose_graph(arguments.graph, plugins);
  host::HostContext context(host::available_processors());
  request.graph = std::make_shared<host::LoadedGraph>(load(choice, plugins, context, arguments.quiet));
  if (!arguments.quiet) print_notes(*request.graph);
  now_going_on(fmt::format("tuning {}", request.plugin->about().name));
  request.program = worker_of(arguments.isolation);
  if (!arguments.quiet) request.progress = say;
  const std::string text = host::tuned_toml(host::tune(request, plugins), request, plugins);
  if (arguments.output.empty())
    print(text);
  else
    host::write_whole(arguments.output, text, host::Links::follow);
  return 0;
}

}  // namespace

Command tune_command() {
  return command("tune", "Search the options of a plugin that are the fastest on a graph.", tune);
}

}  // namespace wayfront::app
