#include "broken.hpp"

BROKEN_PLUGIN(it.api_major = 1, it.api_minor = 3)
