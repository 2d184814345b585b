#include "wayfront/plugin.hpp"
#include "ligra.hpp"

WAYFRONT_PLUGIN(wayfront::ligra::Ligra)
