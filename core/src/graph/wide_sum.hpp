// The type in which distance + weight is judged: exact for integers, the rounded sum that algorithms make for floats.
#pragma once

#include <cstdint>
#include <type_traits>

#include "wayfront/graph.hpp"

namespace wayfront::host {

__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using): `using` cannot be an extension

template <WeightType W>
using WideSum =
    std::conditional_t<std::is_floating_point_v<W>, W, std::conditional_t<sizeof(W) == 4, std::int64_t, Int128>>;

}  // namespace wayfront::host
