#include "load/tables/graph_tables.hpp"

#include <limits>
#include <string_view>

#include "settings/table_rows.hpp"

namespace wayfront::host {
namespace {

constexpr double max_float = std::numeric_limits<float>::max();

constexpr OptionRow rule[] = {
    real<&GraphInputTable::constant>("constant", 1, {-max_float, max_float}, "This weight for every arc."),
    reals<&GraphInputTable::uniform>(
        "uniform", {-max_float, max_float},
        "Random integers from the first to the second bound, both included; they depend on the arc's ends and `seed`."),
    integer<&GraphInputTable::seed>("seed", 1, {0, INT64_MAX}, "Random seed of `uniform`."),
    text<&GraphInputTable::euclidean>("euclidean", "",
                                      "Weights are straight-line distances; this DIMACS .co file has the coordinates."),
    real<&GraphInputTable::scale>("scale", 1, {1e-15, 1e15}, "Factor for `euclidean` distances."),
};

constexpr OptionRow graph[] = {
    text<&GraphInputTable::path>("path", "", "The graph file, relative to the pipeline file."),
    text<&GraphInputTable::loader>(
        "loader", "", "The loader plugin, or the path of its file; \"\" chooses it by the content of `path`."),
    choice<&GraphInputTable::weights>(
        "weights", WeightChoice::automatic,
        {{"auto", WeightChoice::automatic},
         {"int32", WeightChoice::int32},
         {"float32", WeightChoice::float32},
         {"int64", WeightChoice::int64},
         {"float64", WeightChoice::float64}},
        "Type of the weights; \"auto\": int32 if they are whole and no path can be too long for it, else the smallest type "
        "that holds all of them exactly."),
    choice<&GraphInputTable::named_rule>(
        "missing_weights", WeightRule::Kind::none,
        {{"error", WeightRule::Kind::none},
         {"unit", WeightRule::Kind::constant},
         {"hash1000", WeightRule::Kind::hash1000},
         {"gap", WeightRule::Kind::gap}},
        "What to do if the file has no weights: report an error, or use this rule; \"unit\": all weights are 1."),
    table<&GraphInputTable::has_rule_table>("missing_weights", rule,
                                            "A rule that gives weights to a file without them."),
    text<&GraphInputTable::coordinates>(
        "coordinates", "",
        "A DIMACS .co file with the coordinates of the vertices, relative to the pipeline file; \"\": those of the graph "
        "file, or of the .co file beside it."),
    any("options", "Options of the named loader."),
    boolean<&GraphInputTable::cache>("cache", true,
                                     "Whether the graph is kept as a binary file for later runs; if not set, only if "
                                     "loading took over a second."),
    text<&GraphInputTable::cache_directory>("cache", "",
                                            "Keep the graph in this directory, relative to the pipeline file."),
    real<&GraphInputTable::cache_gigabytes>(
        "cache_limit", 10, {0, 1e6}, "Max size of the cache in GB; the least recently used entries are removed."),
    text<&GraphInputTable::cache_size>("cache_limit", "", "The same with a unit: \"500MB\", \"20 GiB\"."),
    any("steps", "Changes to the graph after loading, in order: [[graph.steps]]."),
    text<&GraphInputTable::label>("label", "",
                                  "Name of this graph if there are several; by default the file and what differs."),
};

constexpr OptionRow potentials[] = {
    integer<&StepTable::potentials_seed>("seed", 1, {0, INT64_MAX}, "Random seed for the potentials."),
    integer<&StepTable::max_potential>("most", 100, {0, 1'000'000'000}, "The largest potential; the smallest is 0."),
};

constexpr OptionRow negative_fraction[] = {
    required(real<&StepTable::negative_table_fraction>("fraction", 0, {0, 1}, "The share of the arcs.")),
    integer<&StepTable::negative_seed>("seed", 1, {0, INT64_MAX}, "Random seed for the choice of arcs."),
};

using Order = ReorderStep::Order;
constexpr NamedValue<Order> orders[] = {
    {"none", Order::none}, {"bfs", Order::bfs}, {"degree", Order::degree}, {"random", Order::random}};

constexpr OptionRow reorder[] = {
    required(choice<&StepTable::reorder_table>("order", Order::none, orders, "The order, as above.")),
    integer<&StepTable::reorder_seed>("seed", 1, {0, INT64_MAX}, "Random seed for \"random\"."),
};

constexpr OptionRow step[] = {
    boolean<&StepTable::symmetrize>("symmetrize", false, "Add the reverse of every arc, with the same weight."),
    boolean<&StepTable::transpose>("transpose", false, "Reverse every arc."),
    boolean<&StepTable::drop_self_loops>("drop_self_loops", false, "Remove arcs from a vertex to itself."),
    choice<&StepTable::merge_parallel>("merge_parallel", MergeParallelStep::Keep::min,
                                       {{"min", MergeParallelStep::Keep::min}, {"max", MergeParallelStep::Keep::max}},
                                       "Keep only the lightest or the heaviest of parallel arcs."),
    boolean<&StepTable::largest_component>("largest_component", false,
                                           "Keep only the largest weakly connected component."),
    boolean<&StepTable::abs_weights>("abs_weights", false, "Replace weights by their absolute values."),
    real<&StepTable::scale_weights>("scale_weights", 1, {-1e15, 1e15},
                                    "Multiply weights by this factor; integer weights are rounded to the nearest "
                                    "integer."),
    table<&StepTable::has_potentials>(
        "potentials", potentials,
        "Change weights to w + h(u) - h(v) with random h: negative arcs, the same shortest paths, no new negative "
        "cycles."),
    real<&StepTable::negative_fraction>(
        "negative_fraction", 0, {0, 1},
        "Give this share of the arcs the weight -|w|; this may create negative cycles."),
    table<&StepTable::has_negative_table>("negative_fraction", negative_fraction, "The same with a seed."),
    choice<&StepTable::reorder>("reorder", Order::none, orders,
                                "Renumber the vertices internally: by breadth-first search, by out-degree, or "
                                "randomly."),
    table<&StepTable::has_reorder_table>("reorder", reorder, "The same with a seed."),
};

}  // namespace

std::span<const OptionRow> graph_rows() { return graph; }
std::span<const OptionRow> weight_rule_rows() {
  constexpr std::size_t first = 3, count = 2;  // one for each type that it may have
  static_assert(std::string_view(graph[first].name) == "missing_weights" &&
                std::string_view(graph[first + 1].name) == "missing_weights");
  return graph_rows().subspan(first, count);
}
std::span<const OptionRow> step_rows() { return step; }

}  // namespace wayfront::host
