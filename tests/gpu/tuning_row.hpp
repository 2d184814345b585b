// Included before a plugin that is built for tests: what its `struct Tuning` has becomes options, so that tests can set it.
#pragma once

#include <type_traits>

#include "wayfront/options.hpp"

#define WAYFRONT_TUNING_ROWS

namespace wayfront {

/// The row of one number, which has its own default.
template <auto Member, class Options>
constexpr OptionRow tuning(const char* name) {
  OptionRow row{.name = name, .type = OptionType::real, .help = "Tuning, for tests alone."};
  row.default_value.real = static_cast<double>(Options{}.*Member);
  row.store = [](void* options, const OptionValue& value) {
    auto& member = static_cast<Options*>(options)->*Member;
    member = static_cast<std::remove_reference_t<decltype(member)>>(value.real);
  };
  return row;
}

}  // namespace wayfront
