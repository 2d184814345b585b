#include "broken.hpp"

BROKEN_PLUGIN(it.kind = wayfront::PluginKind::loader)
