// wayfront-rank: one of several processes that solve on a graph in slices and certify the answer together. No process
// opens the whole graph or holds the whole answer.
//
//   mpirun -n 4 wayfront-rank GRAPH.wfg --from 1,5 -o d-{source}.npy
//   mpirun -n 4 wayfront-rank SLICES.wfs --from 1 --certify distances.npy
//   mpirun -n 4 wayfront-rank generate:uniform --set vertices=1000000 --from 0
//
// Exit status: 0 every answer is certified, 1 one is not or could not be written, 2 usage, 3 a file.

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answer_digest.hpp"
#include "answer_file.hpp"
#include "arguments.hpp"
#include "base/arena.hpp"
#include "base/errors.hpp"
#include "certificate.hpp"
#include "graph/weight_kind.hpp"
#include "measure/slices/rank_interface.hpp"
#include "programs/mpi_ranks.hpp"
#include "questions.hpp"
#include "ranks.hpp"
#include "results/machine.hpp"
#include "slice.hpp"
#include "source_choice.hpp"
#include "stepping.hpp"
#include "wanted.hpp"

namespace wayfront::ranks {
namespace {

using host::ExitCode;
using host::UserError;

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

std::filesystem::path with_source(const std::filesystem::path& name, std::uint64_t id) {
  std::string path = name.string();
  if (const std::size_t at = path.find(source_mark); at != std::string::npos)
    path.replace(at, source_mark.size(), std::to_string(id));
  return path;
}

template <WeightType W>
class Program {
 public:
  Program(const Arguments& arguments, SliceSource& source, const Ranks& ranks)
      : arguments_(arguments),
        ranks_(ranks),
        arena_(arguments.threads),
        started_with_(peak_bytes()),
        slice_(source, ranks, arguments.check ? Check::content : Check::nothing),
        loaded_with_(peak_bytes()) {
    want({.limit = arguments.limit, .tree = !arguments.predecessors.empty() && arguments.certify.empty()});
  }

  /// What later answers are to have.
  void want(Wanted wanted) {
    wanted_ = std::move(wanted);
    limit_ = limit_as<W>(wanted_.limit);
  }

  int run() {
    bool right = true;
    for (const std::uint64_t id : arguments_.sources) {
      if (arguments_.certify.empty()) {
        const bool solved = told(solve(id));
        if (solved && !arguments_.output.empty()) write(with_source(arguments_.output, id));
        if (solved && wanted_.tree) write_tree(with_source(arguments_.predecessors, id));
        right = solved && right;
      } else {
        for (const auto& path : arguments_.certify) right = told(certify(id, path)) && right;
      }
    }
    return static_cast<int>(right ? ExitCode::fine : ExitCode::failed_run);
  }

  const Slice<W>& slice() const { return slice_; }

  /// What is known of the answer from the vertex with that id, certified; complete on rank 0.
  nlohmann::json solve(std::uint64_t id) {
    source_ = vertex_of(id);
    const WholeGraph& graph = slice_.graph();
    const double width = arguments_.delta > 0 ? arguments_.delta : chosen_width(graph, slice_.crossing());
    const Targets<W> targets(wanted_.targets, slice_, ranks_);
    SteppingWork work;
    ranks_.wait_for_all();
    const double begin = MPI_Wtime();
    distances_ = Stepping<W>(slice_, ranks_, arena_, width, limit_, targets.own()).solve(source_, work);
    ranks_.wait_for_all();
    nlohmann::json record{{"delta", width},
                          {"solve_seconds", MPI_Wtime() - begin},
                          {"rounds", ranks_.max(work.rounds)},
                          {"relaxed", ranks_.sum(work.relaxed)},
                          {"crossing", ranks_.sum(work.crossing)},
                          {"traffic", json_of(sum(work.traffic, ranks_))}};
    const W exact_to = targets.cut(distances_, limit_);
    const Claim<W> claim{.source = source_, .distances = distances_, .limit = exact_to};
    judge(id, claim, wanted_.tree ? &tree_ : nullptr, record);
    if (!wanted_.targets.empty()) record["targets"] = targets.distances(distances_);
    return record;
  }

  /// The same of the answer in a file.
  nlohmann::json certify(std::uint64_t id, const std::filesystem::path& path) {
    source_ = vertex_of(id);
    const double begin = MPI_Wtime();
    distances_ = read_distances<W>(path, slice_.graph(), ranks_);
    std::vector<Vertex> predecessors;
    const bool given = !arguments_.predecessors.empty();
    if (given) predecessors = read_predecessors(arguments_.predecessors, source_, slice_.graph(), ranks_);
    nlohmann::json record{{"file", path.string()}, {"read_seconds", MPI_Wtime() - begin}};
    const Claim<W> claim{
        .source = source_, .distances = distances_, .limit = limit_, .predecessors = given ? &predecessors : nullptr};
    judge(id, claim, nullptr, record);
    return record;
  }

