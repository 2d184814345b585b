#include "load/choice/known_formats.hpp"

#include <algorithm>
#include <cstddef>

namespace wayfront::host {
namespace {

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

}  // namespace wayfront::host
