// A plugin that needs a device, by a name that has a cost model. Nothing calls it.

#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class NearFar {
 public:
  static constexpr PluginAbout about{
      .name = "near-far",
      .version = "1.0.0",
      .summary = "A test plugin that needs a device.",
      .capabilities = capability::any_weights | capability::device | capability::early | capability::targets_only};

  static void probe(int) { throw Unsupported("there is no CUDA device here, in a test"); }
  void prepare(const Graph&, RunContext&) {}
  void solve(const Problem&, Output&, RunContext&) { throw Failure(StatusCode::failed, "cannot solve"); }
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::NearFar)
