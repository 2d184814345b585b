// A loader that reads files, without options; tests of pipelines name it.

#include "wayfront/plugin.hpp"

namespace {

class SampleReader {
 public:
  static constexpr wayfront::PluginAbout about{.name = "sample-reader", .version = "1", .summary = "Reads nothing."};

  static wayfront::Match sniff(std::string_view) noexcept { return {}; }
  void load(const wayfront::LoadRequest&, wayfront::GraphSink&, wayfront::RunContext&) {}
};

}  // namespace

WAYFRONT_PLUGIN(SampleReader)
