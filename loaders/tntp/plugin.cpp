#include "wayfront/plugin.hpp"
#include "tntp.hpp"

WAYFRONT_PLUGIN(wayfront::tntp::Tntp)
