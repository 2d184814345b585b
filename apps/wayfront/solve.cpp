#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "answers/k_nearest.hpp"
#include "answers/shortest_path.hpp"
#include "answers/solution_writer.hpp"
#include "base/json/json_text.hpp"
#include "base/text.hpp"
#include "certify/output_row.hpp"
#include "commands.hpp"
#include "files/file_replacement.hpp"
#include "graph/weight_kind.hpp"
#include "load/asked_graph.hpp"
#include "maps/geojson.hpp"
#include "maps/isochrone_file.hpp"
#include "question/sources.hpp"
#include "report/overview.hpp"
#include "solving.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::app {
namespace {

struct SolveArguments {
  SolvingArguments solving;
  std::string output;  // "": a table or text to standard output, "-": text
  std::string labels;
  std::string geojson;  // "-": standard output
  bool json = false;

  void add_to(std::vector<Option>& rows) {
    solving.add_to(rows, "FILE");
    solving.question.add_to(rows, host::FlagOf::solve);
    rows.push_back(
        {"-o,--output", &output,
         "Write the distances to this file: .txt, .csv, .npy or .jsonl; {source} in the name stands for the "
         "source. Of several sources .npy is a matrix, and .npz always a sparse one. - writes text to standard "
         "output."});
    rows.push_back({"--labels", &labels, "With --nearest: write the nearest source of each vertex to this file."});
    rows.push_back(Option{"--geojson", &geojson,
                          "Write what is reached as GeoJSON to this file, for maps: vertices as points with their "
                          "distances, arcs within --limit as lines; - is standard output. The graph must have "
                          "coordinates."}
                       .excludes({"--to"}));
    rows.push_back({"--json", &json, "Print JSON."});
  }
};

host::OutputPlan::File file_of(const std::string& name, const char* option) {
  const auto format = host::solution_format(name);
  if (!format)
    refuse("{}: the name {} does not end in .txt, .csv, .npy or .jsonl{}", option, name,
           option == std::string_view("-o") ? ", or .npz for a matrix" : "");
  return {name, *format};
}

/// A matrix where the file is to hold several sources, or a sparse one.
host::OutputPlan plan_of(const SolveArguments& arguments, const host::Question& question,
                         std::span<const Vertex> sources) {
  host::OutputPlan plan;
  plan.asked_by = "-o";
  plan.kept = files_read(arguments.solving.graph, question);
  if (!arguments.geojson.empty() && arguments.geojson != "-") {
    host::refuse_kept(plan.kept, "--geojson", arguments.geojson);
    plan.kept.push_back(host::resolved(arguments.geojson));
  }
  const std::string& name = arguments.output;
  if (!name.empty() && name != "-") {
    const auto format = host::matrix_format(name);
    const bool several = format == host::MatrixFormat::csv ? host::distinct(sources).size() > 1 : sources.size() > 1;
    const bool all_in_one = several && name.find("{source}") == name.npos;
    if (format == host::MatrixFormat::npz || (format && all_in_one))
      plan.matrix = {name, *format};
    else
      plan.distances = file_of(name, "-o");
  }
  if (!arguments.labels.empty()) plan.labels = file_of(arguments.labels, "--labels");
  if (plan.labels && !plan.distances && !plan.matrix) plan.asked_by = "--labels";
  return plan;
}

/// Rows for standard output: as lines, as a table, or as JSON.
class Printer {
 public:
  enum class Form { none, lines, table, json };

  Printer(const Solving& solving, Form form, bool nearest, bool only_reached)
      : solving_(solving), form_(form), nearest_(nearest), only_reached_(only_reached) {
    if (form_ != Form::table) return;
    table_.push_back(nearest_ ? host::Row{"vertex", "distance", "nearest source"}
                              : host::Row{"source", "vertex", "distance"});
  }

