#include "broken.hpp"

BROKEN_PLUGIN(it.api_major = 99)
