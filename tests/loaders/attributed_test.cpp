// GraphML, GML, Pajek and node-link JSON: what is said against files that are wrong. tests/numpy/networkx_test.py has those
// that NetworkX writes.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "load/loaded_graph.hpp"
#include "load_and_save.hpp"

namespace wayfront::host {
namespace {

void refused(const char* loader, const std::string& content, std::string_view words, const std::string& options = "") {
  const std::string said = error_of(content, {.loader = loader, .options = options});
  CHECK_MESSAGE(said.find(words) != said.npos, words << " is not in: " << said);
  CHECK_MESSAGE(said.starts_with(std::string(loader) + ": FILE"), said);
}

const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 7}, {0, 2, -8}, {2, 0, 9}};

std::string gml(const std::string& edges, const std::string& before = "directed 1") {
  return "Creator \"by hand\"\ngraph [\n  " + before + "\n  node [ id 0 ]\n  node [ id 1 x 3 ]\n  node [ id 2 ]\n" +
         edges + "]\n";
}
const std::string gml_edges =
    "edge [ source 0 target 1 weight 7 ]\nedge [ source 0 target 2 weight -8 ]\nedge [ source 2 target 0 weight 9 ]\n";

TEST_CASE("GML") {
  const LoadedGraph loaded = load_text(gml(gml_edges));
  CHECK(loaded.loader == "gml");
  CHECK(loaded.directed);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(loaded), arcs));
  CHECK_FALSE(load_text(gml(gml_edges, "")).directed);
  CHECK(load_text(gml(gml_edges, "directed 1 # remark [\n graphics [ a [ b \"]\" ] ]")).digest == loaded.digest);
  const LoadedGraph named = load_text(
      "graph [ node [ id 5 label \"a &quot;&#228;\" ] node [ id 6 label \"b\" ] edge [ source 5 target 6 ] ]");
  CHECK(named.ids[0] == VertexId(std::string_view("a \"\xc3\xa4")));
  CHECK_FALSE(named.weighted);
  const LoadedGraph alike = load_text("graph [ node [ id 5 label \"a\" ] node [ id 6 label \"a\" ] ]");
  CHECK(alike.ids.first() == 5);
  REQUIRE(alike.reading.size() == 1);
  CHECK(alike.reading[0].find("some labels are missing or alike") != std::string::npos);
  const LoadedGraph negative = load_text("graph [ node [ id -5 ] node [ id 6 ] edge [ source -5 target 6 ] ]");
  CHECK(negative.ids[0] == VertexId(std::string_view("-5")));
  const LoadedGraph other = load_text(gml("edge [ source 0 target 1 length 5 ]\n"));
  CHECK(other.notes.size() == 1);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(load_text(gml("edge [ source 0 target 1 length 5 ]\n"),
                                                           {.loader = "gml", .options = "weight = 'length'"})),
                           {{0, 1, 5}}));
}

