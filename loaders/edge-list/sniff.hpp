// Whether the first bytes of a file are those of an edge list.
#pragma once

#include <string_view>

#include "wayfront/loader.hpp"

namespace wayfront::edge_list {

Match judge(std::string_view head);

}  // namespace wayfront::edge_list
