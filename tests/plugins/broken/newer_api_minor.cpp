#include "broken.hpp"

BROKEN_PLUGIN(it.api_minor = 99)
