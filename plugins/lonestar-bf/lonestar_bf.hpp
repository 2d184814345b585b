// lonestar-bf computes shortest distances from one source on a GPU, negative weights allowed: the Bellman-Ford of the
// LonestarGPU suite, which later work is measured against.
//
// A thread takes a vertex and relaxes the arcs out of it, one after the other, with an atomic minimum per arc.
// Topology-driven, a round takes every vertex, whether its distance changed or not, until a round changes nothing.
// Data-driven, a round takes the vertices on a list, and whatever improves goes onto the next one, as often as it
// improves. Cooperative, the list's arcs are shared: all threads of a block take a row of at least as many arcs as they
// are, a warp one of 32 and more, and a warp's shorter rows are laid end to end. Distances are lowered in place, so a round may see what it changed itself.
//
// Deviations. Written from the papers' description. A vertex without a distance is skipped. The list has a fixed size;
// where it overflows, the next round takes all vertices. Its third variant, with a list and shared rows (wlc),
// is Merrill's three ways to expand; there the shortest rows are gathered in shared memory by the block. Rounds run in one cooperative kernel by default; loop = "host"
// is the original's launch per round. Negative cycles are looked for while the rounds go on, see
// cuda/predecessor_cycle.hpp; the original has no negative weights. Predecessors are the host's. Integer sums saturate.
// Work counters differ from run to run, because rounds depend on the order of the threads.
//
// References: M. Burtscher, R. Nasre, K. Pingali, A Quantitative Study of Irregular Programs on GPUs, IISWC 2012;
// R. Nasre, M. Burtscher, K. Pingali, Data-driven versus Topology-driven Irregular Computations on GPUs, IPDPS 2013.
#pragma once

#include <cstdint>
#include <memory>

#include "wayfront/cuda/options.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"
#include "wayfront/profile.hpp"
#include "wayfront/run.hpp"

namespace wayfront::lonestar_bf {

enum class Driven : std::uint8_t { topology, data, cooperative };

/// Measured once, and no options. Each is right with any value: tests of rare paths set others.
struct Tuning {
  unsigned room = 4;  // entries per vertex of the list (0: 64 in all); a round with more is followed by one over all
  unsigned block_size = 1024;  // threads, a multiple of 32
};

struct Options : Tuning {
  Driven driven;
  cuda::Loop loop;
};

inline constexpr NamedValue<Driven> ways[] = {
    {"topology", Driven::topology}, {"data", Driven::data}, {"cooperative", Driven::cooperative}};

/// "paper": LonestarGPU's sssp, a launch for each round.
inline constexpr Profile profiles[] = {{"today", ""}, {"paper", "loop = 'host'"}};

inline constexpr OptionRow rows[] = {
    profile<profiles>("The program of today, or the one of the paper; options given beside it win."),
    choice<&Options::driven>(
        "driven", Driven::topology, ways,
        "A round takes every vertex, or those on a list of what improved in the round before, a thread for "
        "each or, cooperative, blocks for long rows and warps for the others."),
    cuda::loop_option<&Options::loop>(),
#ifdef WAYFRONT_TUNING_ROWS
    tuning<&Options::room, Options>("room"),
    tuning<&Options::block_size, Options>("block_size"),
#endif
};

using cuda::Solver;

/// On the current device. `graph` must outlive the solver.
std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context);

/// What it will take of the device, the copy of the graph included.
std::uint64_t device_bytes(const Options& options, const GraphInfo& info);

}  // namespace wayfront::lonestar_bf
