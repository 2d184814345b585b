#include "wayfront/plugin.hpp"
#include "pajek.hpp"

WAYFRONT_PLUGIN(wayfront::pajek::Pajek)
