// Options that CUDA plugins have in common, each with its words and its row. For any compiler.
#pragma once

#include <cstdint>

#include "wayfront/options.hpp"

namespace wayfront::cuda {

/// Where the loop of rounds runs. What each kernel then does: rounds.cuh.
enum class Loop : std::uint8_t {
  device,  // one cooperative kernel runs all rounds
  host,    // the host launches each round and waits for it
};

inline constexpr NamedValue<Loop> loop_words[] = {{"device", Loop::device}, {"host", Loop::host}};

/// The row of the option `loop`, which stores into `Member`, a Loop of the plugin's options.
template <auto Member>
constexpr OptionRow loop_option() {
  return choice<Member>("loop", Loop::device, loop_words,
                        "One kernel runs all rounds, or the host launches each round and waits for it.");
}

}  // namespace wayfront::cuda
