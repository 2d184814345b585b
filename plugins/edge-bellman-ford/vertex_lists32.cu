// Weights of 32 bits.
#include "vertex_lists.cuh"

namespace wayfront::edge_bellman_ford {

template std::unique_ptr<Layout<std::int32_t>> make_vertex_lists(const Site&);
template std::unique_ptr<Layout<float>> make_vertex_lists(const Site&);

}  // namespace wayfront::edge_bellman_ford
