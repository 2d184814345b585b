// wayfront-rank: one of several processes that solve on a graph in slices and certify the answer together. No process
// opens the whole graph or holds the whole answer.
//
//   mpirun -n 4 wayfront-rank GRAPH.wfg --from 1,5 -o d-{source}.npy
//   mpirun -n 4 wayfront-rank SLICES.wfs --from 1 --certify distances.npy
//
// Exit status: 0 every answer is certified, 1 one is not or could not be written, 2 usage, 3 a file.

#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "answer_file.hpp"
#include "base/errors.hpp"
#include "certificate.hpp"
#include "ranks.hpp"
#include "slice.hpp"
#include "stepping.hpp"

namespace wayfront::ranks {
namespace {

using host::ExitCode;
using host::UserError;

struct Arguments {
  std::filesystem::path graph;
  std::vector<std::uint64_t> sources;
  double delta = 0;
  host::Balance balance = host::Balance::arcs;
  std::filesystem::path output;
  std::vector<std::filesystem::path> certify;
  bool json = false, check = true;
};

/// The max resident memory of this process, in bytes.
std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

nlohmann::json json_of(const Traffic& traffic) {
  return {{"messages", traffic.messages}, {"bytes", traffic.bytes}, {"collectives", traffic.collectives}};
}

Traffic sum(const Traffic& mine, const Ranks& ranks) {
  return {ranks.sum(mine.messages), ranks.sum(mine.bytes), ranks.max(mine.collectives)};
}

template <WeightType W>
class Program {
 public:
  Program(const Arguments& arguments, const SliceFile& file, const Ranks& ranks)
      : arguments_(arguments), ranks_(ranks), started_with_(peak_bytes()), slice_(file, ranks) {
    if (arguments.check && !file.is_intact(ranks))
      throw UserError(ExitCode::input, fmt::format("{}: the graph in it is damaged: its digest does not match",
                                                   arguments.graph.string()));
    if (slice_.graph().min_weight < 0)
      throw UserError(ExitCode::input, fmt::format("{}: has negative weights, which wayfront-rank does not solve",
                                                   arguments.graph.string()));
  }

  int run() {
    bool right = true;
    for (const std::uint64_t id : arguments_.sources) {
      const WholeGraph& graph = slice_.graph();
      if (id < graph.first_id || id - graph.first_id >= graph.vertices)
        throw UserError(ExitCode::usage,
                        fmt::format("--from {}: there is no such vertex; the ids of {} are {} to {}", id,
                                    arguments_.graph.string(), graph.first_id, graph.first_id + graph.vertices - 1));
      const std::uint64_t source = id - graph.first_id;
      if (arguments_.certify.empty()) {
        right = solve(id, source) && right;
      } else {
        for (const auto& path : arguments_.certify) {
          const double begin = MPI_Wtime();
          const std::vector<W> distances = read_answer<W>(path, graph, ranks_);
          nlohmann::json record{{"file", path.string()}, {"read_seconds", MPI_Wtime() - begin}};
          right = judge(id, source, distances, std::move(record)) && right;
        }
      }
    }
    return static_cast<int>(right ? ExitCode::fine : ExitCode::failed_run);
  }

 private:
  bool solve(std::uint64_t id, std::uint64_t source) {
    const WholeGraph& graph = slice_.graph();
    const double width = arguments_.delta > 0 ? arguments_.delta : chosen_width(graph);
    SteppingWork work;
    ranks_.wait_for_all();
    const double begin = MPI_Wtime();
    const std::vector<W> distances = Stepping<W>(slice_, ranks_, width).solve(source, work);
    ranks_.wait_for_all();
    nlohmann::json record{{"delta", width},
                          {"solve_seconds", MPI_Wtime() - begin},
                          {"rounds", ranks_.max(work.rounds)},
                          {"relaxed", ranks_.sum(work.relaxed)},
                          {"crossing", ranks_.sum(work.crossing)},
                          {"traffic", json_of(sum(work.traffic, ranks_))}};
    const bool right = judge(id, source, distances, std::move(record));
    if (right && !arguments_.output.empty()) {
      std::string name = arguments_.output.string();
      if (const std::size_t at = name.find("{source}"); at != std::string::npos)
        name.replace(at, 8, std::to_string(id));
      write_answer<W>(name, distances, graph, ranks_);
    }
    return right;
  }

  bool judge(std::uint64_t id, std::uint64_t source, const std::vector<W>& distances, nlohmann::json record) {
    const double begin = MPI_Wtime();
    const Verdict verdict = Certificate<W>(slice_, ranks_).judge(distances, source);
    record["source"] = id;
    record["right"] = verdict.right;
    if (!verdict.right) record["reason"] = verdict.reason;
    record["reached"] = verdict.reached;
    record["sum"] = verdict.sum;
    record["max"] = verdict.max;
    record["certify_seconds"] = MPI_Wtime() - begin;
    record["certificate_traffic"] = json_of(sum(verdict.traffic, ranks_));
    record["ranks"] = ranks_.count();
    record["ghosts"] = ranks_.sum(slice_.ghosts());
    record["max_share_bytes"] = ranks_.max(slice_.bytes());
    record["max_ghosts"] = ranks_.max(slice_.ghosts());
    record["max_peak_bytes"] = ranks_.max(peak_bytes());
    record["peak_bytes_at_start"] = ranks_.max(started_with_);
    if (ranks_.id() == 0) print(record);
    return verdict.right;
  }

