// Declines a value of its option when its instance is made.
#include "correct.hpp"

namespace wayfront::faulty {

class DeclinesOptions : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("declines-options", "Declines an odd number of lanes.");

  struct Options {
    std::int64_t lanes;
  };
  static constexpr OptionRow rows[] = {integer<&Options::lanes>("lanes", 4, {1, 64}, "An even number.")};
  explicit DeclinesOptions(const Options& options) {
    if (options.lanes % 2 != 0) throw Unsupported("lanes = " + std::to_string(options.lanes) + " is not even");
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::DeclinesOptions)
