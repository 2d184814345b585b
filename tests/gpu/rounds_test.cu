// Loops of rounds, on the device and from the host.
#include "../core/threaded_context.hpp"
#include "gpu_test.hpp"
#include "wayfront/cuda/rounds.cuh"

namespace wayfront::cuda {
namespace rounds_test {

using W = std::int32_t;

/// Counts down from `start` per round; phase 1 checks that all of phase 0 is visible. Each round takes `start` - round
/// + 1 vertices, looks at two arcs of each and improves one.
template <Kernels K>
struct CountDown {
  static constexpr int phases = 2;
  static constexpr Kernels kernels = K;
  struct Shared {
    unsigned value;
  };
  std::uint64_t start;
  unsigned* written;  // one per thread of the grid
  unsigned* wrong;
  template <int Phase>
  __device__ void run(const Round<W>& round, Tally<W>& tally, Shared& shared) const {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned threads = gridDim.x * blockDim.x;
    if constexpr (Phase == 0) {
      written[thread] = static_cast<unsigned>(round.number);
      if (threadIdx.x == 0) shared.value = static_cast<unsigned>(round.active);
      __syncthreads();
      const auto left = static_cast<std::uint32_t>(start - round.number + 1);
      if (shared.value != left) atomicAdd(wrong, 1U);
      for (std::uint32_t i = thread; i < left; i += threads) {
        tally.active += 1;
        tally.relaxed += 2;
        tally.improved += 1;
        tally.waiting += i + 1 < left ? 1 : 0;
      }
    } else {
      if (written[threads - 1 - thread] != round.number) atomicAdd(wrong, 1U);
    }
  }
};

struct Counter {
  Stream stream;
  RoundLoop<W> loop{stream};
  DeviceBuffer<unsigned> written{1 << 20, "written", stream};
  DeviceBuffer<unsigned> wrong{1, "wrong", stream};
  host::ThreadedContext context{1};
  Counter() { wrong.fill_bytes(0, stream); }

