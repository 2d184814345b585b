// The wayfront program: its command line, and how errors become exit codes.
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/errors.hpp"
#include "base/nearest.hpp"
#include "base/process.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "plugins/loader_opinion.hpp"
#include "results/machine.hpp"
#include "workers/loader_questions.hpp"
#include "workers/worker_process.hpp"

namespace {

using namespace wayfront;
using host::ExitCode;

/// The first Ctrl-C asks everything to stop and keeps what was measured; the second ends the program at once.
void on_signal(int) {
  if (host::stop_requested.exchange(true)) _exit(static_cast<int>(ExitCode::interrupted));
  constexpr std::string_view text = "\nwayfront: stopping; press Ctrl-C again to end at once\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

void install_signal_handlers() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction earlier = {};
  if (sigaction(SIGHUP, nullptr, &earlier) == 0 && earlier.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // `wayfront ... | head` ends by a write error, not by a signal in the middle of a run
  std::signal(SIGXFSZ, SIG_IGN);  // the same for a limit on the size of files
}

/// How to read a graph file, and how to change the graph: the same for every command that takes one.
void add_graph_options(CLI::App& command, app::GraphArguments& graph, const char* weights = "int32 or float32.") {
  command.add_option("--loader", graph.loader, "Read it with this loader instead of choosing by content.");
  command.add_option("--set", graph.options, "Set an option of that loader: --set NAME=VALUE (repeatable).")
      ->allow_extra_args(false);
  command.add_option("--weights", graph.weights, weights);
  command.add_option("--missing-weights", graph.missing_weights,
                     "Rule for files without weights: unit, constant=5, 'uniform=[1, 100]', hash1000 or gap, or a "
                     "table as in a pipeline.");
  command.add_option("--step", graph.steps, "A step after loading, in order: --step reorder=bfs (repeatable).")
      ->allow_extra_args(false);
}

/// Names the first word that is not a command, if there is one.
void refuse_unknown_command(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining();
  const auto word = std::ranges::find_if(words, [](const std::string& it) { return !it.starts_with('-'); });
  if (word == words.end()) return;
  std::vector<std::string> names;
  for (const CLI::App* const command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  const std::string near = host::nearest(*word, std::vector<std::string_view>(names.begin(), names.end()));
  throw host::UserError(ExitCode::usage, fmt::format("there is no command '{}'; {}", *word,
                                                     near.empty() ? "wayfront --help lists all commands"
                                                                  : fmt::format("did you mean '{}'?", near)));
}

int dispatch(int argc, char** argv) {
  CLI::App app{
      "Runs, compares and checks single-source shortest path algorithms; each algorithm is a plugin.\n"
      "First steps:\n"
      "  wayfront run configs/quickstart.toml     run a pipeline\n"
      "  wayfront list                            list the plugins\n"
      "  wayfront describe dijkstra --toml        print a [[run]] table to paste\n"
      "  wayfront report results/ny --format html -o ny.html   make a page of the results\n",
      "wayfront"};
  app.require_subcommand(1);
  app.set_version_flag("--version", host::version_line());
  app.fallthrough();
  std::vector<std::filesystem::path> directories;
  app.add_option("--plugins", directories, "Also search this directory for plugins (repeatable).")
      ->allow_extra_args(false);

  app::RunArguments run;
  std::string distances, predecessors;
  CLI::App* const run_command =
      app.add_subcommand("run", "Run a pipeline: every run on the same graph, every answer certified.");
  run_command->add_option("PIPELINE", run.pipeline, "The pipeline file (TOML); - reads it from standard input.")
      ->required();
  run_command->add_option("--graph", run.graph, "Run on this graph file instead of the pipeline's graph.");
  run_command->add_option("--set", run.overrides, "Override a key: --set measure.repeats=3 (repeatable).")
      ->allow_extra_args(false);
  run_command->add_option(
      "--distances", distances,
      "Write the baseline's distances to this file (.txt, .csv, .npy or .jsonl); sets output.distances.");
  run_command->add_option("--predecessors", predecessors,
                          "Write its shortest-path tree to this file; sets output.predecessors.");
  run_command->add_flag("--aa", run.aa, "Measure the baseline twice, to show what 'same' looks like (measure.aa).");
  run_command->add_flag("--strict", run.strict, "Treat a run that is not possible as an error.");
  CLI::Option* const overwrite =
      run_command->add_flag("--overwrite", run.overwrite, "Delete earlier results in the report directory.");
  run_command
      ->add_flag("--resume", run.resume,
                 "Continue with the results in the report directory: measure only what is missing.")
      ->excludes(overwrite);
  run_command->add_option("--filter", run.filter,
                          "Run only runs whose label contains this; * and ? stand for any text and any character.");
  CLI::Option* const dry_run =
      run_command->add_flag("--dry-run", run.dry_run, "Print what would be run and how long it may take, and exit.");
  run_command->add_flag("--json", run.json, "Print the JSON report instead of the table.")->excludes(dry_run);
  run_command->add_flag("-q,--quiet", run.quiet, "Print no progress and no notes on stderr.");

  bool list_json = false;
  CLI::App* const list_command = app.add_subcommand("list", "List the plugins.");
  list_command->add_flag("--json", list_json, "Print JSON.");

  app::DescribeArguments describe;
  CLI::App* const describe_command = app.add_subcommand("describe", "Describe a plugin and its options.");
  describe_command
      ->add_option("PLUGIN", describe.plugin,
                   "A plugin's name, the path of its file, or 'pipeline' for the tables of a pipeline file.")
      ->required();
  CLI::Option* const toml =
      describe_command->add_flag("--toml", describe.toml, "Print a table to paste into a pipeline file.");
  CLI::Option* const markdown = describe_command->add_flag("--markdown", describe.markdown, "Print Markdown.");
  describe_command->add_flag("--json", describe.json, "Print JSON.")->excludes(toml)->excludes(markdown);
  toml->excludes(markdown);

  app::CheckArguments check;
  CLI::App* const check_command = app.add_subcommand("check", "Check a plugin file against the conformance suite.");
  check_command->add_option("PLUGIN", check.file, "The plugin (.so).")->required();
  check_command->add_option("FILE", check.files,
                            "For a loader: files of its format; it reads them complete, truncated and damaged.");
  check_command->add_flag("--quick", check.quick, "Use fewer random graphs and small sizes.");
  check_command->add_option("--only", check.only, "Run only cases whose name contains this.");
  check_command->add_flag("--strict", check.strict,
                          "Treat anything that the plugin declines with its default options as a failure.");
  check_command->add_option("--keep", check.keep, "Write the graphs of failed cases into this folder.");
  const CLI::Range seconds(1, 1'000'000, "SECONDS");
  check_command
      ->add_option("--patience", check.patience,
                   "How long the plugin may take to stop when it is cancelled; use more on a slow or busy machine.")
      ->check(seconds)
      ->capture_default_str();
  check_command->add_option("--limit", check.limit, "Max time for one case.")->check(seconds)->capture_default_str();
  check_command->add_flag("-q,--quiet", check.quiet, "Print only failures and the summary.");

  app::InfoArguments info;
  CLI::App* const info_command = app.add_subcommand("info", "Describe the contents of a graph file.");
  info_command->add_option("FILE", info.graph.file, "The graph file; - reads standard input.")->required();
  info.graph.weights = app::any_weights;
  add_graph_options(*info_command, info.graph, "int32, float32 or auto: int32 if all weights fit.");
  info_command->add_flag("--weighted-diameter", info.weighted_diameter,
                         "Also compute a lower bound of the weighted diameter, by two runs of Dijkstra's algorithm.");
  info_command->add_flag("--json", info.json, "Print JSON.");

  app::CacheArguments cache;
  CLI::App* const cache_command = app.add_subcommand("cache", "List the graphs that are kept for later runs.");
  cache_command->add_option("--directory", cache.directory, "The cache of a pipeline with cache = \"DIRECTORY\".");
  CLI::Option* const clear = cache_command->add_flag("--clear", cache.clear, "Remove them all.");
  cache_command->add_flag("--json", cache.json, "Print JSON.")->excludes(clear);

  app::PathArguments path;
  CLI::App* const path_command = app.add_subcommand("path", "Find a shortest path, certified.");
  path_command->add_option("FILE", path.graph.file, "The graph file; - reads standard input.")->required();
  path_command->add_option("--from", path.from, "The first vertex of the path.")->required();
  path_command->add_option("--to", path.to, "The last vertex of the path.")->required();
  path_command->add_option("--plugin", path.plugin,
                           "The algorithm; by default dijkstra, or bellman-ford-tarjan for negative arcs.");
  path_command
      ->add_option("--option", path.options, "Set an option of the algorithm: --option NAME=VALUE (repeatable).")
      ->allow_extra_args(false);
  path_command
      ->add_option("--isolation", path.isolation,
                   "Where the algorithm runs: in its own process, or in this one (none), where it may do anything.")
      ->check(CLI::IsMember({"process", "none"}))
      ->capture_default_str();
  add_graph_options(*path_command, path.graph);
  path_command->add_flag("--json", path.json, "Print JSON.");

  app::ConvertArguments convert;
  CLI::App* const convert_command = app.add_subcommand("convert", "Write a graph file in another format.");
  convert_command->add_option("INPUT", convert.input, "The graph file; - reads standard input.")->required();
  convert_command
      ->add_option("OUTPUT", convert.output,
                   "The file to write, compressed if it ends in .gz, .bz2, .xz or .zst; - is standard output.")
      ->required();
  convert_command->add_option("--loader", convert.loader,
                              "Read INPUT with this loader instead of choosing by content.");
  convert_command->add_option("--to", convert.to, "The format to write, if OUTPUT's suffix does not determine it.");
  convert_command->add_option("--weights", convert.weights, "int32 or float32.");
  convert_command->add_option("--missing-weights", convert.missing_weights,
                              "Rule for files without weights, as in a pipeline; without a rule, no weights are "
                              "written.");
  convert_command
      ->add_option("--set", convert.options,
                   "Set an option of the format, or of --loader: --set version=2 (repeatable); to.X or from.X if both "
                   "have it.")
      ->allow_extra_args(false);
  convert_command
      ->add_option("--step", convert.steps, "A step of [graph] steps: --step 'potentials = { seed = 1 }' (repeatable).")
      ->allow_extra_args(false);
  convert_command->add_flag("--renumber", convert.renumber,
                            "Renumber the vertices if the format cannot keep their ids.");
  convert_command->add_flag("--force", convert.force, "Replace OUTPUT if it exists.");

  app::ConvertArguments generate;
  generate.loader = "generate";
  std::string kind;
  CLI::App* const generate_command = app.add_subcommand("generate", "Write a generated graph to a file.");
  generate_command
      ->add_option("KIND", kind, "What to generate: grid, rmat, uniform, ...; see wayfront describe generate.")
      ->required();
  generate_command
      ->add_option("OUTPUT", generate.output,
                   "The file to write, compressed if it ends in .gz, .bz2, .xz or .zst; - is standard output.")
      ->required();
  generate_command
      ->add_option("--set", generate.options,
                   "Set an option of the generator, or of the format: --set rows=1000 (repeatable); from.X or to.X if "
                   "both have it.")
      ->allow_extra_args(false);
  generate_command->add_option("--to", generate.to, "The format to write, if OUTPUT's suffix does not determine it.");
  generate_command->add_option("--weights", generate.weights, "int32 or float32.");
  generate_command->add_option("--step", generate.steps, "A step of [graph] steps: --step symmetrize (repeatable).")
      ->allow_extra_args(false);
  generate_command->add_flag("--renumber", generate.renumber,
                             "Renumber the vertices if the format cannot keep their ids.");
  generate_command->add_flag("--force", generate.force, "Replace OUTPUT if it exists.");

  app::ReportArguments report;
  CLI::App* const report_command =
      app.add_subcommand("report", "Make a report from one or more results, including those of interrupted runs.");
  report_command
      ->add_option("RESULT", report.results,
                   "report.json, samples.jsonl, or a directory of them; - reads standard input.")
      ->required();
  report_command->add_option("--format", report.format, "table (default), markdown, csv, json or html.");
  report_command->add_option("-o,--output", report.output, "Write the report to this file instead of standard output.");
  report_command->add_option("--gnuplot", report.gnuplot, "Write data and scripts for gnuplot into this directory.");

  app::CompareArguments compare;
  CLI::App* const compare_command =
      app.add_subcommand("compare", "Compare two results: is anything slower than before?");
  compare_command->add_option("BEFORE", compare.before, "The older result: a file or directory as for report.")
      ->required();
  compare_command->add_option("AFTER", compare.after, "The newer result.")->required();
  compare_command->add_option("--fail-on", compare.fail_on,
                              "Return exit code 5 if a run is slower by more than this percentage, such as 5%.");
  compare_command->add_option("--baseline", compare.baseline,
                              "Compare ratios to the run with this label instead of times, for results of two machines "
                              "or days.");
  compare_command->add_flag("--json", compare.json, "Print JSON.");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && app.get_subcommands().empty())
      refuse_unknown_command(app);
    std::ostringstream help, complaint;
    const bool fine = app.exit(error, help, complaint) == 0;
    app::print(help.str());
    if (!fine) std::fprintf(stderr, "wayfront: error: %s", complaint.str().c_str());
    return static_cast<int>(fine ? ExitCode::fine : ExitCode::usage);
  }

  if (*cache_command) return app::cache(cache);
  if (*report_command) return app::report(report);
  if (*compare_command) return app::compare(compare);

  host::ask_loaders_by(host::ask_loaders_apart("/proc/self/exe"));
  host::PluginRegistry plugins;
  for (const auto& directory : directories) {
    std::error_code error;
    if (!std::filesystem::is_directory(directory, error))
      throw host::UserError(ExitCode::usage, "--plugins: " + directory.string() + " is not a directory");
    plugins.add_directory(directory);
  }
  for (const auto& directory : host::PluginRegistry::default_directories()) plugins.add_directory(directory);
  if (*run_command) {
    if (!distances.empty()) run.overrides.push_back(app::text_override("output.distances", distances));
    if (!predecessors.empty()) run.overrides.push_back(app::text_override("output.predecessors", predecessors));
    return app::run(run, plugins);
  }
  if (*check_command) return app::check(check, plugins);
  if (*list_command) return app::list(list_json, plugins);
  if (*describe_command) return app::describe(describe, plugins);
  if (*path_command) return app::path(path, plugins);

  if (*convert_command) return app::convert(convert, plugins);
  if (*generate_command) {
    generate.options.insert(generate.options.begin(), "from.kind=" + kind);
    return app::convert(generate, plugins);
  }
  return app::info(info, plugins);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "worker") return host::serve_as_worker();  // see worker_process.hpp
  install_signal_handlers();
  app::set_up_output();
  try {
    const int code = dispatch(argc, argv);
    const int error = app::finish_output();
    if (error == 0) return code;
    if (error != EPIPE)  // a reader that has gone away needs no message
      std::fprintf(stderr, "wayfront: error: cannot write to standard output: %s\n", std::strerror(error));
    return code != 0 ? code : static_cast<int>(ExitCode::failed_run);
  } catch (const host::ConfigurationErrors& errors) {
    std::fprintf(stderr, "%s\n", errors.what());
    return static_cast<int>(errors.code());
  } catch (const host::UserError& error) {
    std::fprintf(stderr, "wayfront: error: %s\n", error.what());
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "wayfront: error: out of memory\n");
    return static_cast<int>(ExitCode::failed_run);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "wayfront: error: %s\n", error.what());
    return static_cast<int>(ExitCode::failed_run);
  }
}
