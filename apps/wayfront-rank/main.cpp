// wayfront-rank: one of several processes that solve on a graph in slices and certify the answer together. No process
// opens the whole graph or holds the whole answer.
//
//   mpirun -n 4 wayfront-rank GRAPH.wfg --from 1,5 -o d-{source}.npy
//   mpirun -n 4 wayfront-rank SLICES.wfs --from 1 --certify distances.npy
//   mpirun -n 4 wayfront-rank SLICES.wfs --serve        # asked line by line: serve() below
//
// Exit status: 0 every answer is certified, 1 one is not or could not be written, 2 usage, 3 a file.

#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "answer_digest.hpp"
#include "answer_file.hpp"
#include "base/errors.hpp"
#include "certificate.hpp"
#include "graph/weight_kind.hpp"
#include "questions.hpp"
#include "ranks.hpp"
#include "results/machine.hpp"
#include "slice.hpp"
#include "source_choice.hpp"
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
  bool json = false, check = true, serve = false;
};

/// The max resident memory of this process, in bytes.
std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::string text_of(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
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
      if (arguments_.certify.empty()) {
        right = told(solve(id)) && right;
        if (right && !arguments_.output.empty()) {
          std::string name = arguments_.output.string();
          if (const std::size_t at = name.find("{source}"); at != std::string::npos)
            name.replace(at, 8, std::to_string(id));
          write(name);
        }
      } else {
        for (const auto& path : arguments_.certify) right = told(certify(id, path)) && right;
      }
    }
    return static_cast<int>(right ? ExitCode::fine : ExitCode::failed_run);
  }

  /// What is known of the answer from the vertex with that id, certified; the record is complete on rank 0.
  nlohmann::json solve(std::uint64_t id) {
    const std::uint64_t source = vertex_of(id);
    const WholeGraph& graph = slice_.graph();
    const double width = arguments_.delta > 0 ? arguments_.delta : chosen_width(graph);
    SteppingWork work;
    ranks_.wait_for_all();
    const double begin = MPI_Wtime();
    distances_ = Stepping<W>(slice_, ranks_, width).solve(source, work);
    ranks_.wait_for_all();
    nlohmann::json record{{"delta", width},
                          {"solve_seconds", MPI_Wtime() - begin},
                          {"rounds", ranks_.max(work.rounds)},
                          {"relaxed", ranks_.sum(work.relaxed)},
                          {"crossing", ranks_.sum(work.crossing)},
                          {"traffic", json_of(sum(work.traffic, ranks_))}};
    judge(id, source, record);
    return record;
  }

  /// The same of the answer in a file.
  nlohmann::json certify(std::uint64_t id, const std::filesystem::path& path) {
    const std::uint64_t source = vertex_of(id);
    const double begin = MPI_Wtime();
    distances_ = read_answer<W>(path, slice_.graph(), ranks_);
    nlohmann::json record{{"file", path.string()}, {"read_seconds", MPI_Wtime() - begin}};
    judge(id, source, record);
    return record;
  }

  /// The last answer.
  void write(const std::filesystem::path& name) const { write_answer<W>(name, distances_, slice_.graph(), ranks_); }

  /// What each rank has and took so far; complete on rank 0.
  nlohmann::json members() const {
    struct Member {
      std::array<char, MPI_MAX_PROCESSOR_NAME> host{};
      std::uint64_t vertices, edges, ghosts, share, peak;
    };
    Member mine{.vertices = slice_.vertices(),
                .edges = slice_.edges(),
                .ghosts = slice_.ghosts(),
                .share = slice_.bytes(),
                .peak = peak_bytes()};
    int length = 0;
    MPI_Get_processor_name(mine.host.data(), &length);
    nlohmann::json all = nlohmann::json::array();
    for (const Member& it : ranks_.gather(mine))
      all.push_back({{"host", it.host.data()},
                     {"vertices", it.vertices},
                     {"edges", it.edges},
                     {"ghosts", it.ghosts},
                     {"share_bytes", it.share},
                     {"peak_bytes", it.peak}});
    return all;
  }

 private:
  std::uint64_t vertex_of(std::uint64_t id) const {
    const WholeGraph& graph = slice_.graph();
    if (id < graph.first_id || id - graph.first_id >= graph.vertices)
      throw UserError(ExitCode::usage,
                      fmt::format("--from {}: there is no such vertex; the ids of {} are {} to {}", id,
                                  arguments_.graph.string(), graph.first_id, graph.first_id + graph.vertices - 1));
    return id - graph.first_id;
  }

  void judge(std::uint64_t id, std::uint64_t source, nlohmann::json& record) {
    const double begin = MPI_Wtime();
    const Verdict verdict = Certificate<W>(slice_, ranks_).judge(distances_, source);
    record["source"] = id;
    record["right"] = verdict.right;
    if (!verdict.right) record["reason"] = verdict.reason;
    if (verdict.overflow) record["overflow"] = true;
    record["reached"] = verdict.reached;
    record["reached_edges"] = verdict.reached_edges;
    record["sum"] = verdict.sum;
    record["max"] = verdict.max;
    record["digest"] = answer_digest(distances_, slice_.first_vertex(), ranks_);
    record["certify_seconds"] = MPI_Wtime() - begin;
    record["certificate_traffic"] = json_of(sum(verdict.traffic, ranks_));
    record["ranks"] = ranks_.count();
    record["ghosts"] = ranks_.sum(slice_.ghosts());
    record["max_share_bytes"] = ranks_.max(slice_.bytes());
    record["max_ghosts"] = ranks_.max(slice_.ghosts());
    record["max_peak_bytes"] = ranks_.max(peak_bytes());
    record["peak_bytes_at_start"] = ranks_.max(started_with_);
  }

  /// Prints a record, and whether its answer is right.
  bool told(const nlohmann::json& record) const {
    if (ranks_.id() == 0) print(record);
    return record.at("right").get<bool>();
  }

  void print(const nlohmann::json& record) const {
    if (arguments_.json) {
      std::puts(text_of(record).c_str());
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
  std::vector<W> distances_;  // of the last answer, this rank's
};

nlohmann::json json_of(const WholeGraph& graph) {
  return {{"vertices", graph.vertices},           {"edges", graph.edges},           {"first_id", graph.first_id},
          {"weights", host::name(graph.weights)}, {"min_weight", graph.min_weight}, {"max_weight", graph.max_weight},
          {"mean_weight", graph.mean_weight},     {"digest", graph.digest}};
}

/// Answers questions until `quit` or the end of the input: a line each, with a JSON object each on rank 0.
///
///   (at the start)              {"graph": {...}, "version": "..."}: the headers are read, and all ranks agree
///   sources random COUNT SEED   {"sources": [ids]}; also "sources max_degree"
///   load                        {"members": [{...} of each rank]}: the slices are in memory
///   solve ID                    a record as of --json, and "members"
///   certify ID FILE             the same of the answer in a file
///   write FILE                  {}: the last answer is in it
///
/// An error is {"error": "...", "exit": CODE}; the conversation goes on.
template <WeightType W>
int serve(const Arguments& arguments, const SliceFile& file, const Ranks& ranks) {
  const Questions questions(ranks);
  std::optional<Program<W>> program;
  const auto answer_to = [&](const std::string& line) -> nlohmann::json {
    const std::vector<std::string> words = words_of(line, 3);
    const std::string& verb = words.empty() ? line : words[0];
    if (verb == "sources" && words.size() >= 2) {
      const SourceChoice choice(file, ranks);
      std::vector<std::uint64_t> chosen;
      if (words[1] == "max_degree") {
        chosen = {choice.max_degree()};
      } else {
        const std::vector<std::string> numbers = words_of(words.size() > 2 ? words[2] : "", 2);
        if (words[1] != "random" || numbers.size() != 2)
          throw UserError(ExitCode::usage, fmt::format("'{}' is not a question", line));
        chosen = choice.random(std::stoull(numbers[0]), std::stoull(numbers[1]));
      }
      for (std::uint64_t& vertex : chosen) vertex += file.graph().first_id;
      return {{"sources", chosen}};
    }
    if (verb == "load" && words.size() == 1) {
      program.emplace(arguments, file, ranks);
      return {{"members", program->members()}};
    }
    if (!program) throw UserError(ExitCode::usage, fmt::format("'{}': the slices are not loaded", line));
    nlohmann::json record;
    if (verb == "solve" && words.size() == 2) {
      record = program->solve(std::stoull(words[1]));
    } else if (verb == "certify" && words.size() == 3) {
      record = program->certify(std::stoull(words[1]), words[2]);
    } else if (verb == "write" && words.size() >= 2) {
      program->write(line.substr(line.find(words[1])));
      return nlohmann::json::object();
    } else {
      throw UserError(ExitCode::usage, fmt::format("'{}' is not a question", line));
    }
    record["members"] = program->members();
    return record;
  };
  questions.answer(text_of({{"graph", json_of(file.graph())}, {"version", host::version_line()}}));
  while (const std::optional<std::string> line = questions.next()) {
    if (*line == "quit") break;
    try {
      questions.answer(text_of(answer_to(*line)));
    } catch (const UserError& error) {  // the same on all ranks
      questions.answer(text_of({{"error", error.what()}, {"exit", static_cast<int>(error.code())}}));
    }
  }
  return 0;
}

/// Exits where there is nothing to run: after --help, and on usage errors.
std::optional<int> parse(int argc, char** argv, const Ranks& ranks, Arguments& arguments) {
  CLI::App app("Solves on a graph in slices, on all ranks of one MPI job: mpirun -n 4 wayfront-rank GRAPH --from 1");
  app.add_option("GRAPH", arguments.graph,
                 "A .wfg file that every rank sees, or the name of slices (.wfs) of 'wayfront split'.")
      ->required();
  app.add_option("--from", arguments.sources, "Ids of the sources, separated by commas.")->delimiter(',');
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
  app.add_flag(
         "--serve", arguments.serve,
         "Answer questions on standard input, a line each, with a JSON object each: what Wayfront's pipelines use.")
      ->excludes(app.get_option("--from"))
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
  if (arguments.sources.empty() && !arguments.serve)
    throw UserError(ExitCode::usage, "--from is missing; name the sources");
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

/// Ranks of different versions would misunderstand each other. Throws UserError, the same on all.
void require_one_version(const Ranks& ranks) {
  const std::string version = host::version_line();
  const std::uint64_t mine = host::hash64(version.data(), version.size());
  std::uint64_t first = mine;
  MPI_Bcast(&first, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  std::array<char, MPI_MAX_PROCESSOR_NAME> host{};
  int length = 0;
  MPI_Get_processor_name(host.data(), &length);
  throw_together(ranks, first == mine ? ""
                                      : fmt::format("rank {} on {} is of another version ({}) than rank 0; install the "
                                                    "same Wayfront on all machines",
                                                    ranks.id(), host.data(), version));
}

int run(int argc, char** argv) {
  const Ranks ranks;
  Arguments arguments;
  try {
    ranks.meet();
    require_one_version(ranks);
    if (const auto done = parse(argc, argv, ranks, arguments)) return *done;
    const SliceFile file(arguments.graph, arguments.balance, ranks);
    return with_weight_type(file.graph().weights, [&]<WeightType W>() {
      return arguments.serve ? serve<W>(arguments, file, ranks) : Program<W>(arguments, file, ranks).run();
    });
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