  template <Kernels K = Kernels::both>
  void run(std::uint64_t from, const LoopShape& shape, const LoopLimits& limits = {}) {
    run_rounds<W>(loop, EveryVertex<W>{}, CountDown<K>{from, written.data(), wrong.data()}, shape, limits, context);
  }
  unsigned mistakes() { return wrong.read(stream)[0]; }
};

const LoopShape shapes[] = {{.loop = Loop::device, .block = 1024, .items = 1 << 18},
                            {.loop = Loop::device, .block = 32, .items = 1 << 18},
                            {.loop = Loop::device, .block = 128, .items = 1, .threads_per_sm = 2048},
                            {.loop = Loop::host, .block = 256, .items = 3000}};

TEST_CASE("both loops run the same rounds and count the same work, again and again") {
  WAYFRONT_NEEDS_DEVICE();
  Counter counter;
  for (const LoopShape& shape : shapes)
    for (const std::uint64_t from : {1U, 2U, 100U, 3U}) {
      counter.loop.start(counter.context, from);
      counter.run(from, shape);
      CHECK(counter.loop.rounds() == from);
      CHECK(counter.loop.waiting() == 0);
      CHECK(counter.loop.work().settled == from * (from + 1) / 2);
      CHECK(counter.loop.work().relaxed == from * (from + 1));
      CHECK(counter.loop.work().improved == from * (from + 1) / 2);
    }
  CHECK(counter.mistakes() == 0);
}

template <Kernels K>
void check_host_loop() {
  Counter counter;
  counter.context.trace_rounds = true;
  const LoopShape shape{.loop = Loop::host, .block = 256, .items = 3000};
  counter.loop.start(counter.context, 30);
  counter.run<K>(30, shape, {.until = 7});
  CHECK(counter.loop.rounds() == 7);
  CHECK(counter.loop.waiting() == 23);
  counter.run<K>(30, shape);
  CHECK(counter.loop.rounds() == 30);
  CHECK(counter.loop.work().settled == 30 * 31 / 2);
  REQUIRE(counter.context.records.size() == 30);
  for (std::uint64_t i = 0; i < 30; ++i) CHECK(counter.context.records[i].active == 30 - i);
  CHECK(counter.mistakes() == 0);
}

TEST_CASE("the host's loop runs the same rounds by the device's kernel, or where a step has kernels for phases alone") {
  WAYFRONT_NEEDS_DEVICE();
  check_host_loop<Kernels::rounds>();
  check_host_loop<Kernels::phases>();
}

/// Counts its beginnings and ends, and takes as many rounds as it finds in memory that begin() fills.
struct Framed {
  static constexpr int phases = 1;
  static constexpr Kernels kernels = Kernels::rounds;
  struct Shared {};
  unsigned rounds;
  unsigned* memory;  // rounds left, threads that began, threads that ended, threads that ended too early
  __device__ void begin() const {
    if (grid_thread() == 0) memory[0] = rounds;
    atomicAdd(memory + 1, 1U);
  }
  __device__ void end(Meeting& meeting) const {
    atomicAdd(memory + 2, 1U);
    meeting();
    if (__ldcg(memory + 2) % (gridDim.x * blockDim.x) != 0) atomicAdd(memory + 3, 1U);
  }
  template <int Phase>
  __device__ void run(const Round<W>& round, Tally<W>& tally, Shared&) const {
    if (grid_thread() == 0) tally.waiting = round.number < __ldcg(memory) ? 1 : 0;
  }
};

TEST_CASE("a step begins before round 1 and ends after the last one, once for each solve, in either loop") {
  WAYFRONT_NEEDS_DEVICE();
  Counter counter;
  constexpr unsigned threads = 256;
  const DeviceBuffer<unsigned> memory(4, "memory", counter.stream);
  memory.fill_bytes(0, counter.stream);
  unsigned solves = 0;
  for (const Loop loop : {Loop::device, Loop::host, Loop::device})
    for (const unsigned rounds : {1U, 2U, 40U}) {
      counter.loop.start_in_kernel(counter.context);
      const LoopShape shape{.loop = loop, .block = threads / 4, .items = threads};
      run_rounds<W>(counter.loop, EveryVertex<W>{}, Framed{rounds, memory.data()}, shape, {}, counter.context);
      ++solves;
      CHECK(counter.loop.rounds() == rounds);
      const std::vector<unsigned> found = downloaded(memory.data(), 4);
      CHECK(found[1] == solves * threads);
      CHECK(found[2] == solves * threads);
      CHECK(found[3] == 0);
    }
}

TEST_CASE("a loop pauses where it was told to, and goes on") {
  WAYFRONT_NEEDS_DEVICE();
  Counter counter;
  for (const LoopShape& shape : shapes) {
    counter.loop.start(counter.context, 50);
    for (const std::uint64_t until : {1U, 2U, 17U, 17U, 60U}) {
      counter.run(50, shape, {.until = until});
      CHECK(counter.loop.rounds() == std::min<std::uint64_t>(until, 50));
      CHECK(counter.loop.waiting() == 50 - counter.loop.rounds());
    }
    CHECK(counter.loop.work().settled == 50 * 51 / 2);
  }
  CHECK(counter.mistakes() == 0);
}

TEST_CASE("a trace has every round, also when there are more than a launch can keep") {
  WAYFRONT_NEEDS_DEVICE();
  Counter counter;
  counter.context.trace_rounds = true;
  for (const LoopShape& shape : {shapes[0], shapes[2], shapes[3]}) {
    const std::uint64_t from = shape.loop == Loop::host ? 20 : RoundLoop<W>::trace_capacity + 30;
    counter.context.records.clear();
    counter.loop.start(counter.context, from);
    counter.run(from, shape);
    const auto& records = counter.context.records;
    REQUIRE(records.size() == from);
    for (std::uint64_t i = 0; i < from; ++i) {
      REQUIRE(records[i].round == i + 1);
      REQUIRE(records[i].active == from - i);
      REQUIRE(records[i].relaxed == 2 * (from - i));
      REQUIRE(std::isinf(records[i].limit));
      REQUIRE(records[i].seconds >= (i == 0 ? 0 : records[i - 1].seconds));
    }
    CHECK(records.back().seconds < 60);
  }
  CHECK(counter.mistakes() == 0);
}

/// A queue of numbers, one per multiple of 10: each round takes those up to the limit. Nothing waits after 1000.
struct Climb {
  static constexpr int phases = 1;
  struct Shared {};
  W* done;  // the largest number taken
  W last;
  unsigned* wrong;
  template <int Phase>
  __device__ void run(const Round<W>& round, Tally<W>& tally, Shared&) const {
    if (blockIdx.x != 1 || threadIdx.x != 33) return;
    if (round.limit != unreached<W> && round.min_distance != *done + 10)
      atomicAdd(wrong, 1U);  // EveryVertex asks for none
    while (*done < last && *done + 10 <= round.limit) {
      *done += 10;
      tally.active += 1;
    }
    if (*done < last) {
      tally.waiting = 1;
      tally.min_distance = *done + 10;
      tally.safe = *done + 14;
    }
  }
};

/// What blocks its phases run with.
struct BlockSizes {
  static constexpr int phases = 3;
  struct Shared {};
  unsigned* seen;
  template <int Phase>
  __device__ void run(const Round<W>&, Tally<W>&, Shared&) const {
    if (blockIdx.x == 0 && threadIdx.x == 0) seen[Phase] = blockDim.x;
  }
};

TEST_CASE("the host's loop runs each phase with blocks of its own size, the device's with one") {
  WAYFRONT_NEEDS_DEVICE();
  Counter counter;
  const DeviceBuffer<unsigned> seen(3, "block sizes", counter.stream);
  const auto sizes = [&](const LoopShape& shape) {
    counter.loop.start(counter.context);
    run_rounds<W>(counter.loop, EveryVertex<W>{}, BlockSizes{seen.data()}, shape, {}, counter.context);
    return downloaded(seen.data(), 3);
  };
  LoopShape shape{.loop = Loop::host, .block = 128, .items = 1000, .phase_blocks = {64, 0, 1024}};
  CHECK(sizes(shape) == std::vector<unsigned>{64, 128, 1024});
  shape.loop = Loop::device;
  CHECK(sizes(shape) == std::vector<unsigned>{128, 128, 128});
}

TEST_CASE("schedules that look at distances get the least of them, on both loops") {
  WAYFRONT_NEEDS_DEVICE();
  Counter counter;
  const DeviceBuffer<W> done(1, "number", counter.stream);
  const auto rounds = [&](const auto& schedule, Loop kind) {
    done.fill_bytes(0, counter.stream);
    counter.loop.start(counter.context, 1, 10);
    run_rounds<W>(counter.loop, schedule, Climb{done.data(), 1000, counter.wrong.data()},
                  {.loop = kind, .block = 64, .items = 4096}, {}, counter.context);
    CHECK(downloaded(done.data(), 1)[0] == 1000);
    CHECK(counter.loop.work().settled == 100);
    return counter.loop.rounds();
  };
  for (const Loop kind : {Loop::device, Loop::host}) {
    CHECK(rounds(NearFar<W>{100}, kind) == 10);  // 1-100, 101-200, ..., 901-1000
    CHECK(rounds(NearFar<W>{1}, kind) == 100);
    CHECK(rounds(Crauser<W>{}, kind) == 100);
    CHECK(rounds(EveryVertex<W>{}, kind) == 1);
  }
  CHECK(counter.mistakes() == 0);
}

/// Vertices wait, but the step forgets to say how far they are.
struct Forgetful {
  static constexpr int phases = 1;
  struct Shared {};
  template <int Phase>
  __device__ void run(const Round<W>& round, Tally<W>& tally, Shared&) const {
    if (blockIdx.x == 0 && threadIdx.x == 0 && round.number < 5) tally.waiting = 1;
  }
};

TEST_CASE("a step that leaves out the smallest waiting distance is refused where the schedule needs it") {
  WAYFRONT_NEEDS_DEVICE();
  Counter counter;
  const auto run = [&](const auto& schedule, Loop kind) {
    counter.loop.start(counter.context);
    run_rounds<W>(counter.loop, schedule, Forgetful{}, {.loop = kind, .block = 64, .items = 4096}, {}, counter.context);
    return counter.loop.rounds();
  };
  for (const Loop kind : {Loop::device, Loop::host}) {
    CHECK(run(EveryVertex<W>{}, kind) == 5);
    CHECK_THROWS_WITH_AS(run(NearFar<W>{10}, kind), doctest::Contains("Tally::min_distance"), Failure);
    CHECK(run(EveryVertex<W>{}, kind) == 5);  // and the loop is as good as new
  }
}

template <Kernels K>
struct Endless {
  static constexpr int phases = 1;
  static constexpr Kernels kernels = K;
  struct Shared {};
  template <int Phase>
  __device__ void run(const Round<W>&, Tally<W>& tally, Shared&) const {
    tally.waiting = 1;
  }
};

template <Kernels K>
void check_cancellation() {
  Counter counter;
  for (const LoopShape& shape : shapes) {
    using Clock = std::chrono::steady_clock;
    counter.context.cancel = false;
    counter.loop.start(counter.context);
    std::atomic<Clock::rep> cancelled_at{0};
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      cancelled_at = Clock::now().time_since_epoch().count();
      counter.context.cancel = true;
    });
    CHECK_THROWS_AS(run_rounds<W>(counter.loop, EveryVertex<W>{}, Endless<K>{}, shape, {}, counter.context), Cancelled);
    const auto end = Clock::now();
    other.join();
    CHECK(end - Clock::time_point(Clock::duration(cancelled_at)) < std::chrono::seconds(1));
    counter.context.cancel = false;
    counter.loop.start(counter.context, 5);
    counter.run(5, shape);
    CHECK(counter.loop.rounds() == 5);
  }
}

