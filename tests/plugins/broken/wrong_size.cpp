#include "broken.hpp"

BROKEN_PLUGIN(it.size = 64)
