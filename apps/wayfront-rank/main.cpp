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
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "answer_file.hpp"
#include "arguments.hpp"
#include "base/arena.hpp"
#include "base/digest.hpp"
#include "base/json/json_text.hpp"
#include "base/refusal.hpp"
#include "certificate.hpp"
#include "graph/weight_kind.hpp"
#include "programs/mpi_ranks.hpp"
#include "ranks.hpp"
#include "record/machine.hpp"
#include "record/result.hpp"
#include "record/result_json.hpp"
#include "slice.hpp"
#include "stepping.hpp"

namespace wayfront::ranks {
namespace {

using host::ExitCode;
using host::UserError;

std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

Traffic sum(const Traffic& mine, const Ranks& ranks) {
  return {ranks.sum(mine.messages), ranks.sum(mine.bytes), ranks.max(mine.collectives)};
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
        loaded_(MPI_Wtime() - begin_),
        limit_(limit_as<W>(arguments.question.limit)),
        wants_tree_(!arguments.predecessors.empty() && arguments.certify.empty()) {}

  int run() {
    host::RunResult result = not_begun();
    const auto tell = [&](const Answer& answer) {
      if (ranks_.id() == 0 && !arguments_.json) print(answer);
      if (answer.verdict.right) return true;
      result.status = host::RunStatus::wrong;
      if (result.reason.empty()) result.reason = fmt::format("source {}: {}", answer.source, answer.verdict.reason);
      return false;
    };
    for (const auto& [id, name] : arguments_.question.sources) {
      for (const auto& path : arguments_.certify) tell(certify(id, path));
      if (!arguments_.certify.empty()) continue;
      const Answer answer = solve(id);
      if (!tell(answer)) continue;
      result.samples.push_back(sample_of(answer, result.samples));
      if (!arguments_.output.empty())
        write_distances<W>(with_number(arguments_.output, source_mark, id), distances_, slice_.graph(), ranks_);
      if (wants_tree_)
        write_predecessors(with_number(arguments_.predecessors, source_mark, id), tree_, source_, slice_.graph(),
                           ranks_);
    }
    const bool right = result.status == host::RunStatus::ok;
    if (arguments_.json) print(std::move(result));
    return static_cast<int>(right ? ExitCode::fine : ExitCode::failed_run);
  }

 private:
  /// What is known of an answer, the same on all ranks.
  struct Answer {
    std::uint64_t source = 0;
    std::string file{};             // that it was in; "" if it was solved here
    double solve = 0, certify = 0;  // seconds
    SteppingWork work{};            // of all ranks
    Verdict verdict{};              // its traffic, too
  };

  Answer solve(std::uint64_t id) {
    Answer answer{.source = id};
    source_ = vertex_of(id);
    ranks_.wait_for_all();
    const double begin = MPI_Wtime();
    distances_ = Stepping<W>(slice_, ranks_, arena_, width(), limit_).solve(source_, answer.work);
    ranks_.wait_for_all();
    answer.solve = MPI_Wtime() - begin;
    SteppingWork& work = answer.work;
    work = {.rounds = ranks_.max(work.rounds),
            .relaxed = ranks_.sum(work.relaxed),
            .crossing = ranks_.sum(work.crossing),
            .traffic = sum(work.traffic, ranks_)};
    judge({.source = source_, .distances = distances_, .limit = limit_}, wants_tree_ ? &tree_ : nullptr, answer);
    return answer;
  }

  Answer certify(std::uint64_t id, const std::filesystem::path& path) {
    Answer answer{.source = id, .file = path.string()};
    source_ = vertex_of(id);
    distances_ = read_distances<W>(path, slice_.graph(), ranks_);
    std::vector<Vertex> predecessors;
    const bool given = !arguments_.predecessors.empty();
    if (given) predecessors = read_predecessors(arguments_.predecessors, source_, slice_.graph(), ranks_);
    judge(
        {.source = source_, .distances = distances_, .limit = limit_, .predecessors = given ? &predecessors : nullptr},
        nullptr, answer);
    return answer;
  }

  void judge(const Claim<W>& claim, std::vector<Vertex>* tree, Answer& answer) {
    const double begin = MPI_Wtime();
    answer.verdict = Certificate<W>(slice_, ranks_, arena_).judge(claim, tree);
    answer.certify = MPI_Wtime() - begin;
    answer.verdict.traffic = sum(answer.verdict.traffic, ranks_);
  }

  double width() const {
    return arguments_.delta > 0 ? arguments_.delta : chosen_width(slice_.graph(), slice_.crossing());
  }

  std::uint64_t vertex_of(std::uint64_t id) const {
    const WholeGraph& graph = slice_.graph();
    if (id >= graph.first_id && id - graph.first_id < graph.vertices) return id - graph.first_id;
    throw UserError(ExitCode::usage,
                    graph.vertices == 0
                        ? fmt::format("--from {}: {} has no vertices", id, arguments_.graph.graph)
                        : fmt::format("--from {}: there is no such vertex; the ids of {} are {} to {}", id,
                                      arguments_.graph.graph, graph.first_id, graph.first_id + graph.vertices - 1));
  }

  void print(const Answer& answer) const {
    const Verdict& verdict = answer.verdict;
    std::string line = fmt::format("source {}: ", answer.source);
    if (!answer.file.empty()) line += answer.file + ": ";
    line += verdict.right ? fmt::format("certified{}, {} vertices reached, farthest {}, sum {}",
                                        arguments_.check ? "" : " (the graph was not compared with its digest)",
                                        verdict.reached, verdict.max_distance, verdict.distance_sum)
                          : "WRONG: " + verdict.reason;
    if (answer.file.empty())
      line += fmt::format("; solved in {:.3f} s, {} rounds, {:.2f} bytes sent per relaxed arc", answer.solve,
                          answer.work.rounds,
                          static_cast<double>(answer.work.traffic.bytes) /
                              static_cast<double>(std::max<std::uint64_t>(answer.work.relaxed, 1)));
    fmt::print("{}; certified in {:.3f} s\n", line, answer.certify);
  }

  /// The same source again is the next repeat.
  static host::Sample sample_of(const Answer& answer, const std::vector<host::Sample>& before) {
    host::Sample sample;
    sample.source = answer.source;
    sample.repeat = 1 + static_cast<unsigned>(std::ranges::count(before, sample.source, &host::Sample::source));
    sample.solve = sample.compute = answer.solve;
    sample.verify = answer.certify;
    sample.work.rounds = answer.work.rounds;
    sample.work.relaxed = answer.work.relaxed;
    sample.certificate = answer.verdict;
    sample.ranks = host::RankTraffic{
        .crossing = answer.work.crossing, .solve = answer.work.traffic, .certificate = answer.verdict.traffic};
    return sample;
  }

  host::RunResult not_begun() const {
    const auto option = [](auto value, bool set) { return nlohmann::json{{"value", value}, {"set", set}}; };
    host::RunResult run;
    run.plugin = "wayfront-rank";
    run.label = fmt::format("wayfront-rank ranks={}", ranks_.count());
    run.version = host::version_line();
    run.baseline = true;
    run.predecessors = wants_tree_ ? "ranks" : "none";
    run.options = {{"ranks", option(ranks_.count(), true)},
                   {"threads", option(arguments_.threads, arguments_.threads != 1)},
                   {"delta", option(width(), arguments_.delta > 0)}};
    if (limit_ != unreached<W>) run.options["limit"] = option(arguments_.question.limit, true);
    if (!arguments_.check) run.notes.emplace_back("the graph was not compared with its digest");
    run.prepare = loaded_;
    return run;
  }

  /// The result of one case with this run, as `wayfront run` writes it. All ranks together.
  void print(host::RunResult run) const {
    struct Rank {
      Ranks::HostName host;
      std::uint64_t vertices, edges, ghosts, share, peak, start;
    };
    const std::vector<Rank> all = ranks_.gather(Rank{Ranks::host(), slice_.vertices(), slice_.edges(), slice_.ghosts(),
                                                     slice_.bytes(), peak_bytes(), started_with_});
    if (ranks_.id() != 0) return;
    for (const Rank& it : all)
      run.ranks.push_back({it.host.data(), it.vertices, it.edges, it.ghosts, it.share, it.peak});
    const WholeGraph& graph = slice_.graph();
    host::Results results;
    results.started = started_;
    results.seconds = MPI_Wtime() - begin_;
    results.machine = host::describe_machine();
    results.pipeline = {
        {"measure", {{"threads", {{"value", arguments_.threads}}}, {"isolation", {{"value", "process"}}}}}};
    results.graph = {{"name", arguments_.graph.graph},
                     {"digest", graph.digest},
                     {"vertices", graph.vertices},
                     {"edges", graph.edges},
                     {"directed", true},
                     {"weights", host::name(graph.weights)},
                     {"min_weight", graph.min_weight},
                     {"max_weight", graph.max_weight},
                     {"weight_rule", ""},
                     {"first_id", graph.first_id},
                     {"load_seconds", loaded_}};
    for (const host::Sample& it : run.samples)
      if (it.repeat == 1) results.sources.push_back(it.source);
    results.runs = {std::move(run)};
    nlohmann::json json = to_json(results);
    for (std::size_t i = 0; i < all.size(); ++i) json["runs"][0]["ranks"][i]["start_bytes"] = all[i].start;
    std::fputs(host::json_text(json).c_str(), stdout);
  }

  const Arguments& arguments_;
  const Ranks& ranks_;
  std::string started_ = host::timestamp();
  double begin_ = MPI_Wtime();
  host::Arena arena_;
  std::uint64_t started_with_;
  Slice<W> slice_;
  double loaded_;  // seconds
  W limit_;
  bool wants_tree_;
  std::uint64_t source_ = 0;  // of the last answer
  std::vector<W> distances_;  // of this rank's vertices
  std::vector<Vertex> tree_;
};

/// Ranks of different versions would misunderstand each other. Throws UserError, the same on all.
void require_one_version(const Ranks& ranks) {
  const std::string version = host::version_line();
  const std::uint64_t mine = host::hash64(version.data(), version.size()), of_first = ranks.tell(mine, 0);
  together(ranks, ExitCode::input, [&] {
    if (mine != of_first)
      host::fail(ExitCode::input,
                 "rank {} on {} is of another version ({}) than rank 0; install the "
                 "same Wayfront on all machines",
                 ranks.id(), Ranks::host().data(), version);
  });
}

int run(int argc, char** argv) {
  const Ranks ranks;
  Arguments arguments;
  try {
    programs::meet(MPI_COMM_WORLD);
    require_one_version(ranks);
    if (const auto done = parse(argc, argv, ranks, arguments)) return *done;
    const std::unique_ptr<SliceSource> source = open_slices(arguments.graph, ranks);
    return with_weight_type(source->graph().weights,
                            [&]<WeightType W>() { return Program<W>(arguments, *source, ranks).run(); });
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
  int code = wayfront::ranks::run(argc, argv);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fprintf(stderr, "wayfront-rank: cannot write to standard output: %s\n", std::strerror(errno));
    if (code == 0) code = static_cast<int>(wayfront::host::ExitCode::failed_run);
  }
  MPI_Finalize();
  return code;
}
