// Many plugins out of one source: wayfront_add_faults (tests/CMakeLists.txt) compiles it once and links a library for each
// FAULT...(name, ...) in it, whose symbol `wayfront_plugin` is another name of the descriptor `fault_name`.
#pragma once

#include <cstddef>

#include "wayfront/plugin.hpp"

#define FAULT_EXPORTED extern "C" __attribute__((visibility("default")))

/// The descriptor of the library that this code runs in.
FAULT_EXPORTED const wayfront::PluginDescriptor wayfront_plugin;

namespace wayfront::faulty {

/// The name of a plugin: that of its library with dashes.
template <std::size_t N>
struct Kebab {
  constexpr Kebab(const char (&name)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = name[i] == '_' ? '-' : name[i];
  }
  char text[N];
};

/// Whether the library that this code runs in is that of `descriptor`. Volatile: to the compiler they are two objects.
inline bool is_own(const PluginDescriptor& descriptor) {
  const PluginDescriptor* volatile it = &descriptor;
  return it == &wayfront_plugin;
}

}  // namespace wayfront::faulty

/// `Fault`, of the plugin `name`: a class derived from `Base` with the members in braces at the end.
#define FAULT_CLASS(plugin, what, Base, bits, ...)                                                                 \
  namespace wayfront::faulty::plugin {                                                                             \
  struct About {                                                                                                   \
    static constexpr Kebab kebab{#plugin};                                                                         \
    static constexpr PluginAbout about{.name = kebab.text, .version = "1", .summary = what, .capabilities = bits}; \
  };                                                                                                               \
  struct Fault : Base, About __VA_ARGS__;                                                                          \
  }
#define FAULT_CONSTANT(plugin, ...)                                  \
  FAULT_EXPORTED const wayfront::PluginDescriptor fault_##plugin; \
  constinit const wayfront::PluginDescriptor fault_##plugin = __VA_ARGS__;
#define FAULT_PLUGIN(plugin, what, Base, bits, ...)  \
  FAULT_CLASS(plugin, what, Base, bits, __VA_ARGS__) \
  FAULT_CONSTANT(plugin, wayfront::detail::describe<wayfront::faulty::plugin::Fault>())
// The block runs when the library is opened.
#define FAULT_OPENED(plugin, ...)                       \
  namespace wayfront::faulty::plugin {                  \
  [[gnu::constructor]] static void when_opened() {      \
    if (is_own(fault_##plugin)) __VA_ARGS__             \
  }                                                     \
  }
