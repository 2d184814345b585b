#include "arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>
#include <string>

#include "base/refusal.hpp"
#include "base/text.hpp"
#include "files/file_replacement.hpp"
#include "graph/weight_kind.hpp"

namespace wayfront::ranks {
namespace {

using host::ExitCode;
using host::UserError;

/// What is wrong with a word that must be an id, or "".
std::string not_an_id(const std::string& word) {
  if (host::number_of<std::uint64_t>(word)) return {};
  return fmt::format("'{}' is not the id of a vertex; ids are integers from 0 on", word);
}

}  // namespace

std::optional<int> parse(int argc, char** argv, const Ranks& ranks, Arguments& arguments) {
  std::string weights;
  CLI::App app("Solves on a graph in slices, on all ranks of one MPI job: mpirun -n 4 wayfront-rank GRAPH --from 1");
  app.add_option("GRAPH", arguments.graph.graph,
                 "A .wfg, Galois .gr or GAPBS .wsg file that every rank sees, the name of slices (.wfs) of 'wayfront "
                 "split', or generate:KIND, of which each rank makes its part.")
      ->required();
  std::vector<host::VertexId>& sources = arguments.question.sources;
  app.add_option_function<std::vector<std::uint64_t>>(
         "--from", [&](const auto& ids) { sources.assign(ids.begin(), ids.end()); },
         "Ids of the sources, separated by commas.")
      ->delimiter(',')
      ->check(CLI::Validator(not_an_id, ""));
  const CLI::Validator not_nan(
      [](const std::string& text) { return std::isnan(std::strtod(text.c_str(), nullptr)) ? "is not a number" : ""; },
      "");
  app.add_option(
         "--delta", arguments.delta,
         "How far a round reaches beyond the smallest distance that waits; 0: by the mean weight, the mean degree "
         "and the share of arcs between ranks.")
      ->check(CLI::NonNegativeNumber & not_nan);
  app.add_option("--limit", arguments.question.limit, "Distances above it are not wanted: they count as unreached.")
      ->check(CLI::NonNegativeNumber & not_nan);
  app.add_option("--threads", arguments.threads, "Threads of each rank.")->check(CLI::Range(1, 1024));
  app.add_option_function<std::string>(
         "--balance",
         [&](const std::string& it) {
           arguments.graph.balance = it == "arcs" ? host::Balance::arcs : host::Balance::vertices;
         },
         "What all slices have about as many of: arcs (default) or vertices.")
      ->check(CLI::IsMember({"arcs", "vertices"}));
  app.add_option("--weights", weights,
                 "The type of the weights where the graph does not say it: int32, float32, int64 or float64, of a "
                 "generated graph (default int32) or of Galois's edge data.")
      ->check(CLI::IsMember({"int32", "float32", "int64", "float64"}));
  app.add_option("--set", arguments.graph.options, "An option of generate, such as vertices=1000 (repeatable).")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("-o,--output", arguments.output,
                 "Write the certified distances as .npy, into one file that all ranks see; {source} "
                 "becomes the id, {rank} makes a file of each rank's rows.");
  app.add_option("--predecessors", arguments.predecessors,
                 "Write the predecessors as ids, too, into such a file; with --certify: certify these.");
  app.add_option("--certify", arguments.certify, "Certify the distances in these .npy files instead of solving.")
      ->excludes(app.get_option("--output"));
  app.add_flag("--json", arguments.json,
               "Print a result in place of the lines: what wayfront report and compare read, a sample for each source.")
      ->excludes(app.get_option("--certify"));
  app.add_flag("!--no-check", arguments.check,
               "Do not compare the graph with its digest; damaged weights are then not noticed.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool help = error.get_exit_code() == 0;
    if (ranks.id() == 0) app.exit(error);
    return static_cast<int>(help ? ExitCode::fine : ExitCode::usage);
  }
  for (const WeightKind kind : {WeightKind::int32, WeightKind::float32, WeightKind::int64, WeightKind::float64})
    if (weights == host::name(kind)) arguments.graph.weights = kind;
  if (sources.empty()) host::refuse("--from is missing; name the sources");
  const bool several = sources.size() > 1;
  const auto check_name = [&](const char* option, const std::filesystem::path& name) {
    if (name.empty()) return;
    if (several && name.string().find(source_mark) == std::string::npos)
      host::refuse(
          "{}: several sources need {{source}} in the name, or each answer would replace the one "
          "before",
          option);
    if (name.extension() != ".npy") host::refuse("{}: the name of an answer ends in .npy", option);
  };
  check_name("-o", arguments.output);
  check_name("--predecessors", arguments.predecessors);
  if (!arguments.output.empty() && host::same_file(arguments.output, arguments.predecessors))
    host::refuse("--predecessors: names the same file as -o");
  if (several && !arguments.certify.empty()) host::refuse("--certify takes one source: a file has the answer of one");
  return std::nullopt;
}

}  // namespace wayfront::ranks
