// Writing a graph to a file, or to one for each rank: the commands convert, generate and split.
#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/errors.hpp"
#include "commands.hpp"
#include "files/input.hpp"
#include "graph_arguments.hpp"
#include "load/coordinates.hpp"
#include "load/graph_file.hpp"
#include "load/graph_saving.hpp"
#include "load/loaded_graph.hpp"
#include "load/loader_choice.hpp"
#include "load/slices/slice_file.hpp"
#include "settings/argument_options.hpp"
#include "settings/settings.hpp"

namespace wayfront::app {
namespace {

using host::ExitCode;
using host::UserError;

struct ConvertArguments {
  GraphArguments graph;          // its file is "" where the loader makes the graph; its options are of either end
  std::filesystem::path output;  // "-": standard output
  std::string to;                // format of the output; "": by its name
  bool renumber = false;
  bool force = false;

  void add_to(std::vector<Option>& rows) {
    graph.add_file_to(rows, "INPUT");
    add_to(
        rows,
        {.loader = "Read INPUT with this loader instead of choosing by content.",
         .set = "Set an option of the format, or of --loader: --set version=2 (repeatable); to.X or from.X if both "
                "have it.",
         .missing_weights = "Rule for files without weights, as in a pipeline; without a rule, no weights are written.",
         .step = "A step of [graph] steps: --step 'potentials = { seed = 1 }' (repeatable)."});
  }
  /// What comes after the input.
  void add_to(std::vector<Option>& rows, const GraphArguments::Help& help) {
    rows.push_back({"OUTPUT", &output,
                    "The file to write, compressed if it ends in .gz, .bz2, .xz or .zst; - is standard output.", true});
    graph.add_to(rows, help);
    rows.push_back({"--to", &to, "The format to write, if OUTPUT's suffix does not determine it."});
    rows.push_back({"--renumber", &renumber, "Renumber the vertices if the format cannot keep their ids."});
    rows.push_back({"--force", &force, "Replace OUTPUT if it exists."});
  }
};

struct GenerateArguments {
  std::string kind;
  ConvertArguments convert;

