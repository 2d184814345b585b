// A loader of lines "SOURCE TARGET WEIGHT" that is right, or wrong in the way that the file's first line says.
#include <atomic>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

  void load(const LoadRequest& request, GraphSink& sink, RunContext&) {
    if (request.weights == WeightKind::int32)
      read<std::int32_t>(request, sink);
    else
      read<float>(request, sink);
  }

 private:
  template <WeightType W>
  static void read(const LoadRequest& request, GraphSink& sink) {
    std::vector<Arc<W>> arcs;
    std::string way;
    std::size_t number = 0;
    const auto fail = [&](std::string_view what) {
      if (way == "silent") throw BadInput("");
      if (way == "placeless") throw BadInput(std::string(what));
      const std::size_t line = way == "miscounting" && number > 9 ? number - 1 : number;
      throw BadInput(std::string(request.input->name()) + ":" + std::to_string(line) + ": " + std::string(what));
    };
    for (std::string_view text = request.input->lines(); !text.empty(); text = request.input->lines()) {
      while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(line.size() + 1);
        if (++number == 1) {
          if (!line.starts_with("reader ")) fail("does not begin with the word 'reader'");
          way = line.substr(7);
          continue;
        }
        std::uint32_t field[3] = {};
        const char* at = line.data();
        for (std::uint32_t& it : field) {
          while (at != line.data() + line.size() && *at == ' ') ++at;
          const auto [end, error] = std::from_chars(at, line.data() + line.size(), it);
          if (error != std::errc()) fail("a number is missing or too large");
          at = end;
        }
        if (field[2] > 1000) fail("weights are at most 1000");
        if (way != "unchecked" && (field[0] >= 100 || field[1] >= 100)) fail("there are 100 vertices");
        arcs.push_back({field[0], field[1], static_cast<W>(field[2])});
      }
    }
    if (way == "drifting") arcs.push_back({0, 1, static_cast<W>(loads_++)});
    sink.begin({.vertices = 100, .arcs = arcs.size()});
    sink.append<W>(arcs);
  }

  static inline std::atomic<int> loads_{0};
};

}  // namespace

WAYFRONT_PLUGIN(Reader)
