// Integer sums wrap around instead of saturating.
#include <type_traits>

#include "correct.hpp"

namespace wayfront::faulty {

struct Wrapping {
  template <class W>
  static W sum(W distance, W weight) {
    if constexpr (std::is_floating_point_v<W>) {
      return distance + weight;
    } else {
      if (distance == unreached<W>) return distance;
      return static_cast<W>(static_cast<std::uint32_t>(distance) + static_cast<std::uint32_t>(weight));
    }
  }
};

class WrapsAround : public CorrectWith<Wrapping> {
 public:
  static constexpr PluginAbout about = about_fault("wraps-around", "Overflows silently.");
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WrapsAround)
