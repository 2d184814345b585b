// What `wayfront run` and the ranks that it starts agree on.
#pragma once

namespace wayfront::host {

/// Of the questions of wayfront-rank --serve and their answers: changes whenever one of them does.
inline constexpr unsigned rank_interface = 2;

}  // namespace wayfront::host
