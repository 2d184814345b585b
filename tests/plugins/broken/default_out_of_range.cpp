#include "broken.hpp"

static constexpr wayfront::OptionRow outside[] = {
    wayfront::integer<&Sound::Options::width>("width", 9, {1, 8}, "A number outside of its range.")};

BROKEN_PLUGIN(it.options = outside)
