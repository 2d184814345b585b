// Solves correctly on the host, and wrecks its device in one of several ways when it is prepared or has solved.
#include <csignal>
#include <cstdint>
#include <vector>

#include "correct.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/error.hpp"
#include "wayfront/cuda/stream.hpp"

namespace wayfront::faulty {
namespace {

__global__ void write_to(int* address) { *address = 1; }
__global__ void trap() { __trap(); }
__global__ void spin(const int* go_on) {
  while (*static_cast<const volatile int*>(go_on) != 0) {
  }
}

}  // namespace

class DeviceWreck : public Correct {
 public:
  static constexpr PluginAbout about = {.name = "device-wreck",
                                        .version = "1",
                                        .summary = "Takes its device down.",
                                        .capabilities = all_capabilities | capability::device};
  enum class How { address, trap, hang, exhaust, crash };
  enum class When { solve, prepare };
  struct Options {
    How how;
    When when;
    std::int64_t spare;
  };
  static constexpr OptionRow rows[] = {
      choice<&Options::how>("how", How::address,
                            {{"address", How::address},
                             {"trap", How::trap},
                             {"hang", How::hang},
                             {"exhaust", How::exhaust},
                             {"crash", How::crash}},
                            "What it does: a write to no address, a trap, a kernel without end, device memory taken until "
                            "there is none, a crash of the process in the middle of a kernel."),
      choice<&Options::when>("when", When::solve, {{"solve", When::solve}, {"prepare", When::prepare}},
                             "When it does it."),
      integer<&Options::spare>("spare", 0, {0, 1'000'000}, "MB of device memory that exhaust leaves, and then goes on.")};

  explicit DeviceWreck(const Options& options) : options_(options) {}
  static void probe(int device) { cuda::probe(device); }

  void prepare(const Graph& graph, RunContext& context) {
    cuda::use_device(context.device());
    Correct::prepare(graph, context);
    if (options_.when == When::prepare) wreck();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    cuda::use_device(context.device());
    Correct::solve(problem, output, context);
    if (options_.when == When::solve) wreck();
  }

 private:
  void wreck() {
    constexpr std::uint64_t megabyte = 1'000'000;
    switch (options_.how) {
      case How::address:
        write_to<<<1, 1, 0, stream_>>>(nullptr);
        break;
      case How::trap:
        trap<<<1, 1, 0, stream_>>>();
        break;
      case How::hang:
      case How::crash: {
        const cuda::DeviceBuffer<int> go_on(1, "flag", stream_);
        go_on.fill_bytes(1, stream_);
        spin<<<1, 1, 0, stream_>>>(go_on.data());
        if (options_.how == How::crash) std::raise(SIGSEGV);
        stream_.wait();
        break;
      }
      case How::exhaust:
        for (std::uint64_t size = 1024 * megabyte; size >= megabyte; size /= 2) {
          for (std::size_t free = 0, all = 0;;) {
            WAYFRONT_CUDA(cudaMemGetInfo(&free, &all));
            if (free < static_cast<std::uint64_t>(options_.spare) * megabyte + size) break;
            taken_.emplace_back(size, "all that there is", stream_);
          }
        }
        if (options_.spare == 0)
          for (;;) taken_.emplace_back(megabyte, "one megabyte more", stream_);
    }
    WAYFRONT_CUDA(cudaGetLastError());
    stream_.wait();
  }

  Options options_;
  cuda::Stream stream_;
  std::vector<cuda::DeviceBuffer<char>> taken_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::DeviceWreck)