  void take(Vertex source, const Output& output, std::span<const Vertex> tree) {
    if (form_ == Form::none) return;
    const std::vector<Vertex> labels = nearest_ ? host::nearest_sources(tree, source) : std::vector<Vertex>();
    nlohmann::json rows = nlohmann::json::array();
    with_weight_type(output.kind, [&]<WeightType W>() {
      const std::span<const W> distances = output.distances_as<W>();
      for_each([&](Vertex v) {
        const bool reached = distances[v] != unreached<W>;
        if (!reached && only_reached_) return;
        const std::string distance = reached ? fmt::format("{}", distances[v] + W{0}) : "";  // not -0.0
        const std::optional<Vertex> label = nearest_ && reached ? std::optional(labels[v]) : std::nullopt;
        if (form_ == Form::lines) return line(source, v, distance, label);
        if (form_ == Form::table) return row(source, v, distance, label);
        nlohmann::json entry = {{"id", ids()[v]},
                                {"distance", reached ? nlohmann::json(distances[v] + W{0}) : nlohmann::json()}};
        if (nearest_) entry["nearest"] = label ? nlohmann::json(ids()[*label]) : nlohmann::json();
        rows.push_back(std::move(entry));
      });
    });
    if (form_ == Form::json) {
      nlohmann::json answer = {{"distances", std::move(rows)}};
      if (!nearest_) answer["source"] = ids()[source];
      answers_.push_back(std::move(answer));
    }
    flush(1 << 20);
  }

  void finish() {
    if (form_ == Form::table) print(host::aligned(table_));
    flush(0);
    if (form_ != Form::json) return;
    const Solving::Figures& figures = solving_.figures();
    nlohmann::json all = {{"graph", solving_.graph().name},
                          {"weights", host::name(solving_.graph().graph->info().weights)},
                          {"plugin", solving_.plugin()},
                          {"seconds", figures.seconds},
                          {"certified", true},
                          {"reached", figures.reached},
                          {"answers", std::move(answers_)}};
    if (!nearest_) all["graph_digest"] = solving_.graph().digest;  // with a virtual source it is not that of the file
    print(host::json_text(all));
  }

 private:
  const host::VertexIds& ids() const { return solving_.graph().ids; }

  template <class F>
  void for_each(F&& f) const {
    for (const Vertex v : solving_.targets().empty() ? ids().in_order(solving_.vertices()) : solving_.targets()) f(v);
  }

  void line(Vertex source, Vertex v, const std::string& distance, std::optional<Vertex> label) {
    const auto out = std::back_inserter(text_);
    if (!nearest_ && solving_.sources().size() > 1) fmt::format_to(out, "{} ", ids().text(source));
    fmt::format_to(out, "{} {}", ids().text(v), distance.empty() ? "inf" : distance);
    if (nearest_) fmt::format_to(out, " {}", label ? ids().text(*label) : "-1");
    text_ += '\n';
    flush(1 << 20);
  }

  void row(Vertex source, Vertex v, const std::string& distance, std::optional<Vertex> label) {
    const std::string shown = distance.empty() ? "unreached" : distance;
    if (nearest_)
      table_.push_back({ids().text(v), shown, label ? ids().text(*label) : "-"});
    else
      table_.push_back({ids().text(source), ids().text(v), shown});
  }

  void flush(std::size_t from) {
    if (text_.size() < from) return;
    print(text_);
    text_.clear();
  }

