#include "wayfront/plugin.hpp"
#include "graphml.hpp"

WAYFRONT_PLUGIN(wayfront::graphml::Graphml)
