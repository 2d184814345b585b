// hbf computes shortest distances from one source on a GPU, negative weights allowed: Bellman-Ford with a frontier,
// after Busato and Bombieri's H-BF.
//
// Each round takes the vertices whose distance fell in the round before, relaxes the arcs out of them and queues what
// improved, each vertex once. Arcs carry a class in the two top bits of their target: loops are skipped, the only arc
// into a vertex is relaxed without an atomic, and arcs to leaves (vertices without arcs, or with arcs only to and from
// one neighbour) are left to a pass after the last round. A warp takes several vertices, and the fewer there are the
// more threads each gets; the arcs of vertices of very high degree are shared by all blocks. While a frontier is small,
// one block runs round after round by itself, its queue in shared memory, and the others wait (`alone`).
//
// Deviations. Target and weight of an arc lie side by side. A distance falls only if the candidate is smaller, whatever
// the class; the printed stores could raise it (the source's own, or the lighter of two parallel arcs), so the arcs out
// of the source in round 1 save the look at the old distance, not the atomic; `source_store` stores them as printed,
// where none of them are parallel and but for an arc to the source itself. The round beside the distance in a 64-bit
// word decides about the queue only where the distance fell; a packed word is compared as a signed number, and floats
// by order-preserving bits. Distances of 64 bits leave no room for a round in such a word: a table of rounds decides.
// Negative loops are ordinary arcs and end in a negative cycle. A leaf with a neighbour has no negative arc, degrees do
// not count loops, and parallel arcs to one neighbour make one neighbour. Leaf arcs are a list of their own. Distances
// are lowered in place, so a vertex may have improved again when its round takes it: it waits for the next then
// (`defer`), where the paper takes it twice. Where duplicates are kept and the queue is full, the next round takes all
// vertices. On devices of today a kernel cannot wait for the kernels that it launches, so dynamic parallelism is fire
// and forget and needs the host's loop; the queue of hubs is the default, above 512 arcs instead of 4096. By default a
// warp's threads share the arcs of its vertices evenly, which serves all degrees better than virtual warps; those are
// an option, as are the paper's lookup table, direct pushes and cache policies. Negative cycles are looked for while
// the rounds go on, see cuda/predecessor_cycle.hpp. Predecessors are the host's.
//
// Reference: F. Busato, N. Bombieri, An Efficient Implementation of the Bellman-Ford Algorithm for Kepler GPU
// Architectures, IEEE TPDS, 2015.
#pragma once

#include <cstdint>
#include <memory>

#include "wayfront/cuda/options.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"
#include "wayfront/profile.hpp"
#include "wayfront/run.hpp"

