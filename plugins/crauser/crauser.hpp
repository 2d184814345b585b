// crauser computes shortest distances from one source on a GPU by settling many vertices at a time, after the criteria
// of Crauser et al. as Ortega-Arranz et al. brought them to GPUs; weights are not negative.
//
// A vertex is reached when it has a distance, and settled when that cannot fall any more. A round takes all reached
// vertices that are known to be final, settles them and relaxes the arcs out of them; each vertex is settled once, and
// each arc relaxed once. What is final is told by minima over the reached unsettled vertices, found at the end of the
// round before: d(v) <= min (d(u) + lightest arc out of u) is Crauser's OUT criterion, d(v) == min d(u) Martin's,
// d(v) <= min d(u) + lightest arc into v the IN criterion, and IN and OUT may be joined. The lightest arcs are computed
// on the device and attached to the graph.
//
// `flags` are the printed kernels: three sweeps over all vertices per round, a thread each, which update (settle by
// criterion), relax (over arcs to unsettled successors, or from settled predecessors) and find the minimum. `queue`
// keeps the reached unsettled vertices in a queue, so that only those are looked at: an arc that reaches a vertex for
// the first time queues it, each round's unsettled rest is queued again, and the distance with which the minimum was
// computed is kept beside the entry. By that copy a round settles, so that what a round lowers cannot be taken in the
// same round: the rounds are exactly those of a sequential version, and one barrier of three is saved. A warp spreads
// the arcs of its vertices over its threads; those of vertices of high degree are shared by all blocks. With
// predecessors the queue holds all unsettled vertices, and finding the minimum is part of the relaxation.
//
// Deviations from Alg. 1 and 2. The loop begins with the update, which settles the source, and ends when no reached
// vertex is unsettled instead of when the minimum is infinite, so vertices without arcs out are settled in the rounds
// and unreached ones never are. Sums saturate: a vertex without arcs out has an infinite lightest arc. The relaxation
// does not assign what atomicMin returns, and looks at the distance first. The flags of the frontier are rewritten by
// the update. The minimum of a block goes to a word in device memory by an atomic instead of by a second pass.
//
// References: A. Crauser, K. Mehlhorn, U. Meyer, P. Sanders, A Parallelization of Dijkstra's Shortest Path Algorithm,
// MFCS 1998; H. Ortega-Arranz, Y. Torres, A. Gonzalez-Escribano, D. R. Llanos, Comprehensive Evaluation of a New
// GPU-based Approach to the Shortest Path Problem, IJPP 2015; P. J. Martin, R. Torres, A. Gavilanes, CUDA Solutions for
// the SSSP Problem, ICCS 2009.
#pragma once

#include <cstdint>
#include <memory>

#include "wayfront/cuda/options.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"
#include "wayfront/profile.hpp"
#include "wayfront/run.hpp"

namespace wayfront::crauser {

enum class Settles : std::uint8_t { crauser, martin, in, in_or_out };
enum class Direction : std::uint8_t { successors, predecessors };
enum class Form : std::uint8_t { queue, flags };
enum class Reduction : std::uint8_t { warp, cub, reduce4 };

/// Measured once, and no options. Each is right with any value: tests of rare paths set others.
struct Tuning {
  unsigned hub_degree = 256;  // all blocks share the arcs of vertices with more out; of a queue of successors
};

struct Options : Tuning {
  Settles criterion;
  Direction direction;
  Form frontier;
  Reduction reduction;
  unsigned relax_block;
  unsigned minimum_block;
  unsigned update_block;
  unsigned block_size;
  unsigned threads_per_sm;
  int carveout;
  cuda::Loop loop;
};

inline constexpr NamedValue<Settles> criteria[] = {
    {"crauser", Settles::crauser}, {"martin", Settles::martin}, {"in", Settles::in}, {"in_or_out", Settles::in_or_out}};
inline constexpr NamedValue<Direction> directions[] = {{"successors", Direction::successors},
                                                       {"predecessors", Direction::predecessors}};
inline constexpr NamedValue<Form> forms[] = {{"queue", Form::queue}, {"flags", Form::flags}};
inline constexpr NamedValue<Reduction> reductions[] = {
    {"warp", Reduction::warp}, {"cub", Reduction::cub}, {"reduce4", Reduction::reduce4}};

/// "paper": the kernels as Ortega-Arranz et al. print them, in their first configuration.
inline constexpr Profile profiles[] = {{"today", ""},
                                       {"paper", "loop = 'host'\nfrontier = 'flags'\nreduction = 'reduce4'"}};

inline constexpr OptionRow rows[] = {
    profile<profiles>("The program of today, or the one of the paper; options given beside it win."),
    choice<&Options::criterion>("criterion", Settles::crauser, criteria,
                                "What a round settles: vertices up to the least distance + lightest arc out (Crauser's "
                                "OUT), at the least distance (Martin), whose lightest arc in rules out an improvement "
                                "(IN), or by either of IN and OUT.")
        .tried(R"("martin")"),
    choice<&Options::direction>("direction", Direction::successors, directions,
                                "Settled vertices lower their successors, or unsettled ones look for settled "
                                "predecessors."),
    choice<&Options::frontier>("frontier", Form::queue, forms,
                               "Unsettled vertices in a queue, or a flag and a thread for every vertex in every round, "
                               "as printed."),
    choice<&Options::reduction>("reduction", Reduction::warp, reductions,
                                "How a block finds its minimum: the hardware's warp minimum and atomics, CUB, or "
                                "reduce4 of the CUDA samples."),
    integer<&Options::relax_block>("relax_block", 256, {32, 1024},
                                   "Threads per block where arcs are relaxed, with loop = \"host\"; a multiple of 32."),
    integer<&Options::minimum_block>("minimum_block", 256, {32, 1024},
                                     "The same where the minimum is found, with a kernel of its own."),
    integer<&Options::update_block>("update_block", 256, {32, 1024},
                                    "The same where vertices are settled, with a kernel of its own."),
    integer<&Options::block_size>("block_size", 512, {32, 1024},
                                  "Threads per block with loop = \"device\", a multiple of 32.")
        .tried("256, 1024"),
    integer<&Options::threads_per_sm>("threads_per_sm", 1024, {32, 2048},
                                      "Most threads per multiprocessor with loop = \"device\": more of them wait for "
                                      "memory together, and longer for each other.")
        .tried("512, 2048"),
    integer<&Options::carveout>("carveout", -1, {-1, 100},
                                "Percent of the on-chip memory that is to be shared memory and not L1 cache; -1: the "
                                "driver's choice.")
        .tried("0, 50, 100"),
    cuda::loop_option<&Options::loop>(),
#ifdef WAYFRONT_TUNING_ROWS
    tuning<&Options::hub_degree, Options>("hub_degree"),
#endif
};

using cuda::Solver;

/// On the current device. `graph` must outlive the solver and have no negative weights.
std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::crauser