TEST_CASE("GML that is wrong") {
  const auto wrong = [](const std::string& content, std::string_view words) { refused("gml", content, words); };
  wrong(gml(gml_edges) + "graph [ ]\n", "FILE:11: a second graph");
  wrong(gml("edge [ source 0 target 1 weight 7 ]\nedge [ source 1 target 0 ]\n"),
        "FILE:8: an edge without the attribute");
  wrong(gml("edge [ source 0 target 9 ]\n"), "FILE:7: an edge at '9', which is not among the vertices");
  wrong(gml("node [ id 1 ]\n"), "FILE:7: the vertex '1' a second time");
  wrong(gml("node [ label \"x\" ]\n"), "FILE:7: a node without an id");
  wrong(gml("edge [ source 0 ]\n"), "FILE:7: an edge without a source or a target");
  wrong(gml("edge [ source 0 target 1 weight \"seven\" ]\n"), "FILE:7: weight 'seven' is not a finite number");
  wrong(gml("edge [ source 0 target 1 weight 7 weight 8 ]\n"), "FILE:7: an edge with a second weight");
  wrong(gml("edge [ source 0 source 0 target 1 ]\n"), "FILE:7: an edge with a second source");
  wrong(gml("node [ id 3 id 4 ]\n"), "FILE:7: a node with a second id");
  wrong(gml("node [ id 3 label \"a\" label \"b\" ]\n"), "FILE:7: a node with a second label");
  wrong(gml("", "directed 1 directed 0"), "FILE:3: directed a second time");
  for (const char* const id : {"1.5", "1e3", "07", "-0", "+1", "1x"})
    wrong(gml("edge [ source 0 target " + std::string(id) + " ]\n"), "is not the id of a node: a whole number");
  wrong(gml("edge 5\n"), "FILE:7: edge is not a list");
  wrong(gml("edge ]\n"), "the key 'edge' has no value");
  wrong(gml("x \"y\n"), "without its second quote");
  wrong(gml("?\n"), "FILE:7: '?' is neither a key nor a value");
  wrong(gml("edge [ source a target 1 ]\n"), "has no value");
  wrong(gml(gml_edges, "directed 2"), "FILE:3: directed is '2'");
  wrong(gml(gml_edges).substr(0, 90), "truncated");
  wrong("Creator 5\n", "FILE: it has no list graph");
  wrong("graph [ x " + std::string(100'000, '['), "a list without its second bracket");
}

std::string pajek(const std::string& rest) {
  return "*Network by hand\n*Vertices 3\n1 \"0\"\n2 \"1\"\n3 \"2\"\n" + rest;
}

TEST_CASE("Pajek") {
  const LoadedGraph loaded = load_text(pajek("*Arcs\n1 2 7\n1 3 -8.0 c Blue\n3 1 9\n"));
  CHECK(loaded.loader == "pajek");
  CHECK(loaded.directed);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(loaded), arcs));
  CHECK_FALSE(load_text(pajek("*edges\n1 2 7\n")).directed);
  const LoadedGraph both = load_text(pajek("*edges\n1 2 7\n2 2 5\n*arcs\n3 1 9\n"));
  CHECK(both.directed);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(both), {{0, 1, 7}, {1, 1, 5}, {1, 0, 7}, {2, 0, 9}}));
  const LoadedGraph lists = load_text("*vertices 3\n*arcslist\n1 2 3\n*edgeslist\n3 2\n");
  CHECK(lists.ids.first() == 1);
  CHECK_FALSE(lists.weighted);
  CHECK(lists.graph->info().edges == 4);
  const LoadedGraph alike = load_text("*vertices 3\n1 a\n2 a\n3 b\n*arcs\n1 2 5\n");
  CHECK(alike.ids.first() == 1);
  CHECK(alike.reading.size() == 2);  // the weight and the labels
}

TEST_CASE("Pajek that is wrong") {
  const auto wrong = [](const std::string& content, std::string_view words) { refused("pajek", content, words); };
  wrong(pajek("*arcs\n1 4 7\n"), "FILE:7: '4' is not a vertex: a number from 1 to 3");
  wrong(pajek("*arcs\n1\n"), "FILE:7: a line of one number");
  wrong(pajek("*arcs\n1 2 7\n2 1\n"), "FILE:8: an edge without the attribute 'weight'");
  wrong(pajek("*arcs\n1 2 0x\n"), "FILE:7: weight '0x' is not a finite number");
  wrong(pajek("*arcs\n1 2 nan\n"), "FILE:7: weight 'nan' is not a finite number");
  wrong(pajek("*arcs\n1 2 7\n*arcslist\n3 1 2\n"),
        "FILE:9: a line of *arcslist or *edgeslist has no weights, but line 7 has one");
  wrong("*vertices 2\n1 a\n1 b\n", "FILE:3: the vertex 1 a second time");
  wrong(pajek("*network again\n*vertices 2\n"), "FILE:7: a second graph");
  wrong(pajek("*matrix\n1 2 3\n"), "FILE:6: the section '*matrix' is not read");
  wrong(pajek("*vertices 2\n"), "FILE:6: a second graph");
  wrong("*arcs\n1 2\n", "FILE:1: '*arcs' above *vertices");
  wrong("*vertices\n", "FILE:1: the line *vertices has no number of vertices");
  wrong("*vertices 5 2\n", "FILE:1: a second number of vertices");
  wrong("*vertices 4000000000\n", "FILE:1: 4000000000 vertices, but the file has only");
  wrong("*vertices 2\n1 \"a\n", "FILE:2: a label without its second quote");
  wrong("*network x\n", "FILE: it has no line *vertices");
}

std::string graphml(const std::string& graphs, const std::string& before = "") {
  return "<?xml version=\"1.0\"?>\n" + before +
         "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
         "<key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
         "<key id=\"d1\" for=\"edge\" attr.name=\"length\" attr.type=\"double\"/>\n" +
         graphs + "</graphml>\n";
}
std::string one(const std::string& rest, const std::string& kind = "directed") {
  return "<graph edgedefault=\"" + kind + "\">\n<node id=\"0\"/><node id=\"1\"/><node id=\"2\"/>\n" + rest +
         "</graph>\n";
}
std::string edge(int u, int v, const std::string& weight, const std::string& more = "") {
  return "<edge source=\"" + std::to_string(u) + "\" target=\"" + std::to_string(v) + "\"" + more +
         "><data key=\"d0\">" + weight + "</data></edge>\n";
}