namespace wayfront::hbf {

enum class Classes : std::uint8_t { all, none, self_loop, source, in_degree_1, out_degree_0 };
enum class Dedup : std::uint8_t { automatic, atomic64, stamp, lookup, none };
enum class Cache : std::uint8_t { standard, streaming, read_only, bypass };
enum class Enqueue : std::uint8_t { staged, direct };
enum class Mapping : std::uint8_t { scan, virtual_warp };
enum class Hubs : std::uint8_t { none, queue, dynamic_parallelism };

/// Measured once, and no options. Each is right with any value: tests of rare paths set others.
struct Tuning {
  unsigned room = 4;  // queue entries per vertex with duplicates (0: 64 in all); a round after more takes all vertices
};

/// Each optimisation can be switched off by itself.
struct Options : Tuning {
  Classes edge_classes;
  bool source_store;
  Dedup dedup;
  bool defer;
  Cache frontier_cache;
  Cache arc_cache;
  Cache distance_cache;
  Enqueue enqueue;
  Mapping mapping;
  unsigned virtual_warp_min;
  unsigned virtual_warp_max;
  unsigned warp_workload;
  Hubs hubs;
  unsigned hub_degree;
  unsigned alone;
  unsigned block_size;
  cuda::Loop loop;
};

inline constexpr NamedValue<Classes> class_words[] = {{"all", Classes::all},
                                                      {"none", Classes::none},
                                                      {"self_loop", Classes::self_loop},
                                                      {"source", Classes::source},
                                                      {"in_degree_1", Classes::in_degree_1},
                                                      {"out_degree_0", Classes::out_degree_0}};
inline constexpr NamedValue<Dedup> dedups[] = {{"auto", Dedup::automatic},
                                               {"atomic64", Dedup::atomic64},
                                               {"stamp", Dedup::stamp},
                                               {"lookup", Dedup::lookup},
                                               {"none", Dedup::none}};
inline constexpr NamedValue<Cache> frontier_caches[] = {{"streaming", Cache::streaming}, {"default", Cache::standard}};
inline constexpr NamedValue<Cache> arc_caches[] = {{"read_only", Cache::read_only},
                                                   {"streaming", Cache::streaming},
                                                   {"bypass", Cache::bypass},
                                                   {"default", Cache::standard}};
inline constexpr NamedValue<Cache> distance_caches[] = {{"bypass", Cache::bypass}, {"default", Cache::standard}};
inline constexpr NamedValue<Enqueue> enqueues[] = {{"staged", Enqueue::staged}, {"direct", Enqueue::direct}};
inline constexpr NamedValue<Mapping> mappings[] = {{"scan", Mapping::scan}, {"virtual_warp", Mapping::virtual_warp}};
inline constexpr NamedValue<Hubs> hub_ways[] = {
    {"queue", Hubs::queue}, {"dynamic_parallelism", Hubs::dynamic_parallelism}, {"none", Hubs::none}};

/// "paper": Busato and Bombieri's program, as far as kernels of today can launch others.
inline constexpr Profile profiles[] = {
    {"today", ""},
    {"paper",
     "loop = 'host'\nhubs = 'dynamic_parallelism'\nhub_degree = 4096\nmapping = 'virtual_warp'\nvirtual_warp_min = 4\n"
     "defer = false\nalone = 0\nsource_store = true"}};

inline constexpr OptionRow rows[] = {
    profile<profiles>("The program of today, or the one of the paper; options given beside it win."),
    choice<&Options::edge_classes>("edge_classes", Classes::all, class_words,
                                   "Which classes of arcs are treated apart: all, none, or one alone.")
        .tried(R"("none")"),
    boolean<&Options::source_store>("source_store", false,
                                    "The arcs out of the source store distances in round 1, as printed, and not by "
                                    "atomics; where none of them are parallel. With edge_classes = \"all\" or "
                                    "\"source\"."),
    choice<&Options::dedup>("dedup", Dedup::automatic, dedups,
                            "How a vertex gets into the frontier once: its round beside its distance in one 64-bit "
                            "word (for 32-bit weights), a table of rounds, a lookup table and two more passes, or not "
                            "at all; auto: atomic64 where the weights have 32 bits, else stamp.")
        .tried(R"("lookup", "stamp")"),
    boolean<&Options::defer>("defer", true,
                             "A vertex that improved again in the round that takes it waits for the next; with dedup = "
                             "\"atomic64\" or \"stamp\"."),
    choice<&Options::frontier_cache>("frontier_cache", Cache::streaming, frontier_caches,
                                     "Cache policy of loads of frontier and row offsets."),
    choice<&Options::arc_cache>("arc_cache", Cache::read_only, arc_caches, "Cache policy of loads of arcs."),
    choice<&Options::distance_cache>("distance_cache", Cache::bypass, distance_caches,
                                     "Cache policy of the look at a distance before it is lowered."),
    choice<&Options::enqueue>("enqueue", Enqueue::staged, enqueues,
                              "Gather pushes in shared memory and write them in runs, or write each at once."),
    choice<&Options::mapping>("mapping", Mapping::scan, mappings,
                              "The arcs of a warp's vertices are spread over its threads evenly, or each vertex has a "
                              "virtual warp of its own.")
        .tried(R"("virtual_warp")"),
    integer<&Options::virtual_warp_min>("virtual_warp_min", 1, {1, 32}, "Fewest threads per vertex, a power of two."),
    integer<&Options::virtual_warp_max>("virtual_warp_max", 32, {1, 32}, "Most threads per vertex, a power of two."),
    integer<&Options::warp_workload>("warp_workload", 32, {1, 1024},
                                     "Vertices that a warp takes one after another, while all warps have some."),
    choice<&Options::hubs>("hubs", Hubs::queue, hub_ways,
                           "Vertices of high degree: all blocks share their arcs after the others, or a kernel of "
                           "their own (with loop = \"host\" and 32-bit weights), or nothing special."),
    integer<&Options::hub_degree>("hub_degree", 512, {32, 1'000'000'000}, "Vertices with more arcs out are hubs."),
    integer<&Options::alone>("alone", 2048, {0, 65536},
                             "Rounds of at most this many arcs, by the average degree, are run by one block without "
                             "the others; 0: none. Not with hubs, negative weights, 2^32 arcs or more, loop = "
                             "\"host\" or dedup = \"lookup\".")
        .tried("512, 8192, 0"),
    integer<&Options::block_size>("block_size", 1024, {32, 1024}, "Threads per block, a multiple of 32.")
        .tried("512, 256"),
    cuda::loop_option<&Options::loop>(),
#ifdef WAYFRONT_TUNING_ROWS
    tuning<&Options::room, Options>("room"),
#endif
};

using cuda::Solver;

/// On the current device; W is the type of the graph's weights. `graph` must outlive the solver.
template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::hbf
