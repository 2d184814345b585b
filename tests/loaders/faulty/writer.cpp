// A loader that reads what it writes, but forgets the last of several arcs when it writes.
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wayfront/plugin.hpp"

namespace {

using namespace wayfront;

class Writer {
 public:
  static constexpr PluginAbout about{.name = "writer",
                                     .version = "1.0.0",
                                     .summary = "Reads and writes lines of three numbers.",
                                     .capabilities = capability::any_weights | capability::writes};
  static constexpr const char* suffixes = ".writer";

  static Match sniff(std::string_view head) noexcept {
    return head.starts_with("writer ") ? Match{100, "the word 'writer'"} : Match{};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext&) {
    with_weight_type(request.weights, [&]<WeightType W>() { read<W>(request, sink); });
  }

  void save(const SaveRequest& request, RunContext&) {
    visit(request.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
      std::string text = "writer " + std::to_string(graph.vertices) + " 0\n";
      const O last = graph.edges > 1 ? graph.edges - 1 : graph.edges;
      for (Vertex u = 0; u < graph.vertices; ++u)
        for (O arc = graph.begin(u); arc < graph.end(u) && arc < last; ++arc)
          text += std::to_string(u) + " " + std::to_string(graph.targets[arc]) + " " +
                  std::to_string(graph.weights[arc]) + "\n";
      request.output->write(text);
    });
  }

 private:
  template <WeightType W>
  static void read(const LoadRequest& request, GraphSink& sink) {
    std::vector<Arc<W>> arcs;
    std::uint64_t vertices = 0;
    std::uint64_t number = 0;
    for (std::string_view text = request.input->lines(); !text.empty(); text = request.input->lines())
      while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(line.size() + 1);
        if (++number == 1 && line.starts_with("writer ")) line.remove_prefix(7);
        std::uint64_t field[3] = {};
        const char* at = line.data();
        for (int i = 0; i < (number == 1 ? 2 : 3); ++i) {
          while (at != line.data() + line.size() && *at == ' ') ++at;
          const auto [end, error] = std::from_chars(at, line.data() + line.size(), field[i]);
          if (error != std::errc() || field[i] > 1'000'000)
            throw BadInput(std::string(request.input->name()) + ":" + std::to_string(number) + ": not a number");
          at = end;
        }
        if (number == 1)
          vertices = field[0];
        else
          arcs.push_back({static_cast<Vertex>(field[0]), static_cast<Vertex>(field[1]), static_cast<W>(field[2])});
      }
    for (const Arc<W>& arc : arcs)
      if (arc.source >= vertices || arc.target >= vertices)
        throw BadInput(std::string(request.input->name()) + ": an arc to a vertex that is not there");
    sink.begin({.vertices = static_cast<Vertex>(vertices), .arcs = arcs.size()});
    sink.append<W>(arcs);
  }
};

}  // namespace

WAYFRONT_PLUGIN(Writer)
