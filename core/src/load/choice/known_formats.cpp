#include "load/choice/known_formats.hpp"

#include <algorithm>

namespace wayfront::host {
namespace {

struct Known {
  std::string_view start;  // in lower case
  std::string_view what;
};

constexpr std::string_view xml =
    "an XML file, such as GraphML or GEXF; write its edges as text: "
    "networkx.write_weighted_edgelist(networkx.read_graphml(FILE), \"edges.txt\")";
constexpr std::string_view pajek =
    "a Pajek file; write its edges as text: networkx.write_weighted_edgelist(networkx.read_pajek(FILE), \"edges.txt\")";
constexpr std::string_view gml =
    "a GML file; write its edges as text: networkx.write_weighted_edgelist(networkx.read_gml(FILE), \"edges.txt\")";
constexpr std::string_view json_file =
    "a JSON file; write its edges as CSV with a header line source,target,weight; of NetworkX's node-link data: "
    "networkx.write_weighted_edgelist(networkx.node_link_graph(json.load(FILE)), \"edges.txt\")";

constexpr Known known_formats[] = {
    {"pk\x03\x04",
     "a zip archive of other files than NumPy arrays; unpack it"},
    {"par1", "a Parquet file; write it as CSV: pandas.read_parquet(FILE).to_csv(\"edges.csv\", index=False)"},
    {"arrow1", "an Arrow file; write it as CSV: pandas.read_feather(FILE).to_csv(\"edges.csv\", index=False)"},
    {"\x89hdf", "an HDF5 file; write its edges as CSV with a header line source,target,weight"},
    {"sqlite format 3", "an SQLite database; write its edges as CSV with a header line source,target,weight"},
    {"<?xml", xml},
    {"<graphml", xml},
    {"<gexf", xml},
    {"*vertices", pajek},
    {"*network", pajek},
    {"graph [", gml},
    {"creator ", gml},
    {"{", json_file},
    {"[", json_file},
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string_view unreadable_format(std::string_view head) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  constexpr std::size_t fewest_zeros = 16;
  if (head.size() >= fewest_zeros && head.find_first_not_of('\0') == head.npos)
    return "only zero bytes so far; it is damaged, or was not written completely";
  if (head.starts_with(byte_order_mark)) head.remove_prefix(byte_order_mark.size());
  head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
  for (const Known& it : known_formats)
    if (std::ranges::equal(head.substr(0, it.start.size()), it.start, {}, lower)) return it.what;
  return {};
}

}  // namespace wayfront::host
