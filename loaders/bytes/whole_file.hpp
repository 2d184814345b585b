// All bytes of a file, for formats whose directory is at the end.
#pragma once

#include <string>
#include <string_view>

#include "wayfront/loader.hpp"

namespace wayfront::bytes {

inline std::string whole_file(Input& input, RunContext& context) {
  std::string content;
  content.reserve(input.size());  // 0 if it is not known
  for (std::string_view piece; !(piece = input.bytes()).empty();) {
    context.throw_if_cancelled();
    content += piece;
  }
  return content;
}

}  // namespace wayfront::bytes
