#include "broken.hpp"

BROKEN_PLUGIN(it.magic = 0x0123456789abcdef)
