// A loader that reads no file and makes nothing; tests of pipelines name it.

#include "wayfront/plugin.hpp"

namespace {

class SampleMaker {
 public:
  static constexpr wayfront::PluginAbout about{.name = "sample-maker", .version = "1", .summary = "Makes no graph."};
  struct Options {
    std::int64_t vertices = 0;
  };
  static constexpr wayfront::OptionRow rows[] = {
      wayfront::integer<&Options::vertices>("vertices", 10, {1, 100}, "Number of vertices.")};

  explicit SampleMaker(const Options&) {}
  void load(const wayfront::LoadRequest&, wayfront::GraphSink&, wayfront::RunContext&) {}
};

}  // namespace

WAYFRONT_PLUGIN(SampleMaker)
