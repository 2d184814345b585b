// Many plugins out of one source: wayfront_add_faults (tests/CMakeLists.txt) makes a library for each FAULT_IF(name)(...) in it,
// in which only that one's code stands.
#pragma once

#include <cstddef>

#include "wayfront/plugin.hpp"

// The library `name` is compiled with the definition FAULT_IS_name, which is "0,".
#define FAULT_KEEP(...) __VA_ARGS__
#define FAULT_DROP(...)
#define FAULT_SECOND(first, second, ...) second
#define FAULT_CHOOSE(...) FAULT_SECOND(__VA_ARGS__)
#define FAULT_IF(name) FAULT_CHOOSE(FAULT_IS_##name FAULT_KEEP, FAULT_DROP, 0)

namespace wayfront::faulty {

/// The name of a plugin: that of its library with dashes.
template <std::size_t N>
struct Kebab {
  constexpr Kebab(const char (&name)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = name[i] == '_' ? '-' : name[i];
  }
  char text[N];
};

}  // namespace wayfront::faulty

/// `Fault`, of the plugin `name`: a class derived from `Base` with the members in braces at the end.
#define FAULT_CLASS(plugin, what, Base, bits, ...)                                                                 \
  namespace wayfront::faulty {                                                                                     \
  struct About {                                                                                                   \
    static constexpr Kebab kebab{#plugin};                                                                         \
    static constexpr PluginAbout about{.name = kebab.text, .version = "1", .summary = what, .capabilities = bits}; \
  };                                                                                                               \
  struct Fault : Base, About __VA_ARGS__;                                                                          \
  }
#define FAULT_PLUGIN(plugin, what, Base, bits, ...)  \
  FAULT_CLASS(plugin, what, Base, bits, __VA_ARGS__) \
  WAYFRONT_PLUGIN(wayfront::faulty::Fault)
