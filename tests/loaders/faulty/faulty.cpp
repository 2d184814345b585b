// A loader that breaks its contract in the way that the first word of the file says.
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "wayfront/plugin.hpp"

namespace {

using namespace wayfront;

class Faulty {
 public:
  static constexpr PluginAbout about{.name = "faulty", .version = "1.0.0", .summary = "Breaks the loaders' contract."};

  static Match sniff(std::string_view head) noexcept {
    if (head.starts_with("c both")) return {100, "the word 'both'"};
    if (head.starts_with("faulty ")) return {100, "the word 'faulty'"};
    return {};
  }

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    const std::string_view all = request.input->lines();
    const std::string_view way = all.substr(7, all.find('\n') - 7);
    if (request.weights == WeightKind::float32) {
      sink.begin({.vertices = 2, .arcs = 1});
      sink.arcs<float>(1)[0] = {0, 1, way == "nan" ? std::numeric_limits<float>::quiet_NaN() : 1.5F};
      return;
    }
    if (way == "no begin") return;
    if (way == "throws") throw std::runtime_error("something else");
    if (way == "memory") throw std::bad_alloc();
    if (way == "unsupported") throw Unsupported("complex weights");
    if (way == "early") sink.arcs<std::int32_t>(1);
    if (way == "huge") sink.begin({.vertices = 0xffff'fff0U, .arcs = std::uint64_t{1} << 60});
    if (way == "vertices") sink.begin({.vertices = 0xffff'ffffU, .arcs = 1});
    const std::uint64_t first_id = way == "last id" ? std::numeric_limits<std::uint64_t>::max() - 1 : 0;
    sink.begin({.vertices = 3, .arcs = 2, .first_id = first_id});
    if (way == "same numbers") sink.ids(std::vector<std::uint64_t>{7, 9, 7});
    if (way == "same names") sink.names(std::vector<std::string_view>{"Ulm", "Bonn", "Ulm"});
    if (way == "no name") sink.names(std::vector<std::string_view>{"Ulm", "", "Bonn"});
    if (way == "twice") sink.begin({.vertices = 3, .arcs = 2});
    if (way == "kind") sink.arcs<float>(1);
    const auto arcs = sink.arcs<std::int32_t>(way == "few" ? 1 : 2);
    arcs[0] = {0, 1, 7};
    if (way == "few") return;
    arcs[1] = {1, way == "vertex" ? 3U : 2U, way == "unreached" ? std::numeric_limits<std::int32_t>::max() : -7};
    if (way == "many") sink.arcs<std::int32_t>(1);
    if (way == "cancel") throw Cancelled();
    while (way == "waits") context.throw_if_cancelled();
  }
};

}  // namespace

WAYFRONT_PLUGIN(Faulty)