  void add_to(std::vector<Option>& rows) {
    rows.push_back(
        {"KIND", &kind, "What to generate: grid, rmat, uniform, ...; see wayfront describe generate.", true});
    convert.add_to(rows,
                   {.loader = nullptr,
                    .set = "Set an option of the generator, or of the format: --set rows=1000 (repeatable); from.X or "
                           "to.X if both have it.",
                    .missing_weights = nullptr,
                    .coordinates = nullptr,
                    .step = "A step of [graph] steps: --step symmetrize (repeatable)."});
  }
};

bool has_option(const host::Plugin* plugin, std::string_view name) {
  return plugin != nullptr &&
         std::ranges::any_of(plugin->options(), [&](const OptionRow& row) { return row.name == name; });
}

/// Of --set: "to.version=2", "from.edge_data=float", or without the prefix if only one of the two has such an option.
struct Options {
  std::vector<std::string> of_loader, of_target;
};

/// An unknown option is one of the generator if there is one, else of the format.
bool belongs_to_loader(std::string_view key, const host::Plugin* loader, const host::TargetFormat& target) {
  const bool of_loader = has_option(loader, key), of_target = has_option(target.plugin, key);
  if (of_loader && of_target)
    refuse("--set {}: both the loader '{}' and the format '{}' have that option; write from.{} or to.{}", key,
           loader->about().name, target.name, key, key);
  return of_loader || (!of_target && loader != nullptr && loader->has(capability::generates));
}

Options divided(const std::vector<std::string>& given, const host::Plugin* loader, const host::TargetFormat& target) {
  Options options;
  for (const std::string& text : given) {
    const std::string key = text.substr(0, text.find('='));
    const bool from = key.starts_with("from."), to = key.starts_with("to.");
    const bool of_loader = from || (!to && belongs_to_loader(key, loader, target));
    if (of_loader && loader == nullptr)
      refuse("--set {}: an option of the input needs --loader, which names its loader", key);
    (of_loader ? options.of_loader : options.of_target).push_back(from || to ? text.substr(key.find('.') + 1) : text);
  }
  return options;
}

host::Settings settings_of(const host::Plugin* plugin, const std::vector<std::string>& given, std::string_view name) {
  return host::parse_options(given, plugin == nullptr ? std::span<const OptionRow>() : plugin->options(),
                             fmt::format("options of '{}'", name));
}

void check_target_file(const ConvertArguments& arguments) {
  std::error_code error;
  if (arguments.force || !std::filesystem::is_regular_file(arguments.output, error)) return;
  if (std::filesystem::equivalent(arguments.graph.file, arguments.output, error))
    refuse("{} is the input itself; name another file, or give --force", arguments.output.string());
  refuse("{} already exists; give --force to replace it", arguments.output.string());
}

/// Whether there are weights to write: those of the file, or of a rule. A binary file always has weights.
bool has_weights(const host::LoadedGraph& loaded, const ConvertArguments& arguments) {
  if (loaded.weighted || loaded.loader == host::binary_loader || !arguments.graph.missing_weights.empty()) return true;
  const GraphInfo& info = loaded.graph->info();
  if (info.edges != 0 && (info.min_weight != 1 || info.max_weight != 1))
    fail(ExitCode::input, "{}: has no weights for the steps to change; give --missing-weights", loaded.name);
  return false;
}

/// The .co file beside a DIMACS file, where the graph has coordinates; "" for other formats and for standard output.
std::filesystem::path coordinates_file(const ConvertArguments& arguments, const host::TargetFormat& target,
                                       const host::LoadedGraph& loaded) {
  if (arguments.output == "-") return {};
  if (const auto old = host::file_beside(arguments.output, ".co"); old && !loaded.coordinates)
    say(fmt::format("{} has the places of an older graph, and whoever reads {} will take them; remove it",
                    old->string(), arguments.output.string()));
  if (target.name != "dimacs" || !loaded.coordinates) return {};
  std::filesystem::path path = arguments.output;
  if (host::compression_of(path) != host::Compression::none) path.replace_extension();
  path.replace_extension(".co");
  if (const Vertex unknown = host::bounds_of(loaded.coordinates.points()).unknown; unknown != 0) {
    say(fmt::format("{} is not written, because the places of {} vertices are not known", path.string(), unknown));
    return {};
  }
  std::error_code error;
  if (!arguments.force && std::filesystem::is_regular_file(path, error))
    refuse("{} already exists, which would have the coordinates; give --force to replace it", path.string());
  return path;
}

void write_binary(const host::LoadedGraph& loaded, const ConvertArguments& arguments) {
  if (host::compression_of(arguments.output) != host::Compression::none)
    refuse("{}: a binary graph file is mapped from the disk, so it cannot be compressed", arguments.output.string());
  if (arguments.output == "-")
    host::write_graph(data_descriptor(), loaded, "standard output");
  else
    host::write_graph_file(arguments.output, loaded);
}

int convert(const ConvertArguments& arguments, const host::PluginRegistry& plugins) {
  const bool to_stdout = arguments.output == "-";
  if (to_stdout && arguments.to.empty())
    refuse("standard output has no suffix that determines the format; name the format with --to");
  const host::TargetFormat target = host::find_target(plugins, arguments.to, arguments.output);
  if (!to_stdout) check_target_file(arguments);
  std::string chosen = arguments.graph.loader;
  const auto of_input = [&](std::string_view option) {
    return option.starts_with("from.") ||
           (!option.starts_with("to.") && !has_option(target.plugin, option.substr(0, option.find('='))));
  };
  if (chosen.empty() && arguments.graph.file != "-" && std::ranges::any_of(arguments.graph.options, of_input))
    chosen = host::loader_of(arguments.graph.file, plugins);
  const host::Plugin* const loader =
      chosen.empty() || chosen == host::binary_loader ? nullptr : &plugins.find(PluginKind::loader, chosen);
  const Options options = divided(arguments.graph.options, loader, target);
  const host::Settings loader_options = settings_of(loader, options.of_loader, chosen);
  const host::Settings target_options = settings_of(target.plugin, options.of_target, target.name);

  GraphChoice choice{graph_request(arguments.graph), nullptr};
  host::GraphRequest& request = choice.request;
  if (loader != nullptr) request.loader_options = &loader_options;
  request.loader = chosen;
  request.rule_stands_in = arguments.graph.missing_weights.empty();
  if (request.rule_stands_in) request.missing_weights.kind = host::WeightRule::Kind::constant;  // see has_weights

  host::HostContext context(host::available_processors());
  const host::LoadedGraph loaded = load(choice, plugins, context);
  print_notes(loaded);
  const bool weighted = has_weights(loaded, arguments);
  now_going_on(fmt::format("writing {}", arguments.output.string()));
  if (target.plugin == nullptr) {
    if (!weighted)
      refuse("{}: a binary graph file has weights, and the graph has none; give --missing-weights",
             arguments.output.string());
    write_binary(loaded, arguments);
    return 0;
  }
  const std::filesystem::path beside = coordinates_file(arguments, target, loaded);
  const host::SaveRules rules{.weighted = weighted, .renumber = arguments.renumber};
  const auto output = open_output(arguments.output.string());
  // Notes of the format's plugin, printed once the file is complete. A generated graph loses nothing, so it has none.
  std::string notes;
  std::mutex lock;  // plugins may log from any thread
  if (!arguments.graph.file.empty())
    context.set_log(
        [&, name = to_stdout ? "standard output" : arguments.output.string()](Level level, std::string_view text) {
          if (level == Level::debug) return;
          const std::scoped_lock guard(lock);
          notes += fmt::format("{}{}: {}", notes.empty() ? "" : "\nwayfront: ", name, text);
        });
  try {
    host::save_graph(loaded, *target.plugin, target_options, rules, *output, context);
    host::require_unchanged(loaded);
    output->finish();
    if (!beside.empty()) {
      host::WrittenFile coordinates(beside);
      host::write_coordinates(host::saved_coordinates(loaded, rules), coordinates);
      coordinates.finish();
    }
    if (!notes.empty()) say(notes);
  } catch (const UserError&) {
    if (to_stdout && output->reader_gone()) return 0;  // a reader that has gone away needs no message
    throw;
  } catch (const Cancelled&) {
    fail(ExitCode::interrupted, "{}: writing was interrupted", arguments.output.string());
  }
  return 0;
}

int generate(const GenerateArguments& arguments, const host::PluginRegistry& plugins) {
  ConvertArguments it = arguments.convert;
  it.graph.loader = "generate";
  it.graph.options.insert(it.graph.options.begin(), "from.kind=" + arguments.kind);
  return convert(it, plugins);
}

struct SplitArguments {
  GraphArguments graph;
  std::filesystem::path output;
  std::uint64_t parts = 0;
  std::string balance = "arcs";
  bool force = false;

