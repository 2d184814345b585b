#include "broken.hpp"

BROKEN_PLUGIN(it.abi_tag = "vax libc++-3")
