#include "broken.hpp"

BROKEN_PLUGIN(it.about.name = "Not_Kebab")
