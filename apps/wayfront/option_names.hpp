// What help pages and completion need to know of an option row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"

namespace wayfront::app {

inline bool is_positional(const Option& option) { return option.name[0] != '-'; }
inline bool is_flag(const Option& option) { return std::holds_alternative<bool*>(option.into); }
inline bool is_path(const Option& option) {
  return std::holds_alternative<std::filesystem::path*>(option.into) ||
         std::holds_alternative<std::vector<std::filesystem::path>*>(option.into);
}
inline bool is_list(const Option& option) {
  return std::holds_alternative<std::vector<std::string>*>(option.into) ||
         std::holds_alternative<std::vector<std::filesystem::path>*>(option.into);
}

/// "-q,--quiet" is called by two names.
inline std::vector<std::string> names_of(const Option& option) {
  std::vector<std::string> names;
  std::string_view rest = option.name;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    names.emplace_back(one);
  }
  return names;
}

}  // namespace wayfront::app
