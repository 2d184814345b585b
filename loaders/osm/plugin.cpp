#include "wayfront/plugin.hpp"
#include "osm.hpp"

WAYFRONT_PLUGIN(wayfront::osm::Osm)
