// lemon-dijkstra computes shortest distances from one source with LEMON's Dijkstra, on a copy of the graph as LEMON's
// StaticDigraph and with any of LEMON's heaps.
//
// It is a baseline from another house, and a way to compare heaps: nothing of the algorithm is ours. LEMON's Dijkstra
// holds each vertex at most once in the heap, at a place that a map of integers remembers, and decreases its key.
//
// Deviations: integer sums saturate at `unreached` instead of wrapping. The search ends early where the problem has a
// limit, targets or a count. The heaps `radix` and `bucket`, which are for int, refuse long paths: the former's
// bounds would wrap, and the latter has an entry for each distance.
//
// Reference: B. Dezső, A. Jüttner, P. Kovács, LEMON - an Open Source C++ Graph Template Library, Electronic Notes in
// Theoretical Computer Science 264 (2011).

#include <lemon/bin_heap.h>
#include <lemon/bucket_heap.h>
#include <lemon/dheap.h>
#include <lemon/fib_heap.h>
#include <lemon/pairing_heap.h>
#include <lemon/quad_heap.h>
#include <lemon/radix_heap.h>

#include <cstdint>
#include <memory>
#include <type_traits>

#include "search.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

using lemon_dijkstra::Places;
using lemon_dijkstra::Search;
using lemon_dijkstra::SearchOf;
using lemon_graph::Degrees;
using lemon_graph::Digraph;

enum class Heap : std::uint8_t { bin, quad, dary, fibonacci, pairing, radix, bucket };

constexpr int max_radix = (1 << 29) - 1;   // the radix heap's bounds stay below four times the largest priority
constexpr int max_bucket = (1 << 26) - 1;  // 256 MiB of buckets

template <WeightType W>
std::unique_ptr<Search> search_with(Heap heap, bool counted, const Digraph& digraph, const W* weights,
                                    Degrees degrees) {
  const auto make = [&]<class H, int max = 0>()->std::unique_ptr<Search> {
    return std::make_unique<SearchOf<W, H, max>>(digraph, weights, degrees);
  };
  if (counted) {
    if (heap != Heap::bin)
      throw Unsupported(
          "comparisons are counted with LEMON's BinHeap alone; set heap = \"bin\" or comparisons = false");
    using Counting = lemon::BinHeap<W, Places, lemon_dijkstra::CountingLess<W>>;
    return std::make_unique<SearchOf<W, Counting, 0, true>>(digraph, weights, degrees);
  }
  switch (heap) {
    case Heap::bin:
      return make.template operator()<lemon::BinHeap<W, Places>>();
    case Heap::quad:
      return make.template operator()<lemon::QuadHeap<W, Places>>();
    case Heap::dary:
      return make.template operator()<lemon::DHeap<W, Places>>();
    case Heap::fibonacci:
      return make.template operator()<lemon::FibHeap<W, Places>>();
    case Heap::pairing:
      return make.template operator()<lemon::PairingHeap<W, Places>>();
    case Heap::radix:
    case Heap::bucket:
      break;
  }
  if constexpr (std::is_same_v<W, std::int32_t>) {
    return heap == Heap::radix ? make.template operator()<lemon::RadixHeap<Places>, max_radix>()
                               : make.template operator()<lemon::BucketHeap<Places>, max_bucket>();
  } else {
    throw Unsupported("LEMON's radix and bucket heaps take int32 weights alone; choose another for the option 'heap'");
  }
}

class LemonDijkstra {
 public:
  static constexpr PluginAbout about{
      .name = "lemon-dijkstra",
      .version = "1.0.0",
      .summary = "LEMON's Dijkstra with any of its heaps: a baseline, and a comparison of heaps.",
      .reference = "B. Dezso, A. Juttner, P. Kovacs, Electronic Notes in Theoretical Computer Science 264 (2011)",
      .capabilities = capability::any_weights | capability::predecessors | capability::exact_work | capability::early,
      .counters = {"comparisons"}};

  struct Options {
    Heap heap;
    bool comparisons;
  };
  static constexpr NamedValue<Heap> heaps[] = {
      {"bin", Heap::bin},         {"quad", Heap::quad},   {"dary", Heap::dary},    {"fibonacci", Heap::fibonacci},
      {"pairing", Heap::pairing}, {"radix", Heap::radix}, {"bucket", Heap::bucket}};
  static constexpr OptionRow rows[] = {
      choice<&Options::heap>("heap", Heap::bin, heaps,
                             "LEMON's heap: BinHeap, which is LEMON's default, QuadHeap, DHeap with 16 children, "
                             "FibHeap, PairingHeap; with int32 weights RadixHeap or BucketHeap."),
      boolean<&Options::comparisons>("comparisons", false,
                                     "Count comparisons of distances, with BinHeap alone, which costs time.")};

  explicit LemonDijkstra(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext&) {
    search_.reset();
    visit<about.capabilities>(graph.csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
      digraph_ = lemon_graph::digraph_of(view);
      search_ = search_with<W>(options_.heap, options_.comparisons, *digraph_, view.weights, Degrees(view.offsets));
    });
  }

  void solve(const Problem& problem, Output& output, RunContext& context) { search_->solve(problem, output, context); }

 private:
  Options options_;
  std::unique_ptr<Digraph> digraph_;
  std::unique_ptr<Search> search_;  // on digraph_
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::LemonDijkstra)
