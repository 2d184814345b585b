// Has a descriptor whose summary is no data of its file.
#include "opening.hpp"

namespace wayfront::hostile {

char nowhere[16];

class PointsAstray : public Correct {
 public:
  static constexpr PluginAbout about = hostile::about("points-astray", nowhere);
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::PointsAstray)