  /// The last answer.
  void write(const std::filesystem::path& name) const { write_distances<W>(name, distances_, slice_.graph(), ranks_); }
  /// The predecessors of the last answer of solve(), which were wanted.
  void write_tree(const std::filesystem::path& name) const {
    write_predecessors(name, tree_, source_, slice_.graph(), ranks_);
  }

  /// What each rank has and took so far.
  nlohmann::json members() const {
    struct Member {
      Ranks::HostName host;
      std::uint64_t vertices, edges, ghosts, share, peak;
    };
    const Member mine{.host = Ranks::host(),
                      .vertices = slice_.vertices(),
                      .edges = slice_.edges(),
                      .ghosts = slice_.ghosts(),
                      .share = slice_.bytes(),
                      .peak = peak_bytes()};
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
    if (id >= graph.first_id && id - graph.first_id < graph.vertices) return id - graph.first_id;
    throw UserError(ExitCode::usage,
                    graph.vertices == 0
                        ? fmt::format("--from {}: {} has no vertices", id, arguments_.graph.graph)
                        : fmt::format("--from {}: there is no such vertex; the ids of {} are {} to {}", id,
                                      arguments_.graph.graph, graph.first_id, graph.first_id + graph.vertices - 1));
  }

  void judge(std::uint64_t id, const Claim<W>& claim, std::vector<Vertex>* tree, nlohmann::json& record) {
    const WholeGraph& graph = slice_.graph();
    const double begin = MPI_Wtime();
    const Verdict verdict = Certificate<W>(slice_, ranks_, arena_).judge(claim, tree);
    record["source"] = id;
    record["right"] = verdict.right;
    if (!verdict.right) record["reason"] = verdict.reason;
    if (verdict.overflow) record["overflow"] = true;
    record["reached"] = verdict.reached;
    record["reached_edges"] = verdict.reached_edges;
    record["sum"] = verdict.sum;
    record["max"] = verdict.max;
    record["certify_seconds"] = MPI_Wtime() - begin;
    record["answer_digest"] = answer_digest(claim.distances, slice_.first_vertex(), ranks_);
    record["certificate_traffic"] = json_of(sum(verdict.traffic, ranks_));
    record["vertices"] = graph.vertices;
    record["arcs"] = graph.edges;
    record["digest"] = graph.digest;
    record["graph_checked"] = arguments_.check;
    record["ranks"] = ranks_.count();
    record["threads"] = arguments_.threads;
    if (limit_ != unreached<W>) record["limit"] = wanted_.limit;
    record["ghosts"] = ranks_.sum(slice_.ghosts());
    record["max_share_bytes"] = ranks_.max(slice_.bytes());
    record["max_ghosts"] = ranks_.max(slice_.ghosts());
    record["max_peak_bytes"] = ranks_.max(peak_bytes());
    record["peak_bytes_at_start"] = ranks_.max(started_with_);
    record["of_ranks"] = {{"share_bytes", ranks_.gather(slice_.bytes())},
                          {"ghosts", ranks_.gather(slice_.ghosts())},
                          {"bytes_at_start", ranks_.gather(started_with_)},
                          {"peak_bytes_loaded", ranks_.gather(loaded_with_)},
                          {"peak_bytes", ranks_.gather(peak_bytes())}};
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
                ? fmt::format("certified{}, {} vertices reached, farthest {}, sum {}",
                              arguments_.check ? "" : " (the graph was not compared with its digest)",
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
  host::Arena arena_;
  Wanted wanted_;
  W limit_ = unreached<W>;
  std::uint64_t started_with_;
  Slice<W> slice_;
  std::uint64_t loaded_with_;
  std::uint64_t source_ = 0;  // of the last answer
  std::vector<W> distances_;  // of this rank's vertices
  std::vector<Vertex> tree_;
};

nlohmann::json json_of(const WholeGraph& graph) {
  return {{"vertices", graph.vertices},           {"edges", graph.edges},           {"first_id", graph.first_id},
          {"weights", host::name(graph.weights)}, {"min_weight", graph.min_weight}, {"max_weight", graph.max_weight},
          {"mean_weight", graph.mean_weight},     {"digest", graph.digest}};
}

/// Answers questions until "quit" or the end of the input: a line each, with a JSON object each on rank 0.
///
///   (at the start)              {"interface": 2, "version": "..."}: all ranks have found their slices, and agree
///   load                        {"graph": {...}, "members": [{...} of each rank]}: the slices are in memory
///   sources random COUNT SEED   {"sources": [ids]}; also "sources max_degree"
///   want JSON                   {}: what wanted_from() reads of it is wanted of all later answers
///   solve ID                    a record as of --json, "members", and "targets": the distances of those that are wanted
///   certify ID FILE             the same of the answer in a file
///   write distances FILE        {}: those of the last answer are in it; also "write predecessors FILE"
///
/// An error is {"error": "...", "exit": CODE}; the conversation goes on.
template <WeightType W>
int serve(const Arguments& arguments, SliceSource& source, const Ranks& ranks) {
  const Questions questions(ranks);
  std::optional<Program<W>> program;
  const auto not_a_question = [](const std::string& line) {
    throw UserError(ExitCode::usage, fmt::format("'{}' is not a question", line));
  };
  const auto number = [&](const std::string& word, const std::string& line) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size()) not_a_question(line);
    return value;
  };
  const auto chosen_by = [&](const std::string& rule, const std::string& line) {
    const SourceChoice choice(program->slice(), ranks);
    const std::vector<std::string> words = words_of(rule, 3);
    std::vector<std::uint64_t> chosen;
    if (rule == "max_degree")
      chosen = {choice.max_degree()};
    else if (words.size() == 3 && words[0] == "random")
      chosen = choice.random(number(words[1], line), number(words[2], line));
    else
      not_a_question(line);
    for (std::uint64_t& vertex : chosen) vertex += program->slice().graph().first_id;
    return chosen;
  };
  const auto wanted_by = [&](const std::string& text, const WholeGraph& graph, const std::string& line) {
    try {
      return wanted_from(nlohmann::json::parse(text), graph);
    } catch (const std::exception&) {
      not_a_question(line);
    }
    return Wanted();
  };
  const auto answer_to = [&](const std::string& line) -> nlohmann::json {
    const std::vector<std::string> words = words_of(line, 2);
    if (words.size() == 1 && words[0] == "load") {
      if (!program) program.emplace(arguments, source, ranks);
      return {{"graph", json_of(program->slice().graph())}, {"members", program->members()}};
    }
    if (!program) throw UserError(ExitCode::usage, fmt::format("'{}': the slices are not loaded", line));
    if (words.size() != 2) not_a_question(line);
    if (words[0] == "sources") return {{"sources", chosen_by(words[1], line)}};
    nlohmann::json record = nlohmann::json::object();
    if (words[0] == "want") {
      program->want(wanted_by(words[1], program->slice().graph(), line));
      return record;
    }
    const std::vector<std::string> rest = words_of(words[1], 2);
    if (words[0] == "write" && rest.size() == 2) {
      if (rest[0] == "distances")
        program->write(rest[1]);
      else if (rest[0] == "predecessors")
        program->write_tree(rest[1]);
      else
        not_a_question(line);
      return record;
    }
    if (words[0] == "solve" && rest.size() == 1)
      record = program->solve(number(rest[0], line));
    else if (words[0] == "certify" && rest.size() == 2)
      record = program->certify(number(rest[0], line), rest[1]);
    else
      not_a_question(line);
    record["members"] = program->members();
    return record;
  };
  questions.answer(text_of({{"interface", host::rank_interface}, {"version", host::version_line()}}));
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

/// Ranks of different versions would misunderstand each other. Throws UserError, the same on all.
void require_one_version(const Ranks& ranks) {
  const std::string version = host::version_line();
  const std::uint64_t mine = host::hash64(version.data(), version.size());
  throw_together(ranks, ranks.tell(mine, 0) == mine
                            ? ""
                            : fmt::format("rank {} on {} is of another version ({}) than rank 0; install the same "
                                          "Wayfront on all machines",
                                          ranks.id(), Ranks::host().data(), version));
}

int run(int argc, char** argv) {
  const Ranks ranks;
  Arguments arguments;
  try {
    programs::meet(MPI_COMM_WORLD);
    require_one_version(ranks);
    if (const auto done = parse(argc, argv, ranks, arguments)) return *done;
    const std::unique_ptr<SliceSource> source = open_slices(arguments.graph, ranks);
    return with_weight_type(source->graph().weights, [&]<WeightType W>() {
      return arguments.serve ? serve<W>(arguments, *source, ranks) : Program<W>(arguments, *source, ranks).run();
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
  int threads = 0;  // one thread alone makes MPI's calls
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
  const int code = wayfront::ranks::run(argc, argv);
  MPI_Finalize();
  return code;
}
