#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "edge_list_loading.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("a line of column names") {
  const EdgeList it;
  CHECK(it.arcs("source,target,weight\n1,2,5\n2,1,6\n") == "1>2:5 2>1:6");
  CHECK(it.arcs("Source;Target;Type;Weight\n1;2;road;5\n2;1;rail;6\n") == "1>2:5 2>1:6");
  CHECK(it.arcs("from\tto\nOslo\tRome\n") == "Oslo>Rome:1");
  CHECK(
      it.error("source,target,time\n1,2,5\n") ==
      "edge-list: FILE:1: which column has the weights? there are source, target, time; say loader = "
      "\"edge-list\" and options = { weight = \"NAME\" }, on the command line --loader edge-list --set weight=NAME, or "
      "\"none\"");
  CHECK(EdgeList("weight = 'time'").arcs("source,target,time\n1,2,5\n") == "1>2:5");
  CHECK(EdgeList("weight = 'none'").arcs("source,target,time\n1,2,5\n") == "1>2:1");
  CHECK(EdgeList("weight = 'price'").error("source,target,time\n1,2,5\n") ==
        "edge-list: FILE:1: no column is called 'price'; there are source, target, time");
  CHECK(EdgeList("weight = 'time'").error("1,2,5\n2,3,4\n") ==
        "edge-list: FILE:1: weight = \"time\" names a column, but no line names the columns; give its number");
  CHECK(EdgeList("header = 'none'").arcs("source target\nOslo Rome\n") == "source>target:1 Oslo>Rome:1");
  CHECK(EdgeList("header = 'names'\nsource = 'x'\ntarget = 'y'").arcs("x y\nOslo Rome\n") == "Oslo>Rome:1");
}

/// A table with its columns in every order, and what is read from each: the digest, or "" where it is refused.
struct Table {
  std::vector<std::string> header;  // of id, source, target, weight
  bool names_are_plain = true;      // so that no order may be refused
};

std::string in_order(const Table& table, const std::vector<std::size_t>& order, char separator, bool named_vertices) {
  std::string text;
  const auto add_line = [&](const std::vector<std::string>& fields) {
    for (std::size_t i = 0; i < order.size(); ++i) text += (i == 0 ? "" : std::string(1, separator)) + fields[order[i]];
    text += '\n';
  };
  add_line(table.header);
  const std::vector<std::vector<std::string>> rows = {{"0", "10", "11", "5"},
                                                      {"1", "11", "12", "7"},
                                                      {"2", "12", "10", "1"},
                                                      {"3", "2", "3", "2"},
                                                      {"4", "10", "12", "9"}};
  for (std::vector<std::string> row : rows) {
    if (named_vertices) row[1] = "n" + row[1], row[2] = "n" + row[2];
    add_line(row);
  }
  return text;
}

TEST_CASE("every order of a table's columns gives the same graph or an error, never another graph") {
  const std::string expected = EdgeList().text("10 11 5\n11 12 7\n12 10 1\n2 3 2\n10 12 9\n").digest;
  const std::string expected_names =
      EdgeList("header = 'none'").text("n10 n11 5\nn11 n12 7\nn12 n10 1\nn2 n3 2\nn10 n12 9\n").digest;
  const std::vector<Table> tables = {
      {{"id", "source", "target", "weight"}},
      {{"edge_id", "u", "v", "length"}},
      {{"id", "from", "to", "cost"}},
      {{"key", "Src", "DST", "W"}},
      {{"\"id\"", "\"tail\"", "\"head\"", "\"Weight\""}},
      {{"osmid", "FromNodeId", "ToNodeId", "distance"}},
      {{"eid", "start_node", "end_node", "value"}},
      {{"i", "source", "target", "weight"}, false},  // two may be sources
      {{"id", "a", "b", "weight"}, false},
      {{"id", "source", "b", "weight"}, false},
      {{"id", "a", "target", "weight"}, false},
      {{"start", "u", "v", "cost"}, false},
      {{"length", "u", "v", "cost"}, false},
      {{"id", "a", "b", "c"}, false},
  };
  for (const Table& table : tables)
    for (const char separator : {',', ';', '\t', ' '})
      for (const std::size_t columns : {3U, 4U})  // without the id, and with it
        for (const bool named_vertices : {false, true}) {
          std::vector<std::size_t> order = {0, 1, 2, 3};
          if (columns == 3 && !table.names_are_plain) continue;  // without names, the first two are the ends
          if (columns == 3) order.erase(order.begin());
          do {
            const std::string text = in_order(table, order, separator, named_vertices);
            INFO(text);
            const EdgeList it;
            const std::string error = it.error(text);
            const bool read = error == "no error";
            if (table.names_are_plain) CHECK_MESSAGE(read, error);
            if (read) CHECK(it.text(text).digest == (named_vertices ? expected_names : expected));
            if (table.names_are_plain) CHECK(it.sniff(text).confidence >= 60);
            if (!read) CHECK_MESSAGE(error.find("--set ") != std::string::npos, error);
          } while (std::ranges::next_permutation(order).found);
        }
}

