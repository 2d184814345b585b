#include "pipeline/pipeline_tables.hpp"

#include <limits>

#include "answers/solution_file.hpp"

namespace wayfront::host {
namespace {

constexpr std::int64_t max_int64 = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t max_device = 1023;
constexpr double max_float = std::numeric_limits<float>::max();

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
    real<&GraphInputTable::constant>("constant", 1, {-max_float, max_float}, "This weight for every arc."),
    reals<&GraphInputTable::uniform>(
        "uniform", {-max_float, max_float},
        "Random integers from the first to the second bound, both included; they depend on the arc's ends and `seed`."),
    integer<&GraphInputTable::seed>("seed", 1, {0, max_int64}, "Random seed of `uniform`."),
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
    integer<&StepTable::potentials_seed>("seed", 1, {0, max_int64}, "Random seed for the potentials."),
    integer<&StepTable::max_potential>("most", 100, {0, 1'000'000'000}, "The largest potential; the smallest is 0."),
};

constexpr OptionRow negative_fraction[] = {
    required(real<&StepTable::negative_table_fraction>("fraction", 0, {0, 1}, "The share of the arcs.")),
    integer<&StepTable::negative_seed>("seed", 1, {0, max_int64}, "Random seed for the choice of arcs."),
};

using Order = ReorderStep::Order;
constexpr NamedValue<Order> orders[] = {
    {"none", Order::none}, {"bfs", Order::bfs}, {"degree", Order::degree}, {"random", Order::random}};

constexpr OptionRow reorder[] = {
    required(choice<&StepTable::reorder_table>("order", Order::none, orders, "The order, as above.")),
    integer<&StepTable::reorder_seed>("seed", 1, {0, max_int64}, "Random seed for \"random\"."),
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

constexpr OptionRow random_sources[] = {
    integer<&ProblemTable::random>("random", 8, {1, 1'000'000},
                                   "Number of distinct source vertices, each with at least one out-arc."),
    integer<&ProblemTable::seed>("seed", 1, {0, max_int64}, "Random seed for the choice of sources."),
    real<&ProblemTable::reaches>(
        "reaches", 0, {0, 4294967294},
        "What each source must reach, including itself: up to 1 a share of the vertices, above "
        "1 their number; 0: no condition."),
    text<&ProblemTable::file>("file", "",
                              "A text file with one id per line, relative to the pipeline file: these are the sources, "
                              "in their order."),
};

constexpr OptionRow target_file[] = {
    required(text<&ProblemTable::target_file>("file", "", "A text file with one id per line.")),
};

constexpr OptionRow problem[] = {
    table<&ProblemTable::has_random>("sources", random_sources,
                                     "Random source vertices, or those of a file: { file = \"ids.txt\" }."),
    integers<&ProblemTable::ids>("sources", {0, max_int64}, "The source vertices, by their ids in the file."),
    texts<&ProblemTable::names>("sources", "The source vertices, by their names in the file."),
    choice<&ProblemTable::rule>("sources", 0, {{"max_degree", 0}, {"all", 1}},
                                "The vertex with the most out-arcs, or all vertices in the order of their ids."),
    choice<&ProblemTable::nearest>("mode", false, {{"each", false}, {"nearest", true}},
                                   "Whether distances are from each source, or once, from the nearest of all sources."),
    choice<&ProblemTable::reversed>("direction", false, {{"from", false}, {"to", true}},
                                    "Whether distances are from the sources, or to them, against the arcs."),
    integer<&ProblemTable::batch>("batch", 1, {1, 1'000'000}, "Number of sources that one call solves together."),
    text<&ProblemTable::batch_text>(
        "batch", "",
        "\"auto\": as many as suit the plugins of all runs, and the memory; a note says how "
        "many."),
    real<&ProblemTable::limit>("limit", std::numeric_limits<double>::infinity(),
                               {0, std::numeric_limits<double>::infinity()},
                               "Distances above it are not wanted and become \"unreached\"."),
    integers<&ProblemTable::target_ids>("targets", {0, max_int64},
                                        "The only vertices whose distances are wanted, by their ids in the file."),
    texts<&ProblemTable::target_names>("targets", "The same by their names in the file."),
    table<&ProblemTable::has_target_file>("targets", target_file, "The same from a file."),
    integer<&ProblemTable::count>(
        "count", 0, {1, max_int64},
        "Only this many nearest vertices are wanted, the source among them; if not set, all."),
    boolean<&ProblemTable::predecessors>("predecessors", false, "Whether plugins also compute shortest-path trees."),
    text<&ProblemTable::label>("label", "", "Name of this problem if there are several; by default what differs."),
};

constexpr OptionRow reference[] = {
    text<&MeasureTable::reference>("reference", "", "The plugin whose distances all others must equal, or its file."),
    text<&MeasureTable::verify_file>(
        "file", "",
        "A file with distances, as `wayfront certify` reads it, that all must equal: a row "
        "for each source, or {source} in the name; {case} stands for graph and problem."),
    real<&MeasureTable::verify_tolerance>(
        "tolerance", 0, {0, 1},
        "Part of each distance by which the file may differ from the right one, as with `wayfront certify`."),
};

constexpr OptionRow measure[] = {
    integer<&MeasureTable::warmups>("warmups", 1, {0, 1'000'000}, "Number of solves per run before the measurement."),
    integer<&MeasureTable::repeats>("repeats", 5, {1, 1'000'000}, "Number of measured solves per run and source."),
    real<&MeasureTable::timeout>("timeout", 60, {0.001, 1e9}, "Max seconds for one solve."),
    real<&MeasureTable::run_timeout>("run_timeout", 0, {0, 1e9},
                                     "Max seconds for all calls of one run together; 0: no limit."),
    real<&MeasureTable::total_timeout>("total_timeout", 0, {0, 1e9},
                                       "Max seconds for the whole pipeline; 0: no limit."),
    choice<&MeasureTable::workers>("isolation", true, {{"process", true}, {"none", false}},
                                   "Whether each run has its own process, or all share one."),
    text<&MeasureTable::memory>("memory", "",
                                "Max memory of such a process in addition to the graph: \"8GiB\", \"50%\"."),
    real<&MeasureTable::memory_gigabytes>("memory", 0, {0, 1e6}, "The same in GB; 0: 90 % of the free memory."),
    integer<&MeasureTable::threads>("threads", 0, {0, 4096}, "Number of threads for CPU plugins; 0: all."),
    integer<&MeasureTable::parallel_sources>(
        "parallel_sources", 1, {0, 4096},
        "Number of sources of a batch that a plugin without batches of its own solves at the same time, each by an "
        "instance of its own; 0: one per thread."),
    choice<&MeasureTable::device_word>("devices", DeviceWord::first,
                                       {{"first", DeviceWord::first}, {"all", DeviceWord::all}},
                                       "The devices of plugins that use one; several share the sources of a call "
                                       "(problem.batch). \"all\": from 0 on, all that the plugin can use."),
    integers<&MeasureTable::devices>("devices", {0, max_device}, "The same by their numbers, as CUDA counts them."),
    integer<&MeasureTable::seed>("seed", 1, {0, max_int64}, "Random seed for the order of the runs."),
    choice<&MeasureTable::verify>("verify", 0, {{"certificate", 0}}, "Check every answer from the graph alone."),
    table<&MeasureTable::has_reference>("verify", reference,
                                        "Also compare every answer with that of another plugin or with a file."),
    integer<&MeasureTable::sample_rows>(
        "sample_rows", 32, {0, max_int64},
        "Where a plugin reduces rows itself (output.reduce): number of its sources, drawn with `seed`, whose rows are "
        "certified and compared with its figures. Rows that come whole are all certified, unless `sample_whole`."),
    text<&MeasureTable::rows_sampled>("sample_rows", "", "\"all\": the rows from all sources."),
    boolean<&MeasureTable::sample_whole>(
        "sample_whole", false,
        "Whether rows that come whole, or with targets alone, are drawn like that, too. With predecessors all are "
        "certified."),
    boolean<&MeasureTable::check_rows>(
        "check_rows", false,
        "Whether such a plugin checks each row itself, too, which takes time; reports say how many it checked."),
    boolean<&MeasureTable::trace>("trace", false, "Whether each round is recorded."),
    boolean<&MeasureTable::work>("work", true, "Whether plugins count their work."),
    boolean<&MeasureTable::aa>("aa", false,
                               "Whether to measure the baseline twice (A/A), which shows what \"same\" looks like."),
};

constexpr OptionRow run[] = {
    required(text<&RunTable::plugin>(
        "plugin", "", "The algorithm plugin to run, or the path of its file, relative to the pipeline file.")),
    text<&RunTable::label>("label", "", "Name of the run in reports; by default the plugin and what differs."),
    boolean<&RunTable::baseline>("baseline", false,
                                 "Whether the other runs are compared with this run; by default the first run."),
    choice<&RunTable::device_word>(
        "devices", DeviceWord::measure,
        {{"measure", DeviceWord::measure}, {"first", DeviceWord::first}, {"all", DeviceWord::all}},
        "The devices of this run; \"measure\": those of measure.devices."),
    integers<&RunTable::devices>("devices", {0, max_device}, "The same by their numbers."),
    any("options", "Options of the plugin."),
    any("sweep", "Lists of option values; each combination becomes a run."),
};

constexpr OptionRow report[] = {
    text<&ReportTable::directory>("directory", "",
                                  "Folder for the reports, relative to the current folder; \"\" writes none."),
    texts<&ReportTable::formats>(
        "formats",
        "Any of \"table\", \"markdown\", \"csv\", \"json\", \"html\", \"latex\"; by default the table, and "
        "with a directory also \"csv\", \"json\" and \"html\"."),
    boolean<&ReportTable::diameter>(
        "diameter", false,
        "Whether to search for each graph's diameter, as `wayfront info` does, to plot times against it: takes several "
        "breadth-first searches, and the transpose of a directed graph."),
    boolean<&ReportTable::map>("map", false,
                               "Whether the page has a map of the distances from each case's first source, for graphs "
                               "with coordinates; with measure.trace also in which order runs found them."),
};

constexpr OptionRow output[] = {
    text<&OutputTable::distances>("distances", "",
                                  "File for the distances, relative to the current folder; {source} in the name stands "
                                  "for the source, {case} for graph and problem if there are several."),
    text<&OutputTable::predecessors>("predecessors", "",
                                     "File for the shortest-path tree; implies problem.predecessors."),
    text<&OutputTable::labels>("labels", "",
                               "With mode = \"nearest\": file for the nearest source of each vertex; implies "
                               "problem.predecessors."),
    text<&OutputTable::matrix>("matrix", "",
                               "File for the distances from all sources, a row for each in their order: .npy holds "
                               "all entries, .npz only the reached ones, as SciPy's sparse CSR."),
    texts<&OutputTable::reduce>(
        "reduce",
        "Compute only these figures of the distances from each source: \"sum\", \"max\", \"reached\" (the number of "
        "reached vertices), \"within\" (of those within a limit), \"harmonic\" (the sum of 1 / distance)."),
    real<&OutputTable::within>("within", std::numeric_limits<double>::infinity(),
                               {0, std::numeric_limits<double>::infinity()}, "The limit of the figure \"within\"."),
    text<&OutputTable::reductions>("reductions", "",
                                   "File for the figures of `reduce`, a line for each source in their order: .csv, or "
                                   ".npy for a NumPy array of records."),
    choice<&OutputTable::format>(
        "format", -1,
        {{"name", -1},
         {"text", static_cast<int>(SolutionFormat::text)},
         {"csv", static_cast<int>(SolutionFormat::csv)},
         {"npy", static_cast<int>(SolutionFormat::npy)},
         {"jsonl", static_cast<int>(SolutionFormat::jsonl)}},
        "Format of distances, predecessors and labels; \"name\" chooses by the suffix .txt, .csv, .npy or "
        ".jsonl."),
    text<&OutputTable::run>("run", "", "Label of the run whose answers are written; by default the baseline."),
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
