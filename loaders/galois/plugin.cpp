#include "wayfront/plugin.hpp"
#include "galois.hpp"

WAYFRONT_PLUGIN(wayfront::galois::Galois)
