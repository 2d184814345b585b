// The wayfront program: its command line, and how errors become exit codes.
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <string_view>

#include <CLI/CLI.hpp>

#include "commands.hpp"
#include "errors.hpp"
#include "host_context.hpp"
#include "machine.hpp"
#include "output.hpp"
#include "worker_process.hpp"

namespace {

using namespace wayfront;
using host::ExitCode;

/// The first Ctrl-C asks everything to stop and keeps what was measured; the second ends the program at once.
void on_signal(int) {
  if (host::stop_requested.exchange(true)) _exit(static_cast<int>(ExitCode::interrupted));
  constexpr std::string_view text = "\nwayfront: stopping; once more ends it at once\n";
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

int dispatch(int argc, char** argv) {
  CLI::App app{
      "Runs, compares and checks single-source shortest path algorithms, each of them a plugin.\n"
      "First steps:\n"
      "  wayfront run configs/quickstart.toml     run a pipeline\n"
      "  wayfront list                            the plugins there are\n"
      "  wayfront describe dijkstra --toml        a [[run]] table to paste\n"
      "  wayfront report results/ny --format html -o ny.html   a page of what a run measured\n",
      "wayfront"};
  app.require_subcommand(1);
  app.set_version_flag("--version", host::version_line());
  app.fallthrough();
  std::vector<std::filesystem::path> directories;
  app.add_option("--plugins", directories, "Search this directory for plugins, too (repeatable).")
      ->allow_extra_args(false);

  app::RunArguments run;
  CLI::App* const run_command =
      app.add_subcommand("run", "Run a pipeline: every run on the same graph, every answer certified.");
  run_command->add_option("PIPELINE", run.pipeline, "The pipeline file (TOML); - reads it from standard input.")
      ->required();
  run_command->add_option("--graph", run.graph, "Run on this graph file in place of the pipeline's graph.");
  run_command->add_option("--set", run.overrides, "Override a key: --set measure.repeats=3 (repeatable).")
      ->allow_extra_args(false);
  run_command->add_flag("--aa", run.aa, "Measure the baseline twice, to show what 'same' looks like (measure.aa).");
  run_command->add_flag("--strict", run.strict, "A run that cannot happen is an error.");
  CLI::Option* const overwrite =
      run_command->add_flag("--overwrite", run.overwrite, "Drop earlier results in the report directory.");
  run_command
      ->add_flag("--resume", run.resume, "Go on with the results in the report directory: only make what is missing.")
      ->excludes(overwrite);
  run_command->add_option("--filter", run.filter,
                          "Only runs whose label contains this; * and ? stand for any text and any character.");
  run_command->add_flag("--dry-run", run.dry_run, "Print what would be run and how long it may take, and end.");
  run_command->add_flag("--json", run.json, "Print the JSON report instead of the table.");
  run_command->add_flag("-q,--quiet", run.quiet, "No progress and no notes on stderr.");

  bool list_json = false;
  CLI::App* const list_command = app.add_subcommand("list", "List the plugins.");
  list_command->add_flag("--json", list_json, "As JSON.");

  app::DescribeArguments describe;
  CLI::App* const describe_command = app.add_subcommand("describe", "Describe a plugin and its options.");
  describe_command
      ->add_option("PLUGIN", describe.plugin,
                   "A plugin's name, the path of its file, or 'pipeline' for the tables of a pipeline file.")
      ->required();
  CLI::Option* const toml =
      describe_command->add_flag("--toml", describe.toml, "As a table to paste into a pipeline file.");
  CLI::Option* const markdown = describe_command->add_flag("--markdown", describe.markdown, "As Markdown.");
  describe_command->add_flag("--json", describe.json, "As JSON.")->excludes(toml)->excludes(markdown);
  toml->excludes(markdown);

  app::CheckArguments check;
  CLI::App* const check_command = app.add_subcommand("check", "Check a plugin file against the conformance suite.");
  check_command->add_option("FILE", check.file, "The plugin (.so).")->required();
  check_command->add_flag("--quick", check.quick, "Fewer random graphs and small sizes.");
  check_command->add_option("--only", check.only, "Only cases whose name contains this.");
  check_command->add_flag("-q,--quiet", check.quiet, "Only failures and the summary.");

  app::InfoArguments info;
  CLI::App* const info_command = app.add_subcommand("info", "Tell what a graph file holds.");
  info_command->add_option("FILE", info.file, "The graph file; - reads standard input.")->required();
  info_command->add_option("--loader", info.loader, "Read it with this loader instead of choosing by content.");
  info_command->add_option("--weights", info.weights, "int32 or float32.");
  info_command->add_option("--missing-weights", info.missing_weights,
                           "Rule for files without weights, as in a pipeline: '{ uniform = [1, 100] }'.");
  info_command->add_flag("--json", info.json, "As JSON.");

  app::ReportArguments report;
  CLI::App* const report_command =
      app.add_subcommand("report", "Make a report of results: one or many files, also of interrupted runs.");
  report_command
      ->add_option("RESULT", report.results,
                   "report.json, samples.jsonl, or a directory of them; - reads standard input.")
      ->required();
  report_command->add_option("--format", report.format, "table (default), markdown, csv, json or html.");
  report_command->add_option("-o,--output", report.output, "Write it to this file instead of standard output.");
  report_command->add_option("--gnuplot", report.gnuplot, "Write data and scripts for gnuplot into this directory.");

  app::CompareArguments compare;
  CLI::App* const compare_command =
      app.add_subcommand("compare", "Compare two results: is anything slower than it was?");
  compare_command->add_option("BEFORE", compare.before, "The older result: a file or directory as for report.")
      ->required();
  compare_command->add_option("AFTER", compare.after, "The newer result.")->required();
  compare_command->add_option("--fail-on", compare.fail_on,
                              "End with exit code 5 where a run is slower by more than this: 5%.");
  compare_command->add_option("--baseline", compare.baseline,
                              "Compare ratios to the run of this label, not times: for two machines or days.");
  compare_command->add_flag("--json", compare.json, "As JSON.");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream help, complaint;
    const bool fine = app.exit(error, help, complaint) == 0;
    app::print(help.str());
    if (!fine) std::fprintf(stderr, "wayfront: error: %s", complaint.str().c_str());
    return static_cast<int>(fine ? ExitCode::fine : ExitCode::usage);
  }

  if (*report_command) return app::report(report);
  if (*compare_command) return app::compare(compare);

  host::PluginRegistry plugins;
  for (const auto& directory : directories) {
    std::error_code error;
    if (!std::filesystem::is_directory(directory, error))
      throw host::UserError(ExitCode::usage, "--plugins: " + directory.string() + " is not a directory");
    plugins.add_directory(directory);
  }
  for (const auto& directory : host::PluginRegistry::default_directories()) plugins.add_directory(directory);
  if (*run_command) return app::run(run, plugins);
  if (*check_command) return app::check(check, plugins);
  if (*list_command) return app::list(list_json, plugins);
  if (*describe_command) return app::describe(describe, plugins);
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
    if (error != EPIPE)  // who reads no further need not be told
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
