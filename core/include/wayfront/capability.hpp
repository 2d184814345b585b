// What a plugin can do, as the bits of PluginAbout::capabilities. What the host can do as well has no bit.
#pragma once

#include <cstdint>

namespace wayfront::capability {

inline constexpr std::uint64_t int32_weights = 1U << 0;
inline constexpr std::uint64_t float32_weights = 1U << 1;
inline constexpr std::uint64_t negative_weights = 1U << 2;  // and negative cycles, with the cycle
inline constexpr std::uint64_t predecessors = 1U << 3;      // writes Output::predecessors itself
inline constexpr std::uint64_t exact_work = 1U << 5;        // Output::work is the same on every run
inline constexpr std::uint64_t int64_weights = 1U << 8;
inline constexpr std::uint64_t float64_weights = 1U << 9;
// Parts of More that an algorithm takes itself. Without these bits the host does them around the plugin.
inline constexpr std::uint64_t batch = 1U << 10;  // several sources in one call, a row of the output for each
inline constexpr std::uint64_t early = 1U << 11;  // may stop at the limit, or once targets or the nearest are exact
/// Answers More::targets alone: a row of the output then has an entry for each target, in their order.
inline constexpr std::uint64_t targets_only = 1U << 14;
/// Answers More::reduce: sums over each row instead of the row.
inline constexpr std::uint64_t reduce = 1U << 15;
/// Leaves distances in the memory of the device where they are wanted there: Output::device_memory.
inline constexpr std::uint64_t device_output = 1U << 16;

inline constexpr std::uint64_t weights32 = int32_weights | float32_weights;
inline constexpr std::uint64_t weights64 = int64_weights | float64_weights;
inline constexpr std::uint64_t any_weights = weights32 | weights64;

// Nobody declares these: WAYFRONT_PLUGIN reads them off the class.
inline constexpr std::uint64_t device = 1U << 4;     // has probe(): needs an accelerator
inline constexpr std::uint64_t generates = 1U << 6;  // a loader without sniff(): reads no file
inline constexpr std::uint64_t writes = 1U << 7;     // a loader with save(): writes its format, too
inline constexpr std::uint64_t chooses = 1U << 12;   // has choose() in place of solve(): choose.hpp

}  // namespace wayfront::capability
