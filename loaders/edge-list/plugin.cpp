#include "wayfront/plugin.hpp"
#include "edge_list.hpp"

WAYFRONT_PLUGIN(wayfront::edge_list::EdgeList)
