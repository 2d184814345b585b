// A loader of lines "SOURCE TARGET WEIGHT" that is right, or wrong in the way that the file's first line says.
#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "text/fields.hpp"
#include "text/lines.hpp"
#include "text/numbers.hpp"
#include "wayfront/plugin.hpp"

namespace {

using namespace wayfront;

class Reader {
 public:
  static constexpr PluginAbout about{.name = "reader", .version = "1.0.0", .summary = "Reads lines of three numbers."};

  static Match sniff(std::string_view head) noexcept {
    if (head.starts_with("reader unsure")) return {101, "more than sure"};
    if (head.starts_with("reader unknown") || !head.starts_with("reader ")) return {};
    return {100, "the word 'reader'"};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    with_weight_type(request.weights, [&]<WeightType W>() { read<W>(request, sink, context); });
  }

 private:
  template <WeightType W>
  static void read(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    textfile::Lines lines("reader", *request.input, context);
    std::vector<Arc<W>> arcs;
    std::string_view line;
    if (!lines.next(line) || textfile::next_field(line) != "reader")
      lines.fail("does not begin with the word 'reader'");
    const std::string way(textfile::next_field(line));
    const auto fail = [&](const char* what) {
      if (way == "silent") throw BadInput("");
      if (way == "placeless") throw BadInput(what);
      lines.fail_at(way == "miscounting" && lines.line() > 9 ? lines.line() - 1 : lines.line(), what);
    };
    while (lines.next(line)) {
      std::uint64_t field[3] = {};
      for (std::uint64_t& it : field)
        if (!textfile::is_whole_number(textfile::next_field(line), it)) fail("a number is missing or too large");
      if (field[2] > 1000) fail("weights are at most 1000");
      if (way != "unchecked" && (field[0] >= 100 || field[1] >= 100)) fail("there are 100 vertices");
      arcs.push_back({static_cast<Vertex>(field[0]), static_cast<Vertex>(field[1]), static_cast<W>(field[2])});
    }
    if (way == "drifting") arcs.push_back({0, 1, static_cast<W>(loads_++)});
    sink.begin({.vertices = 100, .arcs = arcs.size()});
    sink.append<W>(arcs);
  }

  static inline std::atomic<int> loads_{0};
};

}  // namespace

WAYFRONT_PLUGIN(Reader)
