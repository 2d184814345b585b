#include "npy.hpp"

#include "reader.hpp"
#include "writer.hpp"

namespace wayfront::npy {

Match Npy::sniff(std::string_view head) noexcept {
  return head.starts_with("\x93NUMPY") ? Match{90, "a NumPy array"} : Match{0, "does not start like a NumPy array"};
}

void Npy::load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
  with_weight_type(request.weights, [&]<WeightType W>() { Reader<W>(options_, request, sink, context).read(); });
}

void Npy::save(const SaveRequest& request, RunContext& context) { write(request, context); }

}  // namespace wayfront::npy
