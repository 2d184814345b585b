// Solves with near-far, and wrecks one device in the middle: what several devices do that share the sources of a call.
#include <cstdint>
#include <memory>
#include <vector>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/error.hpp"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::faulty {
namespace {

__global__ void write_to(int* address) { *address = 1; }

}  // namespace

class WreckOne {
 public:
  static constexpr PluginAbout about = {
      .name = "wreck-one",
      .version = "1",
      .summary = "Solves with near-far and takes one device down.",
      .capabilities = capability::any_weights | capability::device | capability::batch | capability::reduce};
  enum class How : std::uint8_t { address, failed, exhaust };
  struct Options {
    std::int64_t device;
    std::int64_t after;
    How how;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::device>("device", 1, {-1, 64}, "The device that it wrecks; -1: none."),
      integer<&Options::after>("after", 0, {0, 1'000'000}, "Calls that this device solves before."),
      choice<&Options::how>(
          "how", How::address, {{"address", How::address}, {"failed", How::failed}, {"exhaust", How::exhaust}},
          "A write to no address, a failure that it reports, or memory that is gone when it prepares.")};

  explicit WreckOne(const Options& options) : options_(options) {}
  static void probe(int device) { cuda::probe(device); }

  void prepare(const Graph& graph, RunContext& context) {
    cuda::use_device(context.device());
    stream_ = std::make_unique<cuda::Stream>();
    if (is_wrecked(context) && options_.how == How::exhaust)
      for (std::uint64_t size = std::uint64_t{1} << 32;;) {
        try {
          taken_.emplace_back(size, "all that there is", *stream_);
        } catch (const Failure&) {
          if (size <= 1 << 20) break;
          size /= 2;
        }
      }
    inner_ = context.host().algorithm("near-far", "", graph.info());
    throw_if_failed(inner_->prepare(graph, context));
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    cuda::use_device(context.device());
    if (is_wrecked(context) && options_.how != How::exhaust && calls_++ == options_.after) wreck();
    throw_if_failed(inner_->solve(problem, output, context));
  }

 private:
  bool is_wrecked(const RunContext& context) const { return context.device() == options_.device; }

  void wreck() {
    if (options_.how == How::failed) throw Failure(StatusCode::failed, "this device fails");
    write_to<<<1, 1, 0, *stream_>>>(nullptr);
    WAYFRONT_CUDA(cudaGetLastError());
    stream_->wait();
  }

  Options options_;
  std::int64_t calls_ = 0;
  std::unique_ptr<cuda::Stream> stream_;
  std::vector<cuda::DeviceBuffer<char>> taken_;
  std::shared_ptr<Algorithm> inner_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WreckOne)
