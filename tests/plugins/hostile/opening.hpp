// Plugins that do something when they are opened: the correct algorithm, and a function that runs then.
#pragma once

#include "correct.hpp"

namespace wayfront::hostile {

using faulty::Correct;

constexpr PluginAbout about(const char* name, const char* summary) {
  return {.name = name, .version = "1", .summary = summary, .capabilities = faulty::all_capabilities};
}

}  // namespace wayfront::hostile

/// An honest algorithm `Class` named `text`, whose library runs the block behind this macro when it is opened.
#define WAYFRONT_HOSTILE_OPENING(Class, text, summary)                              \
  namespace wayfront::hostile {                                                     \
  class Class : public Correct {                                                    \
   public:                                                                          \
    static constexpr PluginAbout about = ::wayfront::hostile::about(text, summary); \
  };                                                                                \
  }                                                                                 \
  WAYFRONT_PLUGIN(wayfront::hostile::Class)                                         \
  [[gnu::constructor]] static void when_opened()
