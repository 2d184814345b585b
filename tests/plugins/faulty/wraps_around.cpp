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
      using Unsigned = std::make_unsigned_t<W>;
      return static_cast<W>(static_cast<Unsigned>(distance) + static_cast<Unsigned>(weight));
    }
  }
};

class WrapsAround : public CorrectWith<Wrapping> {
 public:
  static constexpr PluginAbout about = about_fault("wraps-around", "Overflows silently.");
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WrapsAround)
