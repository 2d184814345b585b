#include "wayfront/plugin.hpp"
#include "gml.hpp"

WAYFRONT_PLUGIN(wayfront::gml::Gml)
