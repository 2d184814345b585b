#include "wayfront/plugin.hpp"
#include "metis.hpp"

WAYFRONT_PLUGIN(wayfront::metis::Metis)
