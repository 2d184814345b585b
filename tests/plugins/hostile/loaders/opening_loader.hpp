// Loaders that do something when they are opened or asked what a file is. None reads a file.
#pragma once

#include "wayfront/plugin.hpp"

namespace wayfront::hostile {

struct ReadsNothing {
  static Match sniff(std::string_view) noexcept { return {}; }
  void load(const LoadRequest&, GraphSink&, RunContext&) { throw BadInput("this one reads nothing"); }
};

constexpr PluginAbout about_loader(const char* name, const char* summary) {
  return {.name = name, .version = "1", .summary = summary};
}

}  // namespace wayfront::hostile

/// A loader `Class` named `text`, whose library runs the block behind this macro when it is opened.
#define WAYFRONT_HOSTILE_LOADER(Class, text, summary)                                      \
  namespace wayfront::hostile {                                                            \
  struct Class : ReadsNothing {                                                            \
    static constexpr PluginAbout about = ::wayfront::hostile::about_loader(text, summary); \
  };                                                                                       \
  }                                                                                        \
  WAYFRONT_PLUGIN(wayfront::hostile::Class)                                                \
  [[gnu::constructor]] static void when_opened()

/// The same, but the block runs when it is asked what a file is, and says it.
#define WAYFRONT_HOSTILE_SNIFFER(Class, text, summary)                                     \
  namespace wayfront::hostile {                                                            \
  struct Class : ReadsNothing {                                                            \
    static constexpr PluginAbout about = ::wayfront::hostile::about_loader(text, summary); \
    static Match sniff(std::string_view head) noexcept;                                    \
  };                                                                                       \
  }                                                                                        \
  WAYFRONT_PLUGIN(wayfront::hostile::Class)                                                \
  wayfront::Match wayfront::hostile::Class::sniff([[maybe_unused]] std::string_view head) noexcept
