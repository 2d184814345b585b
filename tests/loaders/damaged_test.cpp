// Files of every format with bytes changed, cut, repeated and put in: each is a graph or refused as input, and nothing
// else happens. What it says must name the file.
#include "load/loaded_graph.hpp"
#include "load_and_save.hpp"

namespace wayfront::host {
namespace {

std::string written(const LoadedGraph& graph, const char* format, const char* options = "", bool weighted = true) {
  const Scratch scratch;
  save(graph, scratch.path() / "x", format, options, {.weighted = weighted});
  return content_of(scratch.path() / "x");
}

/// Numbers that headers and indices lie with.
constexpr std::uint64_t lies[] = {0,
                                  1,
                                  2,
                                  0x7fff'ffff,
                                  0x8000'0000,
                                  0xffff'fffe,
                                  0xffff'ffff,
                                  0x1'0000'0000,
                                  0x7fff'ffff'ffff'ffff,
                                  ~std::uint64_t{0}};

std::string damaged(std::string content, std::mt19937& random) {
  for (std::size_t changes = 1 + random() % 3; changes != 0; --changes) {
    const std::size_t at = content.empty() ? 0 : random() % content.size();
    switch (random() % 6) {
      case 0:
        if (!content.empty()) content[at] = static_cast<char>(random());
        break;
      case 1:
        content.resize(at);
        break;
      case 2:
        content.insert(at, content.substr(at, random() % 40));
        break;
      case 3: {  // a number in binary, where one may stand
        const std::uint64_t lie = lies[random() % std::size(lies)];
        const std::size_t size = std::min<std::size_t>(random() % 2 == 0 ? 4 : 8, content.size() - at);
        content.replace(at, size, std::string(reinterpret_cast<const char*>(&lie), size));
        break;
      }
      case 4: {  // one in digits
        const std::size_t digit = content.find_first_of("0123456789", at);
        if (digit != content.npos) content.replace(digit, 1, std::to_string(lies[random() % std::size(lies)]));
        break;
      }
      default:
        content.insert(at, 1, "\0\n -%#\r\xff"[random() % 8]);
    }
  }
  return content;
}

void check(const std::string& content, const Loading& how, int& loaded, int& refused) {
  const Scratch scratch;
  const auto path = scratch.write("x", content);
  try {
    load(path, how);
    ++loaded;
  } catch (const UserError& error) {
    CHECK_MESSAGE(error.code() == ExitCode::input, error.what());
    CHECK_MESSAGE(contains(error.what(), path.string()), error.what());
    ++refused;
  }
}

TEST_CASE("damaged files are read or refused") {
  std::mt19937 random(7);
  std::vector<Arc<std::int32_t>> arcs;
  for (int i = 0; i < 30; ++i)
    arcs.push_back({static_cast<Vertex>(random() % 9), static_cast<Vertex>(random() % 10),
                    static_cast<std::int32_t>(random() % 1000) - 300});
  const LoadedGraph graph = graph_of<std::int32_t>(11, arcs, 1);
  struct Case {
    const char* loader;
    std::string content;
  };
  std::vector<Case> cases = {
      {"npz", written(graph, "npz")},
      {"npz", written(graph, "npz", "", false)},
      {"npy", written(graph_of<double>(2, {{0, 1, 5}, {1, 0, 3}, {1, 1, -2}}, 5), "npy")},
      {"gml",
       "Creator \"x\"\ngraph [\n directed 1\n node [ id 5 label \"a &#228;\" ]\n node [ id 6 label \"b\" ]\n edge [ "
       "source 5 target 6 weight 25 ]\n edge [ source 6 target 5 weight 7 x [ y \"]\" ] ]\n]\n"},
      {"pajek", "*Vertices 3\n1 \"a\"\n2 b 0.5 0.5\n3 \"c\"\n*Arcs\n1 2 7\n3 1 -2\n*Edges\n2 3 5\n"},
      {"node-link",
       "{\"directed\": true, \"nodes\": [{\"id\": 0}, {\"id\": \"a\"}],\n\"links\": [{\"source\": 0, \"target\": "
       "\"a\", \"weight\": 7}, {\"source\": \"a\", \"target\": 0, \"weight\": -2}]}\n"},
      {"edge-list", "0 1 {'weight': 4, 'name': 'a, b'}\n1 2 {'name': \"it's\", 'weight': 5}\n2 0 {'weight': -1}\n"},
      {"dimacs", written(graph, "dimacs")},
      {"matrix-market", written(graph, "matrix-market")},
      {"edge-list", written(graph, "edge-list")},
      {"galois", written(graph, "galois")},
      {"galois", written(graph, "galois", "version = 2")},
      {"galois", written(graph, "galois", "", false)},
      {"gapbs", written(graph, "gapbs")},
      {"gapbs", written(graph, "gapbs", "", false)},
      {"metis", "% c\n5 5 11\n1 2 5 3 1\n1 1 5 3 2 4 7\n1 1 1 2 2\n1 2 7 5 9\n1 4 9\n"},
      {"metis", "5 4 100\n7 2\n7 1 3\n7 2 4\n7 3 5\n7 4\n"},
      {"ligra", "WeightedAdjacencyGraph\n4\n5\n0\n2\n2\n4\n1\n2\n0\n3\n3\n10\n-20\n30\n40\n50\n"},
      {"tntp",
       "<NUMBER OF NODES> 3\n<NUMBER OF LINKS> 2\n<END OF METADATA>\n\n~\tinit_node\tterm_node\tcapacity\t"
       "length\tfree_flow_time\t;\n\t1\t3\t28\t9\t2\t;\n\t3\t2\t10\t4\t0\t;\n"},
  };
  if (loaders().look_up(PluginKind::loader, "graphml") != nullptr)
    cases.push_back(
        {"graphml",
         "<?xml version=\"1.0\"?>\n<graphml>\n<key id=\"d0\" for=\"edge\" "
         "attr.name=\"weight\"><default>2</default></key>\n<graph edgedefault=\"directed\">\n<node "
         "id=\"a\"/><node id=\"b\"/>\n<edge source=\"a\" target=\"b\"><data key=\"d0\">7</data></edge>\n<edge "
         "source=\"b\" target=\"a\" directed=\"false\"/>\n</graph>\n</graphml>\n"});
  for (const Case& it : cases) {
    CAPTURE(it.loader);
    int loaded = 0, refused = 0;
    check(it.content, {.loader = it.loader}, loaded, refused);
    CHECK(loaded == 1);
    for (int i = 0; i < 300; ++i) {
      const std::string content = damaged(it.content, random);
      CAPTURE(content);
      check(content, {.loader = i % 3 == 0 ? "" : it.loader}, loaded, refused);
    }
    CHECK(loaded + refused == 301);
    CHECK(refused > 30);
  }
}

}  // namespace
}  // namespace wayfront::host
