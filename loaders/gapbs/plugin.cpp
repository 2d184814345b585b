#include "wayfront/plugin.hpp"
#include "gapbs.hpp"

WAYFRONT_PLUGIN(wayfront::gapbs::Gapbs)
