#include "wayfront/plugin.hpp"
#include "node_link.hpp"

WAYFRONT_PLUGIN(wayfront::node_link::NodeLink)