TEST_CASE("the four orders of columns that were read as other graphs") {
  const EdgeList it;
  CHECK(it.arcs("weight,source,target\n5,1,2\n6,2,3\n") == "1>2:5 2>3:6");
  CHECK(it.arcs(",src,dst,weight\n0,1,2,5\n1,2,3,6\n") == "1>2:5 2>3:6");
  CHECK(it.arcs("edge_id,u,v,length\n7,1,2,5\n8,2,3,6\n") == "1>2:5 2>3:6");
  CHECK(it.arcs("target,source,weight\n2,1,5\n3,2,6\n") == "1>2:5 2>3:6");
  CHECK(it.arcs("id;from;to;cost\n1;Oslo;Rome;5\n2;Rome;Bonn;6\n") == "Oslo>Rome:5 Rome>Bonn:6");
  CHECK(it.arcs("source target weight\nOslo Rome 5\nRome Bonn 6\n") == "Oslo>Rome:5 Rome>Bonn:6");
  CHECK(it.arcs(",src,dst\n0,1,2\n1,2,3\n") == "1>2:1 2>3:1");
}

TEST_CASE("how a table was understood is said") {
  const auto reading = [](const LoadedGraph& loaded) { return fmt::format("{}", fmt::join(loaded.reading, " | ")); };
  const EdgeList it;
  CHECK(reading(it.text(",src,dst,weight\n0,1,2,5\n1,2,3,6\n")) ==
        "source = column 2 'src', target = column 3 'dst', weight = column 4 'weight'; not used: column 1 without a "
        "name");
  CHECK(reading(it.text("edge_id,u,v,length,time\n7,1,2,5,0\n")) ==
        "source = column 2 'u', target = column 3 'v', weight = column 4 'length'; not used: column 1 'edge_id', "
        "column 5 'time'");
  CHECK(reading(EdgeList("weight = 3").text("1 2 3 4 5\n2 3 4 5 6\n")) ==
        "source = column 1, target = column 2, weight = column 3; not used: column 4, column 5");
  CHECK(reading(it.text("1 2\n2 3\n")) == "source = column 1, target = column 2, no weights");
  CHECK(reading(it.text("person,friend\nAnn,Bob\n"))
            .ends_with("no header line: line 1 is the arc from 'person' to 'friend'"));
}

