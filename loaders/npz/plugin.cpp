#include "wayfront/plugin.hpp"
#include "npz.hpp"

WAYFRONT_PLUGIN(wayfront::npz::Npz)
