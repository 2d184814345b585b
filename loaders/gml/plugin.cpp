#include "wayfront/plugin.hpp"
#include "gml.hpp"
#include "writer.hpp"

namespace wayfront::gml {

void Gml::save(const SaveRequest& request, RunContext& context) { write(request, context); }

}  // namespace wayfront::gml

WAYFRONT_PLUGIN(wayfront::gml::Gml)
