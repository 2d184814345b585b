#include "broken.hpp"

BROKEN_PLUGIN(it.about.capabilities = 0)
