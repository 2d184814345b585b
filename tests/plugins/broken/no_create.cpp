#include "broken.hpp"

BROKEN_PLUGIN(it.create = nullptr)
