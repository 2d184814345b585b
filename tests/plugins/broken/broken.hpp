// A small algorithm whose descriptor is right, for plugins that each break one thing about it.
#pragma once

#include "wayfront/plugin.hpp"

namespace {

struct Sound {
  static constexpr wayfront::PluginAbout about{.name = "sound",
                                               .version = "1",
                                               .summary = "Reports every vertex but the source as unreached.",
                                               .capabilities = wayfront::capability::weights32};
  struct Options {
    std::int64_t width = 0;
  };
  static constexpr wayfront::OptionRow rows[] = {
      wayfront::integer<&Options::width>("width", 4, {1, 8}, "A number; 7 cannot be used.")};

  explicit Sound(const Options& options) {
    if (options.width == 7) throw wayfront::Unsupported("a width of 7 cannot be used, take another one");
  }
  void prepare(const wayfront::Graph&, wayfront::RunContext&) {}
  void solve(const wayfront::Problem& problem, wayfront::Output& output, wayfront::RunContext&) {
    for (wayfront::Vertex v = 0; v < output.vertices; ++v) {
      if (output.kind == wayfront::WeightKind::int32)
        output.distances_as<std::int32_t>()[v] = v == problem.source ? 0 : wayfront::unreached<std::int32_t>;
      else
        output.distances_as<float>()[v] = v == problem.source ? 0 : wayfront::unreached<float>;
    }
  }
};

/// The sound descriptor after `change`.
template <class F>
constexpr wayfront::PluginDescriptor broken(F change) {
  wayfront::PluginDescriptor descriptor = wayfront::detail::describe<Sound>();
  change(descriptor);
  return descriptor;
}

}  // namespace

#define BROKEN_PLUGIN(...)                                                                            \
  extern "C" __attribute__((visibility("default"))) const wayfront::PluginDescriptor wayfront_plugin; \
  constinit const wayfront::PluginDescriptor wayfront_plugin =                                        \
      broken([]([[maybe_unused]] wayfront::PluginDescriptor& it) { __VA_ARGS__; });
