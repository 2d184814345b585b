#include "wayfront/plugin.hpp"
#include "npy.hpp"

WAYFRONT_PLUGIN(wayfront::npy::Npy)
