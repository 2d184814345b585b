#include "wayfront/plugin.hpp"
#include "matrix_market.hpp"

WAYFRONT_PLUGIN(wayfront::matrix_market::MatrixMarket)
