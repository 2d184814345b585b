// A loader that recognises no file, but rounds upwards from its opening on: it is opened to look at a file's first
// bytes.
#include <cfenv>

#include "wayfront/plugin.hpp"

namespace wayfront::hostile {

class RoundsUpLoader {
 public:
  static constexpr PluginAbout about{
      .name = "rounds-up-loader", .version = "1", .summary = "Recognises nothing and rounds upwards."};
  static Match sniff(std::string_view) noexcept {
    std::fesetround(FE_UPWARD);
    return {};
  }
  void load(const LoadRequest&, GraphSink&, RunContext&) { throw BadInput("this one reads nothing"); }
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::RoundsUpLoader)

[[gnu::constructor]] static void when_opened() { std::fesetround(FE_UPWARD); }