TEST_CASE("source and target by name or number") {
  CHECK(EdgeList("source = 2\ntarget = 3\nweight = 1").arcs("5 1 2\n6 2 3\n") == "1>2:5 2>3:6");
  CHECK(EdgeList("source = 2\ntarget = 1").arcs("2 1 5\n3 2 6\n") == "1>2:5 2>3:6");
  CHECK(EdgeList("source = 'a'\ntarget = 'B'").arcs("id,b,a,weight\n7,2,1,5\n") == "1>2:5");
  CHECK(EdgeList("source = 'origin'").arcs("u,v,origin,weight\n7,2,1,5\n") == "1>2:5");
  CHECK(EdgeList("source = 'none'").error("u,v\n1,2\n").find("no column is called 'none'; there are u, v") !=
        std::string::npos);
  CHECK(EdgeList("source = 'a'").error("1 2 3\n").find("names a column, but no line names the columns") !=
        std::string::npos);
  CHECK(EdgeList("source = 3").error("1 2 3\n").find("which column is the target?") != std::string::npos);
  CHECK(EdgeList("source = 1\ntarget = 1").error("1 2 3\n").find("are both column 1") != std::string::npos);
  CHECK(EdgeList("source = 4\ntarget = 1").error("1 2 3\n").find("a line has only 3 columns") != std::string::npos);
  CHECK(EdgeList("source = 2\ntarget = 3").error("5 1 2\n").find("which column has the weights") != std::string::npos);
  CHECK(EdgeList("source = 2\nlines = 'neighbours'").error("1 80,982\n").find("remove both options") !=
        std::string::npos);
}

TEST_CASE("the weight is never an end, and of two candidates none is taken") {
  CHECK(EdgeList("weight = 'u'").error("u,v\n1,2\n").find("the weights cannot be in column 1 'u', which is the") !=
        std::string::npos);
  CHECK(EdgeList("weight = 2").error("weight,source,target\n5,1,2\n").find("column 2 'source'") != std::string::npos);
  CHECK(EdgeList().error("u,v,cost,length\n1,2,3,4\n").find("both column 3 'cost' and column 4 'length'") !=
        std::string::npos);
  CHECK(EdgeList().error("u,v,length,weight\n1,2,3,4\n").find("both column 3 'length' and") != std::string::npos);
  CHECK(EdgeList().error("u,v,weight,Weight\n1,2,3,4\n").find("both column 3") != std::string::npos);
}

TEST_CASE("names of columns in a comment are heeded where they contradict") {
  CHECK(EdgeList().arcs("# source target weight\n1 2 5\n") == "1>2:5");
  CHECK(EdgeList().error("# weight source target\n5 1 2\n").find("FILE:2: a comment names the columns") !=
        std::string::npos);
  CHECK(EdgeList("header = 'none'").arcs("# weight source target\n5 1 2\n") == "5>1:2");
  CHECK(EdgeList("source = 2\ntarget = 3\nweight = 1").arcs("# weight source target\n5 1 2\n") == "1>2:5");
}

TEST_CASE("a header line that is too short for its table") {
  CHECK(EdgeList().sniff("src dst weight\n0 1 2 5\n").confidence == 60);
  CHECK(EdgeList()
            .error("src dst weight\n0 1 2 5\n")
            .find("FILE:1: a header line of 3 names, but the line below has 4") != std::string::npos);
}

TEST_CASE("which column has the weights") {
  CHECK(EdgeList().error("6,2,4,1289241912\n").find("FILE:1: a line of 4 columns without names") != std::string::npos);
  CHECK(EdgeList().arcs("% asym weighted\n6 2 4 1289241912\n6 5 -2 1289241942\n") == "6>2:4 6>5:-2");  // KONECT
  CHECK(EdgeList("weight = 4").arcs("6,2,4,12\n6,5,-2,13\n") == "6>2:12 6>5:13");
  CHECK(EdgeList("weight = 'none'").arcs("6,2,4,12\n6,5,-2,13\n") == "6>2:1 6>5:1");
  CHECK(EdgeList("weight = 5").error("6,2,4,12\n") == "edge-list: FILE:1: weight = 5, but a line has only 4 columns");
  CHECK(EdgeList().error("1 2 3\n1 2 x\n") == "edge-list: FILE:2: weight 'x' is not a finite number");
  CHECK(EdgeList().error("1,2,3\n1,2,\n") == "edge-list: FILE:2: an empty field where the weight is expected");
}

}  // namespace
}  // namespace wayfront::host
