
#include <filesystem>
#include <string>

#include "base/process.hpp"
#include "commands.hpp"
#include "graph_arguments.hpp"
#include "load/slices/slice_file.hpp"
#include "run/host_context.hpp"

namespace wayfront::app {

namespace {

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

Command split_command() {
  return command("split", "Write a graph as slices, one for each rank of wayfront-rank.", split);
}

}  // namespace wayfront::app
