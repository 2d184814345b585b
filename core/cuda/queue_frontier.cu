#include "wayfront/cuda/queue_frontier.cuh"

namespace wayfront::cuda {
namespace {

__global__ void reset_queue(QueueRef queue, Vertex source) {
  for (int i = 0; i < 3; ++i) queue.tails[32 * i] = 0;
  *queue.tail_of(1) = 1;
  queue.items[queue.capacity] = source;  // round 1 reads the second array
}

}  // namespace

void QueueFrontier::start(Vertex source, cudaStream_t stream) const {
  reset_queue<<<1, 1, 0, stream>>>(ref(), source);
  WAYFRONT_CUDA(cudaGetLastError());
}

}  // namespace wayfront::cuda
