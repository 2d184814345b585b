// Signals of kernels: what is there when they are raised, and kernels that end without one.
#include "../core/threaded_context.hpp"
#include "gpu_test.hpp"
#include "wayfront/cuda/signal.cuh"

namespace wayfront::cuda {
namespace signal_test {

constexpr unsigned blocks = 64, threads = 256;
constexpr const char* silent = "a kernel ended without its signal";

/// Writes `value` everywhere; the last block raises the signal.
__global__ void __launch_bounds__(threads)
    fill(std::uint32_t* to, std::uint32_t value, unsigned* done, Signal::Raiser raiser) {
  to[blockIdx.x * threads + threadIdx.x] = value;
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence_system();
  if (atomicAdd(done, 1U) + 1 != gridDim.x) return;
  *done = 0;
  raiser.raise();
}

__global__ void be_silent(std::uint32_t* to) { *to = 1; }

__global__ void until_stopped(const volatile std::uint32_t* stop, Signal::Raiser raiser) {
  while (*stop == 0) __nanosleep(1000);
  raiser.raise();
}

__global__ void wreck(Signal::Raiser) { __trap(); }

struct Waiting {
  Stream stream;
  HostBuffer<std::uint32_t> word{1, "word"}, stop{1, "stop"};
  Signal signal;
  host::ThreadedContext context{1};
  StatusCode code = StatusCode::ok;  // of the failure

  void wait() { signal.wait(stream, context, stop.data()); }
  /// What a wait that fails says.
  std::string failure() {
    try {
      wait();
    } catch (const Failure& failure) {
      code = failure.code();
      return failure.what();
    }
    return "";
  }
};

TEST_CASE("all that a kernel wrote to the host's memory is there when its signal is seen") {
  WAYFRONT_NEEDS_DEVICE();
  Waiting it;
  const HostBuffer<std::uint32_t> answer(blocks * threads, "answer");
  const DeviceBuffer<unsigned> done(1, "done", it.stream);
  done.fill_bytes(0, it.stream);
  std::uint64_t wrong = 0;
  for (std::uint32_t solve = 1; solve <= 2000; ++solve) {
    fill<<<blocks, threads, 0, it.stream>>>(answer.data(), solve, done.data(), it.signal.next());
    it.wait();
    CHECK(it.signal.raised());
    for (const std::uint32_t value : answer.span()) wrong += value != solve;
  }
  CHECK(wrong == 0);
  CHECK(it.stop[0] == 0);
}

TEST_CASE("a kernel that ends without its signal is an error, not a wait without end") {
  WAYFRONT_NEEDS_DEVICE();
  Waiting it;
  (void)it.signal.next();
  be_silent<<<1, 1, 0, it.stream>>>(it.word.data());
  CHECK(it.failure() == silent);
  CHECK(it.code == StatusCode::failed);
}

TEST_CASE("a cancelled run raises the word that the kernel polls") {
  WAYFRONT_NEEDS_DEVICE();
  Waiting it;
  until_stopped<<<1, 1, 0, it.stream>>>(it.stop.data(), it.signal.next());
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(40));
    it.context.cancel = true;
  });
  it.wait();
  canceller.join();
  CHECK(it.stop[0] == 1);
}

// Last: the device is lost to this process afterwards.
TEST_CASE("what a kernel died of is told") {
  WAYFRONT_NEEDS_DEVICE();
  Waiting it;
  wreck<<<1, 1, 0, it.stream>>>(it.signal.next());
  const std::string told = it.failure();
  CHECK(!told.empty());
  CHECK(told != silent);
}

}  // namespace signal_test
}  // namespace wayfront::cuda
