#include "broken.hpp"

static constexpr wayfront::OptionRow twice[] = {Sound::rows[0], Sound::rows[0]};

BROKEN_PLUGIN(it.options = twice; it.option_count = 2)
