#include "pipeline/pipeline_tables.hpp"

#include <limits>

#include "answers/solution_file.hpp"

namespace wayfront::host {
namespace {

constexpr std::int64_t most_int64 = std::numeric_limits<std::int64_t>::max();
constexpr double most_float = std::numeric_limits<float>::max();

constexpr OptionRow any(const char* name, const char* help) {
  return {.name = name, .type = OptionType::any, .help = help};
}

constexpr OptionRow top[] = {
    any("graph", "What to load; [[graph]] where there are several."),
    any("problem", "What to solve; [[problem]] where there are several."),
    any("measure", "How to measure."),
    any("run", "What to run: one [[run]] each."),
    any("report", "What to write."),
    any("output", "Where the answers go."),
};

constexpr OptionRow rule[] = {
    real<&GraphTable::constant>("constant", 1, {-most_float, most_float}, "This weight for every arc."),
    reals<&GraphTable::uniform>(
        "uniform", {-most_float, most_float},
        "Whole numbers from the first to the second, both included, by the arc's ends and `seed`."),
    integer<&GraphTable::seed>("seed", 1, {0, most_int64}, "Of `uniform`."),
    text<&GraphTable::euclidean>("euclidean", "",
                                 "The straight-line distance of the ends; their coordinates are in this DIMACS .co "
                                 "file."),
    real<&GraphTable::scale>("scale", 1, {1e-15, 1e15}, "`euclidean` distances times this."),
};

constexpr OptionRow graph[] = {
    text<&GraphTable::path>("path", "", "The graph file, relative to the pipeline file."),
    text<&GraphTable::loader>("loader", "", "The loader plugin; \"\" finds it by the file's content."),
    choice<&GraphTable::weights>("weights", WeightKind::int32,
                                 {{"int32", WeightKind::int32}, {"float32", WeightKind::float32}},
                                 "Type of the weights."),
    choice<&GraphTable::named_rule>(
        "missing_weights", WeightRule::Kind::none,
        {{"error", WeightRule::Kind::none},
         {"unit", WeightRule::Kind::constant},
         {"hash1000", WeightRule::Kind::hash1000},
         {"gap", WeightRule::Kind::gap}},
        "Whether a file without weights is an error, or what gives them; \"unit\": 1 each."),
    table<&GraphTable::has_rule_table>("missing_weights", rule, "A rule that gives weights to a file without them."),
    any("options", "Options of the named loader."),
    boolean<&GraphTable::cache>("cache", true,
                                "Whether the graph is kept as a binary file for the next time; where this is not said, "
                                "if loading took over a second."),
    text<&GraphTable::cache_directory>("cache", "",
                                       "The same, in this directory of its own, relative to the pipeline file."),
    real<&GraphTable::cache_gigabytes>("cache_limit", 10, {0, 1e6},
                                       "GB that the cache may take; the oldest entries go."),
    text<&GraphTable::cache_size>("cache_limit", "", "The same, with its unit: \"500MB\", \"20 GiB\"."),
    any("steps", "What is done to the graph after loading, in order: [[graph.steps]]."),
    text<&GraphTable::label>("label", "", "Its name where there are several; by default the file and what differs."),
};

constexpr OptionRow potentials[] = {
    integer<&StepTable::potentials_seed>("seed", 1, {0, most_int64}, "Of the potentials."),
    integer<&StepTable::potentials_most>("most", 100, {0, 1'000'000'000}, "The largest potential; the smallest is 0."),
};

constexpr OptionRow negative_fraction[] = {
    required(real<&StepTable::negative_table_fraction>("fraction", 0, {0, 1}, "The part of the arcs.")),
    integer<&StepTable::negative_seed>("seed", 1, {0, most_int64}, "Of the choice."),
};

using Order = ReorderStep::Order;
constexpr Word<Order> orders[] = {
    {"none", Order::none}, {"bfs", Order::bfs}, {"degree", Order::degree}, {"random", Order::random}};

constexpr OptionRow reorder[] = {
    required(choice<&StepTable::reorder_table>("order", Order::none, orders, "As above.")),
    integer<&StepTable::reorder_seed>("seed", 1, {0, most_int64}, "Of \"random\"."),
};

constexpr OptionRow step[] = {
    boolean<&StepTable::symmetrize>("symmetrize", false, "Every arc also the other way, of the same weight."),
    boolean<&StepTable::transpose>("transpose", false, "Every arc the other way."),
    boolean<&StepTable::drop_self_loops>("drop_self_loops", false, "No arcs from a vertex to itself."),
    choice<&StepTable::merge_parallel>(
        "merge_parallel", MergeParallelStep::Keep::least,
        {{"min", MergeParallelStep::Keep::least}, {"max", MergeParallelStep::Keep::most}},
        "Of several arcs from one vertex to another, the lightest or the heaviest."),
    boolean<&StepTable::largest_component>("largest_component", false,
                                           "The largest part that is connected when directions are ignored."),
    boolean<&StepTable::abs_weights>("abs_weights", false, "Weights without their sign."),
    real<&StepTable::scale_weights>("scale_weights", 1, {-1e15, 1e15},
                                    "Weights times this; integers are rounded to the nearest."),
    table<&StepTable::has_potentials>(
        "potentials", potentials,
        "Weights w + h(u) - h(v) for random h: negative arcs, the same shortest paths, no new negative cycles."),
    real<&StepTable::negative_fraction>("negative_fraction", 0, {0, 1},
                                        "This part of the arcs gets -|w|; negative cycles may arise."),
    table<&StepTable::has_negative_table>("negative_fraction", negative_fraction, "The same, with a seed."),
    choice<&StepTable::reorder>("reorder", Order::none, orders,
                                "New vertex numbers inside: by breadth-first search, by out-degree, or random."),
    table<&StepTable::has_reorder_table>("reorder", reorder, "The same, with a seed."),
};

constexpr OptionRow random_sources[] = {
    integer<&ProblemTable::random>("random", 8, {1, 1'000'000}, "The number of distinct vertices with out-arcs."),
    integer<&ProblemTable::seed>("seed", 1, {0, most_int64}, "Of the choice."),
    real<&ProblemTable::reaches>("reaches", 0, {0, 1},
                                 "The share of the vertices that each must reach, itself among them; 0: any."),
};

constexpr OptionRow problem[] = {
    table<&ProblemTable::has_random>("sources", random_sources, "Random source vertices."),
    integers<&ProblemTable::ids>("sources", {0, most_int64}, "The source vertices, in the file's own ids."),
    texts<&ProblemTable::names>("sources", "The source vertices, by their names in the file."),
    choice<&ProblemTable::rule>("sources", 0, {{"max_degree", 0}}, "The vertex with the most out-arcs."),
    boolean<&ProblemTable::predecessors>("predecessors", false, "Whether shortest-path trees are wanted, too."),
    text<&ProblemTable::label>("label", "", "Its name where there are several; by default what differs."),
};

constexpr OptionRow reference[] = {
    required(text<&MeasureTable::reference>("reference", "", "The plugin whose distances all others must equal.")),
};

constexpr OptionRow measure[] = {
    integer<&MeasureTable::warmups>("warmups", 1, {0, 1'000'000}, "Solves of each run that are not measured."),
    integer<&MeasureTable::repeats>("repeats", 5, {1, 1'000'000}, "Measured solves of each run from each source."),
    real<&MeasureTable::timeout>("timeout", 60, {0.001, 1e9}, "Seconds that one solve may take."),
    real<&MeasureTable::run_timeout>("run_timeout", 0, {0, 1e9}, "Seconds that all calls of one run may take; 0: any."),
    real<&MeasureTable::total_timeout>("total_timeout", 0, {0, 1e9}, "Seconds that the pipeline may take; 0: any."),
    choice<&MeasureTable::workers>("isolation", true, {{"process", true}, {"none", false}},
                                   "Whether each run has a process of its own, or all share one."),
    text<&MeasureTable::memory>("memory", "", "What such a process may take beside the graph: \"8GiB\", \"50%\"."),
    real<&MeasureTable::memory_gigabytes>("memory", 0, {0, 1e6}, "The same, in GB; 0: 90 % of what is free."),
    integer<&MeasureTable::threads>("threads", 0, {0, 4096}, "Threads of CPU plugins; 0 takes all."),
    integer<&MeasureTable::seed>("seed", 1, {0, most_int64}, "Of the random order in which runs take turns."),
    choice<&MeasureTable::verify>("verify", 0, {{"certificate", 0}}, "Every answer is proved from the graph alone."),
    table<&MeasureTable::has_reference>("verify", reference, "The certificate, and a comparison with another plugin."),
    boolean<&MeasureTable::trace>("trace", false, "Whether each round is recorded."),
    boolean<&MeasureTable::work>("work", true, "Whether plugins count their work."),
    boolean<&MeasureTable::aa>("aa", false,
                               "Whether the baseline is measured twice (A/A), which shows what \"same\" looks like."),
};

constexpr OptionRow run[] = {
    required(text<&RunTable::plugin>("plugin", "", "The algorithm plugin to run.")),
    text<&RunTable::label>("label", "", "Its name in reports; by default the plugin and what differs."),
    boolean<&RunTable::baseline>("baseline", false, "Whether others are compared with this run; by default the first."),
    any("options", "Options of the plugin."),
    any("sweep", "Lists of option values; each combination is a run."),
};

constexpr OptionRow report[] = {
    text<&ReportTable::directory>("directory", "", "Where files go, relative to the current folder; \"\" writes none."),
    texts<&ReportTable::formats>(
        "formats",
        "Of \"table\", \"markdown\", \"csv\", \"json\", \"html\"; by default the table, and with a "
        "directory all but Markdown."),
    boolean<&ReportTable::diameter>(
        "diameter", false,
        "Whether each graph's diameter is searched for, as by `wayfront info`, to draw times "
        "against it: several breadth-first searches, and the transpose of a directed graph."),
};

constexpr OptionRow output[] = {
    text<&OutputTable::distances>("distances", "",
                                  "File for the distances, relative to the current folder; {source} in the name stands "
                                  "for the source, {case} for graph and problem where there are several."),
    text<&OutputTable::predecessors>("predecessors", "", "File for the shortest-path tree; sets problem.predecessors."),
    choice<&OutputTable::format>("format", -1,
                                 {{"name", -1},
                                  {"text", static_cast<int>(SolutionFormat::text)},
                                  {"csv", static_cast<int>(SolutionFormat::csv)},
                                  {"npy", static_cast<int>(SolutionFormat::npy)},
                                  {"jsonl", static_cast<int>(SolutionFormat::jsonl)}},
                                 "Of both files; \"name\" goes by .txt, .csv, .npy, .jsonl."),
    text<&OutputTable::run>("run", "", "The label of the run whose answers these are; by default the baseline."),
};

constexpr PipelineTable tables[] = {
    {"[graph]", graph}, {"[[graph.steps]]", step}, {"[problem]", problem}, {"[measure]", measure},
    {"[[run]]", run},   {"[report]", report},      {"[output]", output},
};

}  // namespace

std::span<const OptionRow> top_rows() { return top; }
std::span<const OptionRow> graph_rows() { return graph; }
std::span<const OptionRow> weight_rule_rows() {
  constexpr std::size_t first = 3, count = 2;  // one for each type that it may have
  static_assert(std::string_view(graph[first].name) == "missing_weights" &&
                std::string_view(graph[first + 1].name) == "missing_weights");
  return graph_rows().subspan(first, count);
}
std::span<const OptionRow> step_rows() { return step; }
std::span<const OptionRow> problem_rows() { return problem; }
std::span<const OptionRow> measure_rows() { return measure; }
std::span<const OptionRow> run_rows() { return run; }
std::span<const OptionRow> report_rows() { return report; }
std::span<const OptionRow> output_rows() { return output; }
std::span<const PipelineTable> pipeline_tables() { return tables; }

}  // namespace wayfront::host
