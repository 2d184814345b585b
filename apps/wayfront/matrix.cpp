#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>

#include "answers/reduction_file.hpp"
#include "answers/solution_writer.hpp"
#include "commands.hpp"
#include "solving.hpp"

namespace wayfront::app {
namespace {

struct MatrixArguments {
  SolvingArguments solving;
  std::filesystem::path output;

  void add_to(std::vector<Option>& rows) {
    solving.add_to(rows, "FILE");
    rows.push_back({"-o,--output", &output,
                    "The file: .npy for a NumPy array with a row for each source, .npz for SciPy's sparse "
                    "rows of the reached vertices alone, .csv for lines FROM,TO,DISTANCE. With --reduce: .csv or .npy.",
                    true});
    solving.question.add_to(rows, host::FlagOf::matrix);
  }
};

/// What is written; also checks the options of --reduce.
host::OutputPlan output_plan(const MatrixArguments& arguments, const host::Question& question) {
  host::OutputPlan plan;
  plan.asked_by = "-o";
  plan.kept = files_read(arguments.solving.graph, question);
  const std::string name = arguments.output.string();
  const bool has_within = !std::isnan(question.within);
  if (question.within < 0) refuse("--within is {}; it must be >= 0", question.within);
  if (question.reduce.empty()) {
    if (has_within || question.check) refuse("--within and --check need --reduce");
    const auto format = host::matrix_format(arguments.output);
    if (!format)
      refuse(
          "-o: the name {} does not end in .npy, .npz or .csv; wayfront solve -o - prints a line for each source and "
          "vertex instead",
          name);
    plan.matrix = {name, *format};
    return plan;
  }
  plan.reductions.emplace();
  if (const std::string fault = host::read_figures(question.reduce, has_within, plan.reductions->figures);
      !fault.empty())
    refuse("--reduce: {}", fault);
  const auto format = host::reduction_format(arguments.output);
  if (!format) refuse("-o: with --reduce, the name must end in .csv or .npy, but is {}", name);
  plan.reductions->name = name;
  plan.reductions->format = *format;
  return plan;
}

/// Where nobody says how many rows to certify, a sample of large matrices: proofs of all rows would take many times as
/// long as the distances.
host::Question question_of(const MatrixArguments& arguments) {
  constexpr std::uint64_t large = 1024;  // sources
  host::Question question = arguments.solving.question.question();
  if (question.reduce.empty() && question.sample_beyond == host::RowSampling::all) question.sample_beyond = large;
  return question;
}

int matrix(const MatrixArguments& arguments, const host::PluginRegistry& plugins) {
  const host::Question question = question_of(arguments);
  const host::OutputPlan plan = output_plan(arguments, question);
  Solving solving(arguments.solving, question, plugins);
  host::SolutionWriter writer = solving.writer(plan);
  if (!writer.doubt().empty() && !arguments.solving.quiet) say(writer.doubt());
  const auto require_written = [&] {
    if (!writer.unwritten().empty()) fail(host::ExitCode::failed_run, "-o: {}", writer.unwritten());
  };
  const bool solved = plan.reductions ? solving.reduce([&](auto sources, auto reduced) {
    writer.write(sources, reduced);
    require_written();
  })
                                      : solving.solve([&](auto sources, const Output& output, auto trees) {
                                          writer.write(sources, output, trees);
                                          require_written();
                                        });
  if (!solved) return solving.report_cycle("no distance matrix can be computed");
  solving.print_summary();
  return 0;
}

}  // namespace

Command matrix_command() {
  return command("matrix", "Write the distances between many vertices as a matrix, certified.", matrix);
}

}  // namespace wayfront::app