  const Solving& solving_;
  Form form_;
  bool nearest_;
  bool only_reached_;
  std::string text_;
  std::vector<host::Row> table_;
  nlohmann::json answers_ = nlohmann::json::array();
};

Printer::Form form_of(const SolveArguments& arguments, const Solving& solving) {
  constexpr std::size_t most_rows = 100;  // of a table that people read
  if (arguments.json) return Printer::Form::json;
  if (arguments.output == "-") return Printer::Form::lines;
  if (!arguments.output.empty() || !arguments.geojson.empty()) return Printer::Form::none;
  const std::size_t rows = solving.targets().size() * solving.sources().size();
  return rows != 0 && rows <= most_rows ? Printer::Form::table : Printer::Form::lines;
}

int report_cycle(const Solving& solving, bool json) {
  if (!json) return solving.report_cycle("no shortest distances exist");
  const host::LoadedGraph& graph = solving.graph();
  nlohmann::json cycle = nlohmann::json::array();
  for (const host::PathArc& arc : host::cycle_arcs(*graph.graph, solving.cycle()))
    cycle.push_back(arc_json(arc, graph.ids, graph.graph->info().weights));
  print(host::json_text({{"graph", graph.name},
                         {"graph_digest", graph.digest},
                         {"outcome", "negative_cycle"},
                         {"cycle", std::move(cycle)}}));
  return static_cast<int>(host::ExitCode::failed_run);
}

/// --nearest 3: a line for each vertex and source, the nearest first, by the host's own search.
int solve_k_nearest(const SolveArguments& arguments, host::Question question, const host::PluginRegistry& plugins) {
  const std::size_t k = std::exchange(question.nearest, 0);
  const std::string& file = arguments.output;
  const auto format = file.empty() || file == "-" ? host::SolutionFormat::text : file_of(file, "-o").format;
  if (format != host::SolutionFormat::text && format != host::SolutionFormat::csv)
    refuse("--nearest {} writes .txt and .csv, not {}", k, file);
  const auto& [plugin, options, isolation, devices] = arguments.solving.solver;
  if (question.count != 0 || !arguments.labels.empty() || !arguments.geojson.empty() || !plugin.empty() ||
      !options.empty() || isolation != "process" || !devices.empty() || question.batch != 0 || question.parallel != 0)
    refuse(
        "--nearest {} is the program's own search: it goes with none of --count, --labels, --geojson, --plugin, "
        "--option, --isolation, --devices, --batch and --parallel",
        k);
  const bool to_file = !file.empty() && file != "-";
  if (to_file) host::refuse_kept(files_read(arguments.solving.graph, question), "-o", file);
  host::HostContext context(host::available_processors());
  host::LoadedGraph loaded =
      load(choose_graph(arguments.solving.graph, plugins), plugins, context, arguments.solving.quiet);
  const bool says = !arguments.solving.quiet;
  if (says) print_notes(loaded);
  const GraphInfo info = loaded.graph->info();
  if (info.edges != 0 && info.min_weight < 0)
    refuse("--nearest {} needs weights that are not negative; without the number the nearest source alone can be found",
           k);
  const std::string doubt = to_file ? host::doubt_of_names("-o", format, true, loaded.ids, info.vertices) : "";
  if (says && !doubt.empty()) say(doubt);
  const std::vector<Vertex> sources = host::distinct(
      host::choose_sources(question, *loaded.graph, loaded.directed, loaded.ids, context, host::Door::command));
  const std::vector<Vertex> targets =
      host::resolve(question, loaded.graph->info(), loaded.ids, host::Door::command).targets;
  if (question.reversed) loaded = host::reversed_graph(loaded, context);
  context.start(0, false);
  const host::KNearest found = host::k_nearest(*loaded.graph, sources, k, question.limit, context);
  const double seconds = context.seconds(Phase::compute);
  if (const std::string fault =
          host::k_nearest_fault(*loaded.graph, sources, question.limit, found, loaded.ids, context);
      !fault.empty())
    fail(host::ExitCode::failed_run, "{}: {}", loaded.name, fault);
  const Vertex vertices = info.vertices;
  const bool csv = format == host::SolutionFormat::csv;
  std::string text = csv ? "vertex,distance,source\n" : "";
  nlohmann::json rows = nlohmann::json::array();
  const auto name = [&](Vertex v) {
    return v == no_vertex ? "-1" : csv ? host::csv_field(to_text(loaded.ids[v])) : loaded.ids.text(v);
  };
  with_weight_type(loaded.graph->info().weights, [&]<WeightType W>() {
    const W* const distances = reinterpret_cast<const W*>(found.distances.get());
    for (const Vertex v : targets.empty() ? loaded.ids.in_order(vertices) : targets)
      for (std::size_t i = 0; i < found.rows; ++i) {
        const std::size_t at = i * vertices + v;
        const Vertex source = found.sources[at];
        if (source == no_vertex && (i != 0 || (targets.empty() && !std::isinf(question.limit)))) break;
        if (arguments.json)
          rows.push_back({{"id", loaded.ids[v]},
                          {"distance", source == no_vertex ? nlohmann::json() : nlohmann::json(distances[at] + W{0})},
                          {"nearest", source == no_vertex ? nlohmann::json() : nlohmann::json(loaded.ids[source])}});
        if (to_file || !arguments.json)
          text += fmt::format("{1}{0}{2}{0}{3}\n", csv ? ',' : ' ', name(v),
                              source == no_vertex ? "inf" : fmt::to_string(distances[at] + W{0}), name(source));
      }
  });
  if (to_file)
    write_output(file, text);
  else if (!arguments.json)
    print(text);
  if (arguments.json)
    print(host::json_text({{"graph", loaded.name}, {"certified", true}, {"distances", std::move(rows)}}));
  if (says)
    say(fmt::format("{}: the {} nearest of {} sources; {}, certified", loaded.name, k, sources.size(),
                    host::duration_text(seconds)));
  return 0;
}

int solve(const SolveArguments& arguments, const host::PluginRegistry& plugins) {
  host::Question question = arguments.solving.question.question();
  if (question.nearest > 1) return solve_k_nearest(arguments, question, plugins);
  const bool nearest = question.nearest != 0;
  question.predecessors = nearest;  // the tree tells which source it is
  if (!arguments.labels.empty() && !nearest)
    refuse("--labels needs --nearest: it writes the nearest source of each vertex");
  plan_of(arguments, question, {});  // names are checked before the graph is loaded
  if (arguments.geojson == "-" && (arguments.json || arguments.output == "-"))
    refuse("--geojson - and {} both write to standard output; name a file", arguments.json ? "--json" : "-o -");
  Solving solving(arguments.solving, question, plugins);
  if (!arguments.geojson.empty()) {
    host::require_coordinates(solving.graph(), "--geojson");
    if (!arguments.solving.quiet) warn_of_plane(solving.graph());
  }
  const host::OutputPlan plan = plan_of(arguments, question, solving.sources());
  host::SolutionWriter writer = solving.writer(plan);
  if (!writer.doubt().empty() && !arguments.solving.quiet) say(writer.doubt());
  Printer printer(solving, form_of(arguments, solving), nearest,
                  solving.asked().limited() && solving.targets().empty());
  std::unique_ptr<host::WrittenFile> geojson;
  std::optional<host::IsochroneFile> isochrones;
  if (!arguments.geojson.empty()) {
    geojson = open_output(arguments.geojson);
    isochrones.emplace(solving.graph(), question, solving.sources().size(), *geojson);
  }
  const bool solved =
      solving.solve([&](std::span<const Vertex> sources, const Output& output, std::span<const Vertex> trees) {
        writer.write(sources, output, trees);
        if (!writer.unwritten().empty()) fail(host::ExitCode::failed_run, "{}: {}", plan.asked_by, writer.unwritten());
        for (std::uint32_t i = 0; i < sources.size(); ++i) {
          const Output row = host::row_of(output, i);
          const std::span<const Vertex> tree =
              trees.empty() ? trees : trees.subspan(i * std::size_t{output.vertices}, output.vertices);
          printer.take(sources[i], row, tree);
          if (isochrones) isochrones->take(sources[i], row, tree);
        }
      });
  if (!solved) return report_cycle(solving, arguments.json);
  if (isochrones) {
    isochrones->finish();
    geojson->finish();
    if (!arguments.solving.quiet)
      say(fmt::format("{}: {} points and {} lines{}", arguments.geojson, isochrones->points(), isochrones->lines(),
                      isochrones->unknown() == 0
                          ? ""
                          : fmt::format("; {} reached vertices have no coordinates", isochrones->unknown())));
  }
  printer.finish();
  solving.print_summary();
  return 0;
}

}  // namespace

Command solve_command() { return command("solve", "Find the distances from one or more vertices, certified.", solve); }

}  // namespace wayfront::app
