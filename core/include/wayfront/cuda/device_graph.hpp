// The graph's copy on a device: made once per process, graph and device, shared by all CUDA plugins, dropped with the
// graph.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/cuda/transfer.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cuda {

/// Views whose arrays are in device memory: for kernels; the host must not read through them. They stay valid as long
/// as the DeviceGraph lives. Each form is uploaded on first use, which waits until it is there; the members may be
/// called from several threads at once and throw Failure(out_of_memory) with both figures before anything is allocated.
class DeviceGraph {
 public:
  /// The copy of `graph` on the run's device. `graph` must outlive what comes back.
  static std::shared_ptr<const DeviceGraph> of(const Graph& graph, RunContext& context);

  /// Time goes to Phase::upload, afterwards to Phase::setup.
  AnyCsr csr(RunContext& context) const;
  /// Shares the arrays of csr(), except `sources`, which the device makes itself.
  AnyCoo coo(RunContext& context) const;
  AnyCsc csc(RunContext& context) const;

  explicit DeviceGraph(const Graph& graph) : graph_(graph) {}

 private:
  struct Arrays {  // of one compressed form: offsets, the other ends, weights
    DeviceBuffer<std::byte> offsets;
    DeviceBuffer<Vertex> vertices;
    DeviceBuffer<std::byte> weights;
  };
  AnyCsr csr_locked(RunContext& context) const;
  template <class View>
  View upload(const View& host, const Vertex* ends, Arrays& arrays, const char* what, RunContext& context) const;

  const Graph& graph_;
  mutable std::mutex mutex_;  // of all below
  Stream stream_;             // outlives the buffers
  mutable Transfer transfer_;
  mutable Arrays csr_arrays_, csc_arrays_;
  mutable DeviceBuffer<Vertex> sources_;
  mutable std::optional<AnyCsr> csr_;
  mutable std::optional<AnyCsc> csc_;
  mutable std::optional<AnyCoo> coo_;
};

}  // namespace wayfront::cuda
