// GraphML in the forms that the fast path takes and in those that it leaves to Expat.
#include "load_and_save.hpp"

namespace wayfront::host {
namespace graphml_test {

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
  const auto document = [](const std::string& elements) {
    return "<?xml version=\"1.0\"?>\n<graphml>\n<key id=\"d0\" for=\"edge\" attr.name=\"weight\"/>\n\n<graph edgedefault=\"directed\">\n" +
           elements + "</graph>\n</graphml>\n";
  };
  const LoadedGraph usual = load_text(document(long_graphml(0)));
  CHECK(usual.graph->info().edges == 30'000);
  for (int form = 1; form <= 9; ++form)
    CHECK_MESSAGE(load_text(document(long_graphml(form))).digest == usual.digest, "form " << form);
  // Behind 100 nodes and 30'000 edges of two lines each, which begin in line 6.
  const auto wrong = [&](int form, const std::string& element, std::string_view words) {
    const std::string said = error_of(document(long_graphml(form) + element), {.loader = "graphml"});
    CHECK_MESSAGE(contains(said, words), said);
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

}  // namespace graphml_test
}  // namespace wayfront::host