  void add_to(std::vector<Option>& rows) {
    graph.add_file_to(rows, "GRAPH");
    rows.push_back(
        {"OUTPUT", &output, "The name of the slices, ending in .wfs: ny.wfs makes ny.1-of-4.wfs and so on.", true});
    rows.push_back({"--parts", &parts, "How many slices; as many ranks open them.", true});
    rows.push_back(
        {"--balance", &balance, "What slices have as many of: arcs or vertices.", false, {"arcs", "vertices"}});
    rows.push_back({"--force", &force, "Replace slices that exist."});
    graph.add_to(rows, {});
  }
};

int split(const SplitArguments& it, const host::PluginRegistry& plugins) {
  if (it.output.extension() != ".wfs") refuse("{}: the name of slices ends in .wfs", it.output.string());
  if (it.parts == 0 || it.parts > host::max_slices) refuse("--parts {}: must be 1 .. {}", it.parts, host::max_slices);
  for (std::uint64_t slice = 0; slice < it.parts && !it.force; ++slice)
    if (const auto path = host::slice_path(it.output, slice, it.parts); std::filesystem::exists(path))
      refuse("{} already exists; give --force to replace it", path.string());
  host::HostContext context(host::available_processors());
  host::LoadedGraph loaded = load(choose_graph(it.graph, plugins), plugins, context);
  if (loaded.ids.kind() != host::VertexIds::Kind::range)
    loaded.notes.emplace_back("slices keep no ids or names of vertices: sources and answers count from 0");
  print_notes(loaded);
  const auto balance = it.balance == "arcs" ? host::Balance::arcs : host::Balance::vertices;
  host::write_slices(loaded, it.output, it.parts, balance);
  return 0;
}

}  // namespace

Command convert_command() { return command("convert", "Write a graph file in another format.", convert); }
Command generate_command() { return command("generate", "Write a generated graph to a file.", generate); }
Command split_command() {
  return command("split", "Write a graph as slices, one for each rank of wayfront-rank.", split);
}

}  // namespace wayfront::app
