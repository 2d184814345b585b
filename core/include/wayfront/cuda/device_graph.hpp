// The graph's copy on a device: made once per process, graph and device, shared by all CUDA plugins, dropped with the
// graph.
#pragma once

#include <memory>

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
  /// The same, or null where nobody has asked for it yet.
  static std::shared_ptr<const DeviceGraph> existing(const Graph& graph, RunContext& context);
  /// A copy of the caller's own, dropped with what comes back: of a large graph that is only read while a plugin prepares.
  static std::shared_ptr<const DeviceGraph> temporary(const Graph& graph, RunContext& context);

  /// Time goes to Phase::upload, afterwards to Phase::setup.
  virtual AnyCsr csr(RunContext& context) const = 0;
  /// Shares the arrays of csr(), except `sources`, which the device makes itself.
  virtual AnyCoo coo(RunContext& context) const = 0;
  virtual AnyCsc csc(RunContext& context) const = 0;

 protected:
  ~DeviceGraph() = default;
};

}  // namespace wayfront::cuda