  void print(const nlohmann::json& record) const {
    if (arguments_.json) {
      std::puts(record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
      return;
    }
    const auto number = [&](const char* key) { return record.at(key).get<double>(); };
    std::string line = fmt::format("source {}: ", record.at("source").get<std::uint64_t>());
    if (record.contains("file")) line += record.at("file").get<std::string>() + ": ";
    line += record.at("right").get<bool>()
                ? fmt::format("certified, {} vertices reached, farthest {}, sum {}",
                              record.at("reached").get<std::uint64_t>(), number("max"), number("sum"))
                : "WRONG: " + record.at("reason").get<std::string>();
    if (record.contains("solve_seconds")) {
      const double relaxed = std::max(1.0, number("relaxed"));
      line += fmt::format("; solved in {:.3f} s, {} rounds, {:.2f} bytes sent per relaxed arc", number("solve_seconds"),
                          record.at("rounds").get<std::uint64_t>(),
                          record.at("traffic").at("bytes").get<double>() / relaxed);
    }
    line += fmt::format("; certified in {:.3f} s", number("certify_seconds"));
    std::puts(line.c_str());
  }

  const Arguments& arguments_;
  const Ranks& ranks_;
  std::uint64_t started_with_;
  Slice<W> slice_;
};

/// Exits where there is nothing to run: after --help, and on usage errors.
std::optional<int> parse(int argc, char** argv, const Ranks& ranks, Arguments& arguments) {
  CLI::App app("Solves on a graph in slices, on all ranks of one MPI job: mpirun -n 4 wayfront-rank GRAPH --from 1");
  app.add_option("GRAPH", arguments.graph,
                 "A .wfg file that every rank sees, or the name of slices (.wfs) of 'wayfront split'.")
      ->required();
  app.add_option("--from", arguments.sources, "Ids of the sources, separated by commas.")->delimiter(',')->required();
  app.add_option("--delta", arguments.delta, "Width of a bucket; 0: 8 mean weights over the mean degree.")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--balance", arguments.balance, "What slices of a .wfg have as many of: arcs (default) or vertices.")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, host::Balance>{{"arcs", host::Balance::arcs}, {"vertices", host::Balance::vertices}}));
  app.add_option("-o,--output", arguments.output,
                 "Write the certified distances as .npy, into one file that all ranks see; {source} "
                 "becomes the id, {rank} makes a file of each rank's rows.");
  app.add_option("--certify", arguments.certify, "Certify the distances in these .npy files instead of solving.")
      ->excludes(app.get_option("--output"));
  app.add_flag("--json", arguments.json, "Print a JSON object for each answer, with all counters.");
  app.add_flag(
      "!--no-check", arguments.check,
      "Do not compare the graph with its digest, which reads it a second time; damaged weights are then not noticed.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool help = error.get_exit_code() == 0;
    if (ranks.id() == 0) app.exit(error);
    return static_cast<int>(help ? ExitCode::fine : ExitCode::usage);
  }
  const bool several = arguments.sources.size() > 1;
  if (several && !arguments.output.empty() && arguments.output.string().find("{source}") == std::string::npos)
    throw UserError(ExitCode::usage,
                    "-o: several sources need {source} in the name, or each answer would replace the one before");
  if (several && !arguments.certify.empty())
    throw UserError(ExitCode::usage, "--certify takes one source: a file has the answer of one");
  if (!arguments.output.empty() && arguments.output.extension() != ".npy")
    throw UserError(ExitCode::usage, "-o: the name of an answer ends in .npy");
  return std::nullopt;
}

int run(int argc, char** argv) {
  const Ranks ranks;
  Arguments arguments;
  try {
    if (const auto done = parse(argc, argv, ranks, arguments)) return *done;
    const SliceFile file(arguments.graph, arguments.balance, ranks);
    return with_weight_type(file.graph().weights,
                            [&]<WeightType W>() { return Program<W>(arguments, file, ranks).run(); });
  } catch (const UserError& error) {  // the same on all ranks
    if (ranks.id() == 0) std::fprintf(stderr, "wayfront-rank: %s\n", error.what());
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {  // on this rank alone: the others would wait for it
    std::fprintf(stderr, "wayfront-rank: rank %d: %s\n", ranks.id(), error.what());
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(ExitCode::failed_run));
  }
  return static_cast<int>(ExitCode::failed_run);
}

}  // namespace
}  // namespace wayfront::ranks

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int code = wayfront::ranks::run(argc, argv);
  MPI_Finalize();
  return code;
}
