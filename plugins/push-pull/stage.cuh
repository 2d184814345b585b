// Stages: the pushes go up to a bound, which moves up stage by stage; a stage is cut into levels of equal width.
#pragma once

#include <cstdint>
#include <type_traits>

#include "push_pull.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/host_device.hpp"

namespace wayfront::push_pull {

inline constexpr unsigned max_stages = 512;
inline constexpr unsigned steady_stages = 8;  // then the levels become twice as wide, and again after as many

/// The distances in [first, last]. Those below `first` are final when it begins, those up to `last` when it ends.
template <WeightType W>
struct Stage {
  W first, last;
  /// Integers: a level is 2^scale wide. Floats: levels in a width of 1.
  std::conditional_t<std::is_floating_point_v<W>, W, unsigned> scale;
  unsigned number;  // from 1 on

  static constexpr W max_distance = std::is_floating_point_v<W> ? -detail::lowest_weight<W> : unreached<W> - 1;

  /// No stage yet. Levels are about `width` wide, which is above 0.
  static Stage before_all(double width) {
    Stage it{};
    if constexpr (std::is_floating_point_v<W>) {
      it.scale = static_cast<W>(1 / width);
    } else {
      while (it.scale < 8 * sizeof(W) - 8 && static_cast<double>(W{1} << it.scale) < 0.75 * width) ++it.scale;
      it.last = -1;
    }
    return it;
  }

  /// Of a level, as a distance.
  double width() const {
    if constexpr (std::is_floating_point_v<W>)
      return 1 / static_cast<double>(scale);
    else
      return static_cast<double>(W{1} << scale);
  }
  /// Whether an arc that is not 0 may lead from a level into itself.
  WAYFRONT_HD bool repeats() const { return std::is_floating_point_v<W> || scale != 0; }
  WAYFRONT_HD bool is_last() const { return last >= max_distance; }

  /// The next stage, of `levels` levels, rounded up to 1 .. `max_levels`.
  WAYFRONT_HD void open(float levels) {
    if (number % steady_stages == steady_stages - 1) {
      if constexpr (std::is_floating_point_v<W>)
        scale /= 2;
      else if (scale < 8 * sizeof(W) - 8)
        ++scale;
    }
    ++number;
    const unsigned count = levels < 1 ? 1 : levels < max_levels ? static_cast<unsigned>(levels + 0.999F) : max_levels;
    if constexpr (std::is_floating_point_v<W>) {
      first = last;
      last = add(static_cast<W>(count) / scale);
    } else {
      first = last + 1;
      last = add(static_cast<W>(count) << scale);
    }
  }
  /// Nothing lies between this stage and `distance`: so the next one begins there.
  WAYFRONT_HD void skip_to(W distance) {
    const W before = std::is_floating_point_v<W> ? distance : distance - 1;
    if (before > last) last = before < max_distance ? before : max_distance;
  }
  /// Ends the stage earlier: `levels` levels after `level`. Returns whether that changes anything.
  WAYFRONT_HD bool shorten(unsigned level, float levels) {
    const float count = static_cast<float>(level + 1) + (levels < 0 ? 0 : levels);
    if (!(count < max_levels)) return false;
    if constexpr (std::is_floating_point_v<W>) {
      const W end = first + static_cast<W>(static_cast<unsigned>(count + 0.999F)) / scale;
      if (end < first || end >= last) return false;
      last = end;
    } else {
      const W width = static_cast<W>(count + 0.999F) << scale;  // first + width may not fit
      if (width > last - first) return false;
      last = first - 1 + width;
    }
    return true;
  }

  /// Of a distance in the stage: below 32, and never smaller for a greater distance.
  WAYFRONT_HD unsigned level(W distance) const {
    if constexpr (std::is_floating_point_v<W>) {
      const auto level = static_cast<unsigned>((distance - first) * scale);
      return level < max_levels - 1 ? level : max_levels - 1;
    } else {
      return static_cast<unsigned>((distance - first) >> scale);
    }
  }

  /// The smallest distance of a level, of integers.
  WAYFRONT_HD W start_of(unsigned level) const requires std::is_integral_v<W> {
    return first + (static_cast<W>(level) << scale);
  }
  /// The largest distance of a level, about.
  WAYFRONT_HD W end_of(unsigned level) const {
    if constexpr (std::is_floating_point_v<W>)
      return first + static_cast<W>(level + 1) / scale;
    else if (const W width = static_cast<W>(level + 1) << scale; width <= max_distance - first)
      return first + width - 1;
    else
      return max_distance;
  }

  /// Whether vertices of a level have no arcs within the stage, if none is lighter than `lightest`.
  WAYFRONT_HD bool too_late(unsigned level, W lightest) const {
    if constexpr (std::is_floating_point_v<W>)
      return false;
    else
      return first + (static_cast<W>(level) << scale) > last - lightest;
  }

  /// No distance above `last` is smaller.
  WAYFRONT_HD W beyond() const { return std::is_floating_point_v<W> ? last : last + 1; }

 private:
  WAYFRONT_HD W add(W width) const { return last > max_distance - width ? max_distance : last + width; }
};

}  // namespace wayfront::push_pull
