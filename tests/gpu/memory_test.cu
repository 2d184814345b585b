// Probing, buffers, staged copies and the shared copy of a graph.
#include "../../core/cuda/memory_count.hpp"
#include "../core/output_of.hpp"
#include "../core/threaded_context.hpp"
#include "gpu_test.hpp"
#include "graph/stored_graph.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/transfer.hpp"

namespace wayfront::cuda {
namespace memory_test {

TEST_CASE("a device that does not exist is refused with the number of those that do") {
  WAYFRONT_NEEDS_DEVICE();
  const std::string text = failure_of(StatusCode::unsupported, [] { probe(99); });
  CHECK(host::contains(text, "no CUDA device 99"));
  CHECK(host::contains(text, "this machine has "));
  probe(-1);
}

TEST_CASE("memory that is not there is refused with both figures, and small requests still succeed") {
  WAYFRONT_NEEDS_DEVICE();
  const Stream stream;
  const std::string text = failure_of(
      StatusCode::out_of_memory, [&] { DeviceBuffer<double>(std::uint64_t{1} << 50, "a petabyte matrix", stream); });
  CHECK(text.find("a petabyte matrix: needs 9007199.3 GB of device memory, but device 0 has ") == 0);
  CHECK(host::contains(text, " GB free"));
  CHECK(DeviceBuffer<int>(1000, "ints", stream).data() != nullptr);
}

TEST_CASE("buffers count for the run whose call makes them, until they are freed, whoever frees them") {
  WAYFRONT_NEEDS_DEVICE();
  const Stream stream;
  host::ThreadedContext one(1), other(1);
  DeviceBuffer<std::uint32_t> nobodys(100, "words", stream), first, second;
  {
    const CountMemory count(one);
    first = {1'000, "words", stream};
    {
      const CountMemory inner(other);
      second = {50, "words", stream};
    }
    const DeviceBuffer<std::uint64_t> gone(500, "words", stream);
    std::thread([&] { const DeviceBuffer<std::uint32_t> uncounted(1'000, "words", stream); }).join();
    count.expect(7'777);
  }
  CHECK(memory_use(one).now == 4'000);
  CHECK(memory_use(one).peak == 8'000);
  CHECK(memory_use(one).estimate == 7'777);
  CHECK(memory_use(other).now == 200);
  CHECK(memory_use(other).estimate == 0);
  first = {};
  second = {};
  CHECK(memory_use(one).now == 0);
  CHECK(memory_use(one).peak == 8'000);
  CHECK(memory_use(other).now == 0);
  wayfront_cuda_memory_start(&one);
  CHECK(memory_use(one).peak == 0);
}

TEST_CASE("the buffer that a test asks for fails like one that another program took, and those after it do not") {
  WAYFRONT_NEEDS_DEVICE();
  const Stream stream;
  CHECK(fail_device_buffer(2) == 0);
  const DeviceBuffer<int> first(10, "the first", stream);
  const std::string text = failure_of(StatusCode::out_of_memory, [&] { DeviceBuffer<int>(10, "the second", stream); });
  CHECK(text == "the second: needs 40 bytes of device memory, and the driver could not give it");
  const DeviceBuffer<int> third(10, "the third", stream);
  CHECK(fail_device_buffer(5) == 0);
  CHECK(fail_device_buffer(0) == 5);
}

TEST_CASE("a failed call names the error, the call and the place") {
  WAYFRONT_NEEDS_DEVICE();
  const std::string text = failure_of(StatusCode::failed, [] { WAYFRONT_CUDA(cudaSetDevice(-7)); });
  CHECK(host::contains(text, "cudaErrorInvalidDevice"));
  CHECK(host::contains(text, "cudaSetDevice(-7) at memory_test.cu:"));
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("buffers move, and staged copies arrive whole, whatever their size") {
  WAYFRONT_NEEDS_DEVICE();
  const Stream stream;
  host::ThreadedContext context(3);
  Transfer transfer;
  for (const std::uint64_t million : {0, 1, 4, 0, 8}) {  // staging memory grows with copies, up to 16 MB
    const std::uint64_t size = million << 20 | 77;
    std::vector<std::uint32_t> sent(size), received(size);
    std::iota(sent.begin(), sent.end(), 17U);
    DeviceBuffer<std::uint32_t> first(size, "words", stream);
    DeviceBuffer<std::uint32_t> buffer;
    buffer = std::move(first);
    REQUIRE(buffer.size() == size);
    transfer.to_device(buffer.data(), sent.data(), buffer.bytes(), context, stream);
    transfer.to_host(received.data(), buffer.data(), buffer.bytes(), context, stream);
    CHECK(sent == received);
  }
}

TEST_CASE_TEMPLATE("the device graph holds what the host's holds, in all forms, weights and offsets", W, std::int32_t,
                   float, std::int64_t, double) {
  WAYFRONT_NEEDS_DEVICE();
  for (const OffsetKind kind : {OffsetKind::offsets32, OffsetKind::offsets64}) {
    constexpr Vertex vertices = 3000;
    std::mt19937 random(5);
    std::vector<Arc<W>> arcs;
    for (int i = 0; i < 200'000; ++i)  // the upper third has no out-arcs
      arcs.push_back({static_cast<Vertex>(random() % 2000), static_cast<Vertex>(random() % vertices),
                      static_cast<W>(random() % 100) - W{20}});
    const auto graph = host::make_graph<W>(vertices, arcs, kind);
    host::ThreadedContext context(2);
    const auto device = DeviceGraph::of(*graph, context);
    const auto same = [](const auto* on_device, const auto* on_host, std::uint64_t size) {
      return downloaded(on_device, size) == std::vector(on_host, on_host + size);
    };
    visit(device->csr(context), [&]<class V, class O>(const CsrView<V, O>& view) {
      const auto host = std::get<CsrView<V, O>>(graph->csr());
      CHECK(view.vertices == vertices);
      CHECK(same(view.offsets, host.offsets, vertices + 1));
      CHECK(same(view.targets, host.targets, host.edges));
      CHECK(same(view.weights, host.weights, host.edges));
    });
    visit(device->csc(context), [&]<class V, class O>(const CscView<V, O>& view) {
      const auto host = std::get<CscView<V, O>>(graph->csc());
      CHECK(same(view.offsets, host.offsets, vertices + 1));
      CHECK(same(view.sources, host.sources, host.edges));
      CHECK(same(view.weights, host.weights, host.edges));
    });
    visit(device->coo(context), [&]<class V>(const CooView<V>& view) {
      const auto host = std::get<CooView<V>>(graph->coo());
      CHECK(view.edges == host.edges);
      CHECK(same(view.sources, host.sources, host.edges));
    });
  }
}

TEST_CASE("one device graph per graph, also for callers from two threads; a graph without arcs is no special case") {
  WAYFRONT_NEEDS_DEVICE();
  const auto graph = host::make_graph<float>(7, std::vector<Arc<float>>{}, OffsetKind::offsets32);
  std::shared_ptr<const DeviceGraph> first, second;
  AnyCoo one, two;
  const auto use = [&graph](std::shared_ptr<const DeviceGraph>& copy, AnyCoo& view) {
    host::ThreadedContext context(1);
    copy = DeviceGraph::of(*graph, context);
    view = copy->coo(context);
  };
  std::thread other([&] { use(first, one); });
  use(second, two);
  other.join();
  CHECK(first == second);
  CHECK(std::get<CooView<float>>(one).sources == std::get<CooView<float>>(two).sources);
  CHECK(std::get<CooView<float>>(one).edges == 0);
}

TEST_CASE("a device graph that is somebody's own is not shared, and goes with what holds it") {
  WAYFRONT_NEEDS_DEVICE();
  const auto graph = host::make_graph<float>(3, std::vector<Arc<float>>{{0, 1, 2.0F}}, OffsetKind::offsets32);
  host::ThreadedContext context(1);
  const CountMemory count(context);
  CHECK(DeviceGraph::existing(*graph, context) == nullptr);
  {
    const auto own = DeviceGraph::temporary(*graph, context);
    own->csr(context);
    CHECK(memory_use(context).now == csr_bytes(graph->info()));
    CHECK(DeviceGraph::existing(*graph, context) == nullptr);
  }
  CHECK(memory_use(context).now == 0);
  const auto shared = DeviceGraph::of(*graph, context);
  CHECK(DeviceGraph::existing(*graph, context) == shared);
}

TEST_CASE_TEMPLATE("distances start unreached, except at the source", W, std::int32_t, float, std::int64_t, double) {
  WAYFRONT_NEEDS_DEVICE();
  const Stream stream;
  host::ThreadedContext context(1);
  Transfer transfer;
  const Distances<W> distances(100'000, stream);
  distances.start(4711, stream);
  std::vector<W> values(100'000, W{7});
  Output output = host::output_of(values);
  distances.write(output, transfer, context, stream);
  CHECK(values[4711] == W{0});
  CHECK(std::ranges::count(values, unreached<W>) == 99'999);
}

}  // namespace memory_test
}  // namespace wayfront::cuda
