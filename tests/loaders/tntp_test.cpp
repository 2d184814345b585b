#include <cstdint>
#include <string>
#include <vector>

#include "load/loaded_graph.hpp"
#include "load_and_save.hpp"

namespace wayfront::host {
namespace {

std::string error(std::string_view text, const std::string& options = "") {
  return error_of(text, {.loader = "tntp", .options = options, .weights = WeightKind::float32}, "x.tntp");
}
std::vector<Arc<float>> arcs(std::string_view text, const std::string& options = "") {
  return arcs_of<float>(load_text(text, {.loader = "tntp", .options = options, .weights = WeightKind::float32}));
}

const std::string metadata =
    "<NUMBER OF ZONES> 2\t\t\n<NUMBER OF NODES> 3\t\n<FIRST THRU NODE> 3\n<NUMBER OF LINKS> 2\n"
    "<ORIGINAL HEADER>~\tfrom\tto\n<END OF METADATA>\t\t\n\t\n\n";
const std::string names = "~\tinit_node\tterm_node\tcapacity\tlength\tfree_flow_time\t;\n";
const std::string rows = "\t1\t3\t2880\t0.904\t2.26\t;\n\t3\t2\t100\t4\t0\t;\n";

TEST_CASE("the free-flow time is the weight, zero among them") {
  const LoadedGraph loaded = load_text(metadata + names + rows, {.weights = WeightKind::float32});
  CHECK(loaded.loader == "tntp");
  CHECK(loaded.directed);
  CHECK(loaded.weighted);
  CHECK(loaded.ids.first() == 1);
  CHECK(loaded.graph->info().vertices == 3);
  CHECK(same<float>(arcs_of<float>(loaded), {{0, 2, 2.26F}, {2, 1, 0}}));
}

TEST_CASE("another column, by its name in any writing, with or without a unit") {
  const std::vector<Arc<float>> lengths = {{0, 2, 0.904F}, {2, 1, 4}};
  CHECK(same(arcs(metadata + names + rows, "weight_column = 'length'"), lengths));
  CHECK(same(arcs(metadata + "~ \tInit node \tTerm node \tCapacity (veh/h)\tLength (km) \tFree Flow Time\t;\n" + rows,
                  "weight_column = 'Length'"),
             lengths));
  CHECK(error(metadata + names + rows, "weight_column = 'toll'") ==
        "tntp: FILE:9: no column 'toll'; the option weight_column takes one of capacity, length, free_flow_time");
}

TEST_CASE("columns that are called like ends must be the first two") {
  const std::string swapped = "~\tterm_node\tinit_node\tcapacity\tlength\tfree_flow_time\t;\n";
  CHECK(error(metadata + swapped + rows).find("FILE:9: column 1 is called 'term_node', but in a TNTP network") !=
        std::string::npos);
  const std::string shifted = "~\tlink\tfrom\tto\tlength\tfree_flow_time\t;\n";
  CHECK(error(metadata + shifted + rows).find("FILE:9: column 2 is called 'from'") != std::string::npos);
  CHECK(load_text(metadata + names + rows, {.weights = WeightKind::float32}).reading ==
        std::vector<std::string>{
            "source = column 1 'init_node', target = column 2 'term_node', weight = column 5 'free_flow_time'"});
}

TEST_CASE("blanks for tabs, no semicolons, CRLF, no last line end, no names") {
  const auto expected = arcs(metadata + names + rows);
  CHECK(same(
      arcs(metadata + "~ init_node term_node capacity length free_flow_time ;\n1 3 2880 0.904 2.26;\n\n3 2 100 4 0"),
      expected));
  std::string crlf;
  for (const char c : metadata + names + rows) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(same(arcs(crlf), expected));
  CHECK(same(arcs(metadata + "1 3 2880 0.904 2.26 0.15 4 24 19 2 ;\n3 2 100 4 0 0.15 4 24 19 2 ;\n"), expected));
}

TEST_CASE("int32 takes whole numbers only") {
  const std::string text = metadata + names + "1 3 1 1 6 ;\n3 2 1 1 2.5 ;\n";
  CHECK(error_of(text, {.loader = "tntp"}) ==
        "tntp: FILE:11: weight 2.5 is not an integer; weights = \"float64\" reads it, on the command line --weights "
        "float64");
}

TEST_CASE("metadata that are wrong") {
  CHECK(error("hello\n") ==
        "tntp: FILE:1: 'hello' in the metadata, which must be lines <NAME> VALUE up to <END OF METADATA>");
  CHECK(error("<NUMBER OF NODES> 3\n") ==
        "tntp: FILE: no line <END OF METADATA>; it is not a TNTP network, or it is truncated");
  CHECK(error("<NUMBER OF LINKS> 3\n<END OF METADATA>\n") == "tntp: FILE:2: the metadata have no <NUMBER OF NODES>");
  CHECK(error("<NUMBER OF NODES> 3\n<END OF METADATA>\n") == "tntp: FILE:2: the metadata have no <NUMBER OF LINKS>");
  CHECK(error("<NUMBER OF NODES> many\n<END OF METADATA>\n") == "tntp: FILE:1: 'many' is not a number of nodes");
  CHECK(error("<NUMBER OF NODES>\n<END OF METADATA>\n") == "tntp: FILE:1: <NUMBER OF NODES> has no number of nodes");
  CHECK(
      error("<NUMBER OF NODES> 4294967295\n<NUMBER OF LINKS> 0\n<END OF METADATA>\n") ==
      "tntp: FILE:3: 4294967295 vertices, but ids have 32 bits: at most 4294967294; more would need 8 bytes for each target, in files and while they are loaded");
  CHECK(error("<NUMBER OF NODES> 3\n<NUMBER OF LINKS> 1000000\n<END OF METADATA>\n")
            .find("says 1000000 links, but the file's ") != std::string::npos);
  CHECK(error(metadata + "~\tinit_node;\n") == "tntp: FILE:9: the row of column names has 1 of them");
}

TEST_CASE("rows that are wrong") {
  const auto with = [](const std::string& row) { return error(metadata + names + row + "\n3 2 1 1 1 ;\n"); };
  CHECK(with("1 4 1 1 1 ;") == "tntp: FILE:10: arc to vertex 4, but the header says 3 vertices");
  CHECK(with("0 2 1 1 1 ;") == "tntp: FILE:10: arc from vertex 0: ids start at 1");
  CHECK(with("1 2 1 1 ;") == "tntp: FILE:10: the row has 4 fields, but there are 5 columns");
  CHECK(with("1 2 1 1 1 1 ;") == "tntp: FILE:10: the row has 6 fields, but there are 5 columns");
  CHECK(with("1 2 1 1 nan ;") == "tntp: FILE:10: weight 'nan' is not a finite number");
  CHECK(with("1 2 1 1 fast ;") == "tntp: FILE:10: weight 'fast' is not a finite number");
  CHECK(with("1 2 1 1 1 ;\n2 3 1 1 1 ;") == "tntp: FILE:12: arc 3, but <NUMBER OF LINKS> (line 4) is 2");
  CHECK(error(metadata + names + "1 2 1 1 1 ;\n") ==
        "tntp: FILE: <NUMBER OF LINKS> (line 4) is 2, but the file has 1 arcs; it is truncated, or the number is "
        "wrong");
}

TEST_CASE("sniffing") {
  CHECK(sniff("tntp", metadata + names).confidence == 95);
  CHECK(sniff("tntp", "<xml>\n").confidence == 0);
  CHECK(sniff("tntp", "").confidence == 0);
  CHECK(sniff("tntp", "1 2 3\n").confidence == 0);
  for (const char* other : {"dimacs", "edge-list", "galois", "gapbs", "ligra", "matrix-market", "metis"})
    CHECK(sniff(other, metadata + names + rows).confidence == 0);
}

}  // namespace
}  // namespace wayfront::host
