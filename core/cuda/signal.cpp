#include "wayfront/cuda/signal.cuh"

#include <atomic>
#include <chrono>
#include <thread>

#include "wayfront/cuda/error.hpp"
#include "wayfront/status.hpp"

namespace wayfront::cuda {

void spin_once() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

bool Signal::raised() const noexcept { return std::atomic_ref(word_[0]).load(std::memory_order_acquire) == number_; }

void Signal::wait(cudaStream_t stream, RunContext& context, std::uint32_t* stop) const {
  using Clock = std::chrono::steady_clock;
  constexpr unsigned looks_each = 64;                       // spins between looks at the clock and at the run
  constexpr auto asks_each = std::chrono::milliseconds(1);  // a call of the driver says whether the kernel lives
  constexpr auto spinning = std::chrono::milliseconds(20);  // then a core is worth more than a few microseconds
  const Clock::time_point start = Clock::now();
  Clock::time_point asked = start;
  for (unsigned spins = 1; !raised(); ++spins) {
    spin_once();
    if (spins % looks_each != 0) continue;
    if (context.cancelled()) *static_cast<volatile std::uint32_t*>(stop) = 1;
    const Clock::time_point now = Clock::now();
    if (now - asked >= asks_each) {
      const cudaError_t state = cudaStreamQuery(stream);
      if (state != cudaErrorNotReady) {
        WAYFRONT_CUDA(state);
        if (raised()) return;
        throw Failure(StatusCode::failed, "a kernel ended without its signal");
      }
      asked = now;
    }
    if (now - start > spinning) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      spins = looks_each - 1;
    }
  }
}

}  // namespace wayfront::cuda