TEST_CASE("an endless loop ends soon after it was cancelled, and another can follow") {
  WAYFRONT_NEEDS_DEVICE();
  check_cancellation<Kernels::both>();
  check_cancellation<Kernels::rounds>();  // also where each launch is over before it would look
}

TEST_CASE("two loops that each fill the device run one after the other") {
  WAYFRONT_NEEDS_DEVICE();
  const auto work = [](bool& right) {
    use_device(0);
    Counter counter;
    right = true;
    for (int i = 0; i < 20; ++i) {
      counter.loop.start(counter.context, 300);
      counter.run(300, shapes[static_cast<std::size_t>(i % 3)]);
      right = right && counter.loop.work().settled == 300 * 301 / 2;
    }
    right = right && counter.mistakes() == 0;
  };
  bool first = false, second = false;
  std::thread other([&] { work(first); });
  work(second);
  other.join();
  CHECK(first);
  CHECK(second);
}

TEST_CASE("a block that does not fit is refused") {
  WAYFRONT_NEEDS_DEVICE();
  Counter counter;
  counter.loop.start(counter.context);
  CHECK_THROWS_AS(counter.run(1, {.loop = Loop::device, .block = 2048, .items = 1}), Failure);
}

}  // namespace rounds_test
}  // namespace wayfront::cuda