bool has_graphml() { return loaders().look_up(PluginKind::loader, "graphml") != nullptr; }

TEST_CASE("GraphML") {
  if (!has_graphml()) return;
  const LoadedGraph loaded = load_text(graphml(one(edge(0, 1, "7") + edge(0, 2, "\n  -8.0\r\n ") + edge(2, 0, "9"))));
  CHECK(loaded.loader == "graphml");
  CHECK(loaded.directed);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(loaded), arcs));
  CHECK_FALSE(load_text(graphml(one(edge(0, 1, "7"), "undirected"))).directed);
  const LoadedGraph mixed =
      load_text(graphml(one(edge(0, 1, "7") + edge(1, 2, "5", " directed=\"false\"") + edge(2, 0, "9"))));
  CHECK(mixed.directed);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(mixed), {{0, 1, 7}, {1, 2, 5}, {2, 1, 5}, {2, 0, 9}}));
  const std::string by_default =
      "<graphml><key id=\"w\" for=\"edge\" attr.name=\"weight\"><default> 4 </default></key>" +
      one("<edge source=\"0\" target=\"1\"/><edge source=\"1\" target=\"2\"><data key=\"w\">6</data></edge>") +
      "</graphml>";
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(load_text(by_default)), {{0, 1, 4}, {1, 2, 6}}));
  const LoadedGraph bare = load_text(graphml(one("<edge source=\"0\" target=\"1\"><data key=\"d1\">3</data></edge>")));
  CHECK_FALSE(bare.weighted);
  CHECK(bare.notes.size() == 1);
  const std::string foreign = "<desc><node id=\"x\"/><edge source=\"0\" target=\"2\"/></desc>";
  CHECK(load_text(graphml(one(foreign + edge(0, 1, "7")))).graph->info().vertices == 3);
  CHECK(load_text(graphml(one(foreign + edge(0, 1, "7")))).graph->info().edges == 1);
}

TEST_CASE("GraphML that is wrong") {
  if (!has_graphml()) return;
  const auto wrong = [](const std::string& content, std::string_view words) { refused("graphml", content, words); };
  const std::string bomb =
      "<!DOCTYPE graphml [\n<!ENTITY a \"aaaaaaaaaa\">\n<!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">\n]>\n";
  wrong(graphml(one(edge(0, 1, "4")) + "<key id=\"w\" for=\"edge\"/>\n"), "a key behind the graph");
  wrong(graphml(one(edge(0, 1, "&b;")), bomb), "FILE:3: it declares the entity 'a'");
  wrong(graphml(one(""), "<!DOCTYPE graphml [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n"),
        "declares the entity 'x'");
  wrong(graphml(one("") + one("")), "a second graph");
  wrong(graphml("<graph edgedefault=\"directed\"><node id=\"0\"><graph edgedefault=\"directed\"/></node></graph>"),
        "a graph within a node");
  wrong(graphml(""), "FILE: it has no element graph");
  wrong(graphml(one("", "sideways")), "edgedefault is 'sideways'");
  wrong(graphml("<graph/>"), "without the attribute edgedefault");
  wrong(graphml(one(edge(0, 1, "7") + "<edge source=\"1\" target=\"0\"/>\n")), "FILE:8: an edge without the attribute");
  wrong(graphml(one(edge(0, 9, "7"))), "FILE:7: an edge at '9', which is not among the vertices");
  wrong(graphml(one(edge(0, 1, "seven"))), "FILE:7: weight 'seven' is not a finite number");
  wrong(graphml(one("<edge source=\"0\" target=\"1\"><data key=\"d0\">1</data><data key=\"d0\">2</data></edge>\n")),
        "FILE:7: an edge with a second 'weight'");
  wrong(graphml(one(edge(0, 1, "7", " directed=\"maybe\""))), "directed is 'maybe'");
  wrong(graphml(one("<node id=\"1\"/>")), "the vertex '1' a second time");
  wrong(graphml(one("<node/>")), "an element node without the attribute id");
  wrong(graphml(one("<edge source=\"0\"/>")), "an element edge without the attribute target");
  wrong(graphml(one("<hyperedge/>")), "a hyperedge");
  wrong(graphml(one(edge(0, 1, "5<z/>6"))), "an element 'z' within a value");
  wrong(graphml(one(edge(0, 1, "7"))).substr(0, 350), "is not valid XML");
  wrong(graphml(one("<node id=\"5\">")), "is not valid XML: mismatched tag");
  wrong("<gexf/>", "the document is called 'gexf'");
  refused("graphml", graphml(one(edge(0, 1, "7"))), "no edge has the attribute 'cost', but edges have",
          "weight = 'cost'");
}

