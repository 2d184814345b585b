#include "load/loader_choice.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <system_error>
#include <vector>

#include "base/refusal.hpp"
#include "files/input.hpp"
#include "graph/weight_kind.hpp"
#include "load/graph_file.hpp"
#include "plugins/plugin_work.hpp"

namespace wayfront::host {
namespace {

// Formats that no loader reads.

struct Known {
  std::string_view mark;  // in lower case
  std::string_view what;
  std::size_t at = 0;  // where the mark is
};

constexpr std::string_view gexf =
    "a GEXF file; write its edges as text: networkx.write_weighted_edgelist(networkx.read_gexf(FILE), \"edges.txt\")";
constexpr std::string_view graphml =
    "a GraphML file, and the loader graphml, which needs Expat, is not there; write its edges as text: networkx.write_weighted_edgelist(networkx.read_graphml(FILE), "
    "\"edges.txt\")";
constexpr std::string_view osm =
    "an OpenStreetMap file, and the loader osm, which needs libosmium, is not there; write its road network as CSV with a header line source,target,weight, for example with "
    "osmnx.graph_from_xml(FILE) and networkx.write_weighted_edgelist";
constexpr std::string_view dot =
    "a DOT file; write its edges as text: networkx.write_weighted_edgelist(networkx.nx_pydot.read_dot(FILE), "
    "\"edges.txt\")";
constexpr std::string_view pickle =
    "a Python pickle, which is not read because it is a program; of a matrix write scipy.sparse.save_npz(\"graph.npz\", "
    "MATRIX), of a NetworkX graph networkx.write_weighted_edgelist(GRAPH, \"edges.txt\")";
constexpr std::string_view parquet =
    "a Parquet file; write it as CSV: pandas.read_parquet(FILE).to_csv(\"edges.csv\", index=False)";
constexpr std::string_view arrow =
    "an Arrow file; write it as CSV: pandas.read_feather(FILE).to_csv(\"edges.csv\", index=False)";
constexpr std::string_view json_file =
    "a JSON file without nodes and links; write its edges as CSV with a header line source,target,weight";

/// By their first bytes, or by others at a fixed place.
constexpr Known by_magic[] = {
    {"pk\x03\x04", "a zip archive of other files than NumPy arrays; unpack it"},
    {"pk\x05\x06", "an empty zip archive"},
    {"7z\xbc\xaf\x27\x1c", "a 7z archive; unpack it"},
    {"rar!\x1a\x07", "a RAR archive; unpack it"},
    {"ustar", "a tar archive; unpack it", 257},
    {"par1", parquet},
    {"arrow1", arrow},
    {"\xff\xff\xff\xff\x10", "a stream of Arrow; write it as CSV: pandas.DataFrame.to_csv(\"edges.csv\", index=False)"},
    {"\x89hdf", "an HDF5 file; write its edges as CSV with a header line source,target,weight"},
    {"matlab 5.0 mat-file",
     "a MATLAB file; write the matrix with scipy.sparse.save_npz(\"graph.npz\", "
     "scipy.io.loadmat(FILE)[NAME])"},
    {"gpkg",
     "a GeoPackage, which has lines but not how they meet; write its road network as CSV with a header line source,target,weight",
     68},
    {"sqlite format 3", "an SQLite database; write its edges as CSV with a header line source,target,weight"},
    {std::string_view("\x00\x00\x27\x0a", 4),
     "a shapefile, which has lines but not how they meet; write its road network as CSV with a header line "
     "source,target,weight"},
    {"osmheader", osm, 6},  // of a .osm.pbf
    {"%pdf-", "a PDF file, which holds no graph"},
    {"\x89png", "a picture, which holds no graph"},
    {"\x7f"
     "elf",
     "a program, which holds no graph"},
};

/// By their first words.
constexpr Known by_words[] = {
    {"<graphml", graphml},
    {"<gexf", gexf},
    {"<osmchange", "changes of OpenStreetMap, not its roads; apply them to an extract, with osmium apply-changes"},
    {"<osm", osm},
    {"digraph ", dot},
    {"digraph{", dot},
    {"graph {", dot},
    {"graph{", dot},
    {"strict graph", dot},
    {"strict digraph", dot},
    {"<!doctype html", "a web page; was it downloaded instead of the file?"},
    {"<html", "a web page; was it downloaded instead of the file?"},
    {"{", json_file},
    {"[", json_file},
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool has(std::string_view head, std::string_view mark, std::size_t at) {
  return at <= head.size() && std::ranges::equal(head.substr(at, mark.size()), mark, {}, lower);
}

/// XML is called by its first element.
std::string_view xml_format(std::string_view head) {
  for (std::size_t at = 1; (at = head.find('<', at)) != head.npos; ++at)
    for (const Known& it : by_words)
      if (it.mark.starts_with('<') && has(head, it.mark, at)) return it.what;
  return "an XML file of another kind than GraphML, GEXF and OpenStreetMap; write its edges as CSV with a header line "
         "source,target,weight";
}

/// Pickles of Python 3 begin with their version, and with a frame, a container or a name of a class.
bool is_pickle(std::string_view head) {
  constexpr std::string_view second = "\x95}](cq";
  return head.size() > 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5 && second.find(head[2]) != second.npos;
}

// The loaders.

struct Candidate {
  const Plugin* plugin;
  int confidence;
  std::string reason;  // what it saw
};

Candidate ask(const Plugin& loader, std::string_view head) {
  constexpr std::size_t longest_reason = 1000;
  const PluginDescriptor& functions = opened(loader);
  const PluginWork work(functions);
  const Match match = functions.sniff(head.data(), head.size());
  Candidate candidate{&loader, match.confidence, ""};
  if (match.reason != nullptr) candidate.reason.assign(match.reason, ::strnlen(match.reason, longest_reason));
  return candidate;
}

/// What the loaders say. Why one cannot be asked is in `unusable`.
std::vector<Candidate> ask_all(const PluginRegistry& plugins, std::string_view head,
                               std::vector<std::string>& unusable) {
  std::vector<Candidate> candidates;
  for (const Plugin& plugin : plugins.plugins()) {
    if (plugin.descriptor->kind != PluginKind::loader || plugin.descriptor->sniff == nullptr) continue;
    try {
      candidates.push_back(ask(plugin, head));
    } catch (const UserError& failure) {
      unusable.emplace_back(failure.what());
    }
  }
  if (const std::string twice = plugins.twice(PluginKind::loader); !twice.empty()) unusable.push_back(twice);
  return candidates;
}

/// "dimacs (header line 'p sp')".
std::string described(const Candidate& it) {
  const char* const name = it.plugin->about().name;
  return it.reason.empty() ? name : fmt::format("{} ({})", name, it.reason);
}

/// The first line, as far as it is printable.
std::string start_of(std::string_view head) {
  constexpr std::size_t max = 40;
  std::string text;
  for (const char c : head.substr(0, std::min(head.find('\n'), max))) text += c >= ' ' && c < 0x7f ? c : '.';
  return text;
}

/// Does not suggest a name: no loader, or more than one, recognised the file.
constexpr std::string_view how_to_name_one = "loader = \"NAME\", on the command line --loader NAME";

}  // namespace

std::string_view unreadable_format(std::string_view head) {
  constexpr std::size_t fewest_zeros = 16;
  if (head.size() >= fewest_zeros && head.find_first_not_of('\0') == head.npos)
    return "only zero bytes so far; it is damaged, or was not written completely";
  for (const Known& it : by_magic)
    if (has(head, it.mark, it.at)) return it.what;
  if (is_pickle(head)) return pickle;
  if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff"))
    return "text in UTF-16; write it in UTF-8, for example with iconv -f UTF-16 -t UTF-8";
  head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
  if (has(head, "<?xml", 0)) return xml_format(head);
  for (const Known& it : by_words)
    if (has(head, it.mark, 0)) return it.what;
  return {};
}

const Plugin* named_loader(const PluginRegistry& plugins, const std::string& name, const std::filesystem::path& path) {
  if (name.empty() && path.empty()) refuse("[graph] names no graph: give path, or loader = \"generate\" to make one");
  const Plugin* const loader =
      name.empty() || name == binary_loader ? nullptr : &plugins.find(PluginKind::loader, name);
  const bool generates = loader != nullptr && loader->has(capability::generates);
  if (generates && !path.empty())
    refuse("loader '{}' makes graphs and does not read files; remove path = \"{}\"", name, path.string());
  if (!generates && path.empty()) refuse("loader '{}' reads a file; give its path", name);
  return loader;
}

LoaderChoice choose_loader(const PluginRegistry& plugins, std::string_view head, std::string_view file,
                           std::string_view compression) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (head.starts_with(byte_order_mark)) head.remove_prefix(byte_order_mark.size());
  std::vector<std::string> unusable;
  const std::vector<Candidate> candidates = ask_all(plugins, head, unusable);
  const std::string also = unusable.empty() ? "" : fmt::format("; not usable: {}", fmt::join(unusable, ", "));
  if (candidates.empty()) fail(ExitCode::input, "{}: no loader plugin that reads files was found{}", file, also);
  std::vector<std::string> best;
  const Candidate* chosen = nullptr;
  const int confidence = std::ranges::max(candidates, {}, &Candidate::confidence).confidence;
  for (const Candidate& it : candidates) {
    if (it.confidence != confidence) continue;
    chosen = &it;
    best.push_back(described(it));
  }
  constexpr int weak = 30;  // the confidence of tables of words
  const std::string decompressed = compression.empty() ? "" : fmt::format("decompressed from {}, ", compression);
  if (const std::string_view known = unreadable_format(head); !known.empty() && confidence <= weak)
    fail(ExitCode::input, "{}: no loader reads it; {}it is {}{}", file, decompressed, known, also);
  if (confidence <= 0) {
    std::vector<std::string> tried;
    for (const Candidate& it : candidates) tried.push_back(described(it));
    fail(ExitCode::input,
         "{}: no loader recognises it; {}it starts with \"{}\"; tried {}; if it is one of these formats, name the "
         "loader: {}{}",
         file, decompressed, start_of(head), fmt::join(tried, ", "), how_to_name_one, also);
  }
  if (best.size() > 1)
    fail(ExitCode::input, "{}: more than one loader recognises it: {}; name one: {}", file, fmt::join(best, ", "),
         how_to_name_one);
  return {chosen->plugin, chosen->reason};
}

std::string loader_of(const std::filesystem::path& file, const PluginRegistry& plugins) {
  std::error_code error;
  if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error))
    refuse("{} is not a file that can be read twice; name the loader whose options are set", file.string());
  const std::unique_ptr<FileInput> input = open_input(file);
  if (is_graph_file(input->head())) refuse("{} is a binary graph file, whose loader has no options", file.string());
  return choose_loader(plugins, input->head(), file.string(), input->compression()).plugin->about().name;
}

WeightKind first_kind(const Plugin& loader, std::optional<WeightKind> wanted) {
  if (wanted && loader.has(capability::any_weights) && !loader.takes(*wanted))
    refuse("loader '{}' does not support {} weights", loader.about().name, name(*wanted));
  if (wanted) return *wanted;
  for (const WeightKind kind : {WeightKind::int32, WeightKind::int64, WeightKind::float64, WeightKind::float32})
    if (loader.takes(kind)) return kind;
  return WeightKind::int32;
}

}  // namespace wayfront::host
