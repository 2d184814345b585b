#include "broken.hpp"

BROKEN_PLUGIN()
