#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "answer_file.hpp"
#include "answers/reduction_file.hpp"
#include "answers/shortest_path.hpp"
#include "answers/solution_writer.hpp"
#include "arc_table.hpp"
#include "base/errors.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "solving.hpp"

namespace wayfront::app {
namespace {

struct MatrixArguments {
  SolvingArguments solving;
  std::filesystem::path output;
  std::string reduce;                                        // figures with commas between them; "": whole rows
  double within = std::numeric_limits<double>::quiet_NaN();  // where it was not given
  std::string sample;                                        // rows, or "all"; "": see sampling_of()
  bool check = false;
};

using host::ExitCode;

[[noreturn]] void refuse(const std::string& text) { throw host::UserError(ExitCode::usage, text); }

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (const auto word : std::views::split(text, ',')) words.emplace_back(word.begin(), word.end());
  return words;
}

/// The rows to certify. Where nobody says how many, a sample of those that the plugin reduces itself, and of large
/// matrices: proofs of all rows would take many times as long as the distances.
host::RowSampling sampling_of(const MatrixArguments& arguments) {
  constexpr std::uint64_t large = 1024;  // sources
  host::RowSampling sampling{.seed = arguments.solving.question.seed};
  const std::string& sample = arguments.sample;
  if (sample.empty()) {
    if (arguments.reduce.empty()) sampling.whole_beyond = large;
    return sampling;
  }
  sampling.whole_beyond = 0;
  sampling.rows = host::RowSampling::all;
  const auto read = std::from_chars(sample.data(), sample.data() + sample.size(), sampling.rows);
  if (sample != "all" && (read.ec != std::errc() || read.ptr != sample.data() + sample.size()))
    refuse(fmt::format("--sample is '{}', but must be a number of rows, or all", sample));
  return sampling;
}

/// What is written; also checks the options of --reduce, and completes the question with them.
host::OutputPlan output_plan(MatrixArguments& arguments) {
  host::OutputPlan plan;
  plan.asked_by = "-o";
  const QuestionArguments& question = arguments.solving.question;
  plan.kept = files_read(arguments.solving.graph, {question.from, question.to});
  const std::string name = arguments.output.string();
  const bool has_within = !std::isnan(arguments.within);
  if (arguments.within < 0) refuse(fmt::format("--within is {}; it must be >= 0", arguments.within));
  arguments.solving.sampling = sampling_of(arguments);
  if (arguments.reduce.empty()) {
    if (has_within || arguments.check) refuse("--within and --check need --reduce");
    const auto format = host::matrix_format(arguments.output);
    if (!format)
      refuse(fmt::format(
          "-o: the name {} does not end in .npy or .npz; wayfront solve -o - prints a line for each source and "
          "vertex instead",
          name));
    plan.matrix = {name, *format};
    return plan;
  }
  plan.reductions.emplace();
  if (const std::string fault = host::read_figures(words_of(arguments.reduce), has_within, plan.reductions->figures);
      !fault.empty())
    refuse("--reduce: " + fault);
  const auto format = host::reduction_format(arguments.output);
  if (!format) refuse(fmt::format("-o: with --reduce, the name must end in .csv or .npy, but is {}", name));
  plan.reductions->name = name;
  plan.reductions->format = *format;
  arguments.solving.reduce = {.within = has_within ? arguments.within : std::numeric_limits<double>::infinity(),
                              .check = arguments.check};
  return plan;
}

int matrix(MatrixArguments arguments, const host::PluginRegistry& plugins) {
  const host::OutputPlan plan = output_plan(arguments);
  Solving solving(arguments.solving, plugins);
  host::SolutionWriter writer(plan, "", solving.form(), solving.graph().ids, [](std::string_view) {});
  const auto require_written = [&] {
    if (!writer.unwritten().empty()) throw host::UserError(ExitCode::failed_run, "-o: " + writer.unwritten());
  };
  const bool solved = plan.reductions ? solving.reduce([&](auto sources, auto reduced) {
    writer.write(sources, reduced);
    require_written();
  })
                                      : solving.solve(false, [&](auto sources, const Output& output, auto trees) {
                                          writer.write(sources, output, trees);
                                          require_written();
                                        });
  if (!solved) {
    const host::LoadedGraph& graph = solving.graph();
    print(cycle_text(solving.cycle_from(), host::cycle_arcs(*graph.graph, solving.cycle()),
                     "no distance matrix can be computed", graph.ids, graph.graph->info().weights));
    return static_cast<int>(ExitCode::failed_run);
  }
  solving.print_summary();
  return 0;
}

}  // namespace

Command matrix_command() {
  const auto it = std::make_shared<MatrixArguments>();
  Command command{"matrix", "Write the distances between many vertices as a matrix, certified.", {}, {}};
  it->solving.add_to(command.options, "FILE");
  command.options.push_back({"-o,--output", &it->output,
                             "The file: .npy for a NumPy array with a row for each source, .npz for SciPy's sparse "
                             "rows of the reached vertices alone. With --reduce: .csv or .npy.",
                             true});
  command.options.push_back({.name = "--reduce",
                             .into = &it->reduce,
                             .help = "Instead of distances, these figures of each row: sum, max, reached, within, "
                                     "harmonic, with commas between them.",
                             .not_with = {"--to", "--count"}});
  command.options.push_back({"--within", &it->within, "Count vertices up to this distance in the figure within."});
  command.options.push_back({"--sample", &it->sample,
                             "How many random rows are certified, or all. By default 32 of more than 1024 sources, or "
                             "of rows that the algorithm reduces itself (--reduce), and otherwise all."});
  command.options.push_back(
      {"--check", &it->check, "With --reduce: an algorithm that reduces rows itself also checks each row, if it can."});
  command.run = [it](const Plugins& plugins) { return matrix(*it, plugins()); };
  return command;
}

}  // namespace wayfront::app