/// Nodes 0 to 99 and edges that make several pieces of a file; every seventh element stands in another form.
std::string long_graphml(int form) {
  std::string elements;
  const std::string quote = form == 5 ? "'" : "\"";
  const auto put = [&](int i, const std::string& element) {
    const bool odd = i % 7 == 3;
    if (form == 1 && odd) elements += "<!-- <node id=\"7\"> -- >";
    if (form == 1 && odd) elements.replace(elements.size() - 4, 4, "-->");
    if (form == 2 && odd) elements += "<?pi <edge?>";
    elements += element + (form == 3 ? "\r\n" : form == 4 ? "" : "\n  ");
  };
  for (int v = 0; v < 100; ++v) {
    const std::string id = form == 6 && v % 7 == 3 ? "&#" + std::to_string('0' + v / 10) + ";" + std::to_string(v % 10)
                                                   : std::to_string(v);
    put(v, "<node id=" + quote + (form == 6 && v < 10 ? std::to_string(v) : id) + quote +
               (form == 7 ? "><desc>a <!-- </node> --></desc></node>" : "/>"));
  }
  for (int i = 0; i < 30'000; ++i) {
    const std::string weight = std::to_string(i % 997);
    put(i, "<edge source=" + quote + std::to_string(i % 100) + quote + " target=" + quote +
               std::to_string(i * 31 % 100) + quote + (form == 8 ? " id=\"e\"" : "") + ">\n<data key=\"d0\">" +
               (form == 9 && i % 7 == 3 ? "<![CDATA[" + weight + "]]>" : weight) + "</data></edge>");
  }
  return elements;
}

TEST_CASE("GraphML is the same graph in all forms") {
  if (!has_graphml()) return;
  const auto document = [](const std::string& elements) {
    return graphml("<graph edgedefault=\"directed\">\n" + elements + "</graph>\n");
  };
  const LoadedGraph usual = load_text(document(long_graphml(0)));
  CHECK(usual.graph->info().edges == 30'000);
  for (int form = 1; form <= 9; ++form)
    CHECK_MESSAGE(load_text(document(long_graphml(form))).digest == usual.digest, "form " << form);
  // Behind 100 nodes and 30'000 edges of two lines each, which begin in line 6.
  const auto wrong = [&](int form, const std::string& element, std::string_view words) {
    refused("graphml", document(long_graphml(form) + element), words);
  };
  for (const int form : {0, 1, 3}) {
    wrong(form, "<edge source=\"0\" target=\"100\"/>", "FILE:60106: an edge at '100'");
    wrong(form, "\n<node id=\"1\"/>", "FILE:60107: the vertex '1' a second time");
    wrong(form, "<node id=\"200\" id=\"201\"/>", "is not valid XML: duplicate attribute");
  }
  wrong(0, "</edge>", "FILE:60106: column 5 is not valid XML: mismatched tag");
  wrong(0, "<node id=\"200\"/></edge>", "FILE:60106: column 21 is not valid XML: mismatched tag");
  wrong(0, "<node id=\"200\"/>x<edge>", "FILE:60106: an element edge without the attribute source");
  wrong(0, "<node id=\"\x01\"/>", "not well-formed");
  wrong(0, "<edge source=\"0\" target=\"1\"><data key=\"d0\">1</data>\n<data key=\"d0\">2</data></edge>",
        "FILE:60107: an edge with a second 'weight'");
}

std::string json(const std::string& links, const std::string& rest = "") {
  return "{\"directed\": true, \"multigraph\": false, " + rest +
         "\"nodes\": [{\"id\": 0}, {\"id\": 1}, {\"id\": 2}], \"links\": [" + links + "]}";
}

bool has_node_link() { return loaders().look_up(PluginKind::loader, "node-link") != nullptr; }

TEST_CASE("node-link JSON") {
  if (!has_node_link()) return;
  const LoadedGraph loaded = load_text(json(
      "{\"source\": 0, \"target\": 1, \"weight\": 7}, {\"source\": 0, \"target\": 2, \"weight\": -8.0}, {\"weight\": 9, "
      "\"source\": 2, \"target\": 0}"));
  CHECK(loaded.loader == "node-link");
  CHECK(loaded.directed);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(loaded), arcs));
  const LoadedGraph named =
      load_text("{\"nodes\": [{\"id\": \"a\"}, {\"id\": \"b\"}], \"edges\": [{\"source\": \"a\", \"target\": \"b\"}]}");
  CHECK_FALSE(named.directed);
  CHECK(named.ids[1] == VertexId(std::string_view("b")));
  const std::string links = "{\"source\": 0, \"target\": 1, \"weight\": 7}";
  CHECK(load_text("\xef\xbb\xbf" + json(links)).loader == "node-link");
  const LoadedGraph backwards = load_text("{\"links\": [" + links +
                                          "], \"x\": [1, {\"y\": null}], \"nodes\": [{\"id\": 0}, {\"id\": 1, \"id2\": "
                                          "[true]}], \"directed\": true}");
  CHECK(backwards.directed);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(backwards), {{0, 1, 7}}));
  const LoadedGraph odd = load_text(
      "{\"nodes\": [{\"\\u0069d\": \"\\u00e4\\n\"}, {\"id\": 123456789012345678901234567890}, {\"id\": -3}, {\"id\": -0}], "
      "\"links\": []}");
  CHECK(odd.ids[0] == VertexId(std::string_view("\xc3\xa4\n")));
  CHECK(odd.ids[1] == VertexId(std::string_view("123456789012345678901234567890")));
  CHECK(odd.ids[3] == VertexId(std::string_view("0")));
}

