#include "wayfront/plugin.hpp"
#include "pajek.hpp"
#include "writer.hpp"

namespace wayfront::pajek {

void Pajek::save(const SaveRequest& request, RunContext& context) { write(request, context); }

}  // namespace wayfront::pajek

WAYFRONT_PLUGIN(wayfront::pajek::Pajek)
