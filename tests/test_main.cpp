#define DOCTEST_CONFIG_IMPLEMENT  // by itself, should a precompiled header have included doctest.h already
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