TEST_CASE("node-link JSON that is wrong") {
  if (!has_node_link()) return;
  const auto wrong = [](const std::string& content, std::string_view words) { refused("node-link", content, words); };
  wrong(json("{\"source\": 0}"), "FILE: link 1: it has no target");
  wrong(json("{\"source\": 0, \"target\": 9}"), "FILE: link 1: an edge at '9'");
  wrong(json("{\"source\": 0, \"target\": 1.5}"), "FILE: link 1: it has no target");
  wrong(json("{\"source\": 0, \"target\": 1, \"weight\": \"x\"}"), "link 1: its 'weight' is \"x\", not a number");
  wrong(json("{\"source\": 0, \"target\": 1, \"weight\": 1}, {\"source\": 0, \"target\": 1}"),
        "link 2: an edge without");
  wrong(json("5"), "link 1: it is not an object");
  wrong(json("", "\"edges\": [], "), "both links and edges");
  wrong("{\"nodes\": [{\"id\": 0}, {\"id\": \"0\"}], \"links\": []}", "FILE: node 2: its id '0' is that of another");
  wrong("{\"nodes\": [{}], \"links\": []}", "FILE: node 1: it has no id");
  wrong("{\"nodes\": 5, \"links\": []}", "no lists nodes and links");
  wrong("{\"directed\": 1, \"nodes\": [], \"links\": []}", "directed is neither");
  wrong("[]", "is not an object");
  wrong(json("{\"source\": 0, \"source\": 0, \"target\": 1}"), "link 1: it has a second 'source'");
  wrong(json("{\"source\": 0, \"target\": 1, \"weight\": 1, \"weight\": 2}"), "link 1: it has a second 'weight'");
  wrong(json("", "\"links\": [], "), "two lists links; only files with one graph are read");
  wrong(json("", "\"directed\": true, "), "directed a second time");
  wrong("{\"nodes\": [{\"id\": 0, \"id\": 1}], \"links\": []}", "node 1: it has a second id");
  wrong(json("") + json(""), "is not valid JSON");
  for (const char* const value : {"nul", "tru", "01", "1.", "+1", "NaN", "'a'", "[1 2]", "{\"a\" 1}", "[1}", "\"\\q\""})
    wrong(json("", "\"x\": " + std::string(value) + ", "), "is not valid JSON");
  wrong(json("", "\"x\": 1e400, "), "a number is beyond the range of doubles");
  wrong(json("{\"source\": 0, \"target\": 1, \"weight\": 1e400}"), "a number is beyond the range of doubles");
  wrong(json("", "\"x\": \"\xff\", "), "is not valid JSON; NaN, Infinity and text that is not UTF-8");
  wrong(json("", "\"x\": " + std::string(2000, '[') + std::string(2000, ']') + ", "), "its JSON is not read");
  wrong(json("{\"source\": 0, ").substr(0, 60), "is not valid JSON");
  wrong("{\"nodes\":\n" + std::string(100'000, '['), "FILE:2: byte");
}

}  // namespace
}  // namespace wayfront::host
