// pbgl solves with the Parallel Boost Graph Library: ranks, each a process with its part of the vertices and of the
// arcs out of them, exchange distances through MPI. It is the way out of one machine, and what a shared-memory plugin
// has to beat on one.
//
// No MPI in this process: `prepare` lets mpirun start the ranks (rank/main.cpp), gives each its part over a socket to
// rank 0, and waits until they have built the library's distributed CSR graph. The ranks stay until the
// end of the instance, also through another prepare. A solve sends the source and receives the distances, so its time
// is the algorithm's and that of 4 bytes per vertex on their way. Graph and answers pass through rank 0, so other
// machines need nothing but MPI and the program at the same path; nothing is written to disk.
//
// A rank that dies takes the others and mpirun with it: that run fails with what they said. Cancelling kills them; the
// next solve starts new ones. Parallel BGL calculates with this project's sums (rank/distance.hpp says why).
//
// Deviations: arcs of float32 are all "light" for delta-stepping. Vertices are dealt out in blocks of equal size, the
// library's usual distribution; the last block is filled up with vertices that have no arcs.
//
// Reference: N. Edmonds, A. Breuer, D. Gregor, A. Lumsdaine, Single-source shortest paths with the Parallel Boost Graph
// Library, 9th DIMACS Implementation Challenge (2006); U. Meyer, P. Sanders, Delta-stepping, J. of Algorithms 49
// (2003); A. Crauser, K. Mehlhorn, U. Meyer, P. Sanders, A parallelization of Dijkstra's shortest path algorithm, MFCS
// 1998.

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <thread>

#include "team.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

using pbgl::Method;

/// lib/wayfront/wayfront-pbgl-rank, beside the folder of this plugin.
std::filesystem::path rank_program() {
  static const char here = 0;
  Dl_info info{};
  if (::dladdr(&here, &info) == 0 || info.dli_fname == nullptr) return "wayfront-pbgl-rank";
  return std::filesystem::absolute(info.dli_fname).parent_path().parent_path() / "wayfront-pbgl-rank";
}

/// Eight mean weights over the mean degree: near the best for road networks and random graphs, on which the best differ
/// by a factor of 300. More where delta-stepping would need too many buckets.
template <WeightType W, OffsetType O>
double chosen_width(const CsrView<W, O>& graph, const GraphInfo& info) {
  const double arcs = std::max(1.0, static_cast<double>(graph.edges));
  const double usual = 8 * info.mean_weight * (graph.vertices / arcs);
  const double farthest = std::min(info.max_weight * std::max(1.0, graph.vertices - 1.0),
                                   static_cast<double>(std::numeric_limits<W>::max()));
  const double width = std::max(usual, farthest / (static_cast<double>(pbgl::max_buckets) / 2));
  return width > 0 ? width : 1;
}

/// As a number of type W that is greater than 0.
template <WeightType W>
double in_type(double width) {
  if constexpr (std::is_same_v<W, float>)
    return std::clamp(width, double{std::numeric_limits<float>::min()}, double{std::numeric_limits<float>::max()});
  return std::clamp(std::ceil(width), 1.0, double{std::numeric_limits<std::int32_t>::max()});
}

class Pbgl {
 public:
  static constexpr PluginAbout about{
      .name = "pbgl",
      .version = "1.0.0",
      .summary = "Parallel Boost Graph Library on MPI: the way out of one machine.",
      .reference = "N. Edmonds, A. Breuer, D. Gregor, A. Lumsdaine, 9th DIMACS Implementation Challenge, 2006",
      .capabilities = capability::weights32};

  static constexpr unsigned max_ranks = 256;  // the library has 8 bits of a vertex for its rank

  struct Options {
    Method algorithm;
    std::uint64_t ranks;
    double delta;
    std::string host_file;
    std::string launcher;
    double start_timeout;
  };
  static constexpr NamedValue<Method> methods[] = {{"delta_stepping", Method::delta_stepping},
                                                   {"crauser", Method::crauser},
                                                   {"eager_dijkstra", Method::eager_dijkstra}};
  static constexpr OptionRow rows[] = {
      choice<&Options::algorithm>("algorithm", Method::delta_stepping, methods, "Which of the library's."),
      integer<&Options::ranks>("ranks", 4, {1, max_ranks}, "Processes, all machines together."),
      real<&Options::delta>("delta", 0, {0, 1e12},
                            "Width of a bucket of delta_stepping, and how far beyond the smallest distance "
                            "eager_dijkstra goes; 0: 8 mean weights over the mean degree."),
      path<&Options::host_file>("host_file", "",
                                "Open MPI's list of machines, this one first; \"\": those of the allocation "
                                "(Slurm, PBS), else this one alone."),
      text<&Options::launcher>("launcher", "auto",
                               "The program that starts the ranks, found in PATH; \"auto\": srun in an allocation of "
                               "Slurm, else mpirun."),
      real<&Options::start_timeout>("start_timeout", 25, {1, 3600},
                                    "Seconds until ranks on several machines must have met; then the run fails.")};

  explicit Pbgl(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext& context) {
    graph_ = &graph;
    const programs::MpiLaunch launch = this->launch();
    const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
    if (!programs::is_for_several_machines(launch) && options_.ranks > std::uint64_t{ranks_per_processor} * processors)
      throw Unsupported("pbgl: " + std::to_string(options_.ranks) + " ranks are too many for the " +
                        std::to_string(processors) + " processors of this machine; name others in host_file");
    if (!launch.host_file.empty() && ::access(launch.host_file.c_str(), R_OK) != 0)
      throw Failure(StatusCode::failed, "pbgl: host_file " + launch.host_file + " cannot be read");
    if (graph.info().vertices != 0) start(context);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    try {
      if (team_ == nullptr) start(context);  // after one that was cancelled, or whose ranks died
      team_->ask(problem.source, {static_cast<std::uint32_t*>(output.distances), output.vertices}, context);
    } catch (...) {
      team_.reset();
      throw;
    }
    if (reported_) return;
    reported_ = true;
    context.log(Level::info, "pbgl: " + std::to_string(options_.ranks) + " ranks took " +
                                 std::to_string(team_->peak_bytes() >> 20) + " MiB at their peaks");
  }

 private:
  static constexpr unsigned ranks_per_processor = 8;

  programs::MpiLaunch launch() const {
    return programs::resolved(
        {.ranks = options_.ranks, .launcher = options_.launcher, .host_file = options_.host_file});
  }

  void start(RunContext& context) {
    try {
      visit<capability::weights32>(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& csr) {
        const pbgl::Job job{
            .vertices = csr.vertices,
            .weights = weight_kind<W>,
            .method = options_.algorithm,
            .width = in_type<W>(options_.delta > 0 ? options_.delta : chosen_width(csr, graph_->info()))};
        if (team_ == nullptr)
          team_ = std::make_unique<pbgl::Team>(pbgl::TeamOptions{.launch = launch(),
                                                                 .program = rank_program().string(),
                                                                 .start_timeout = std::chrono::milliseconds(
                                                                     std::llround(options_.start_timeout * 1000))},
                                               context);
        team_->give(job, csr, context);
      });
    } catch (...) {
      team_.reset();
      throw;
    }
    reported_ = false;
  }

  Options options_;
  const Graph* graph_ = nullptr;
  std::unique_ptr<pbgl::Team> team_;  // null: start one first
  bool reported_ = false;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::Pbgl)
