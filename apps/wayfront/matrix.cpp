#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "answers/shortest_path.hpp"
#include "answers/solution_writer.hpp"
#include "arc_table.hpp"
#include "base/errors.hpp"
#include "commands.hpp"
#include "files/same_file.hpp"
#include "output.hpp"
#include "solving.hpp"

namespace wayfront::app {
namespace {

struct MatrixArguments {
  SolvingArguments solving;
  std::filesystem::path output;
};

using host::ExitCode;

int matrix(const MatrixArguments& arguments, const host::PluginRegistry& plugins) {
  const auto format = host::matrix_format(arguments.output);
  if (!format)
    throw host::UserError(ExitCode::usage,
                          fmt::format("-o: the name {} does not end in .npy or .npz", arguments.output.string()));
  Solving solving(arguments.solving, plugins);
  host::OutputPlan plan;
  plan.asked_by = "-o";
  plan.matrix = {arguments.output.string(), *format};
  plan.kept = {host::resolved(arguments.solving.graph.file)};
  host::SolutionWriter writer(plan, "", solving.form(), solving.graph().ids, [](std::string_view) {});
  const bool solved = solving.solve(false, [&](auto sources, const Output& output, auto trees) {
    writer.write(sources, output, trees);
    if (!writer.unwritten().empty()) throw host::UserError(ExitCode::failed_run, "-o: " + writer.unwritten());
  });
  if (!solved) {
    const host::LoadedGraph& graph = solving.graph();
    print(cycle_text(solving.cycle_from(), host::cycle_arcs(*graph.graph, solving.cycle()), "no distance matrix can be computed",
                     graph.ids, graph.graph->info().weights));
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
                             "rows of the reached vertices alone.",
                             true});
  command.run = [it](const Plugins& plugins) { return matrix(*it, plugins()); };
  return command;
}

}  // namespace wayfront::app
