#include "broken.hpp"

BROKEN_PLUGIN(it.kind = static_cast<wayfront::PluginKind>(9))
