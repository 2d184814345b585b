#include "wayfront/plugin.hpp"
#include "dimacs.hpp"

WAYFRONT_PLUGIN(wayfront::dimacs::Dimacs)
