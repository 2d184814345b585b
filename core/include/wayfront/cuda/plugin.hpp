// The frame of a CUDA plugin: everything around its solver, and checks of options that many of them need. The plugin
// itself is a class with
//   static constexpr PluginAbout about{...};
//   struct Options {...};  static constexpr OptionRow rows[] = {...};                       (both or neither)
//   explicit T(const Options&);                                                             (or T() without options)
//   std::unique_ptr<cuda::Solver> make_solver(const Graph&, RunContext&);
//   std::uint64_t device_bytes(const GraphInfo&) const;                                     (if it can tell)
// followed by WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<T>).
#pragma once

#include <memory>
#include <string>

#include "wayfront/cuda/error.hpp"
#include "wayfront/cuda/memory_use.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront::cuda {

/// One graph prepared on a device. One thread at a time; the frame owns it. It may refer to its graph, which outlives
/// it. solve() is called with the run's device as the current one, as often as the host likes.
class Solver {
 public:
  Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  virtual ~Solver() = default;
  virtual void solve(const Problem& problem, Output& output, RunContext& context) = 0;
};

/// T as a plugin. Its make_solver() is called once per prepare(), with the run's device as the current one and after
/// the solver before is gone, so that two never need memory at once. Where it throws there is no solver, and solve()
/// fails until a prepare() succeeds. probe() throws Unsupported where no CUDA device can run the plugin. device_bytes()
/// is what make_solver() and solves of one source will take, the copy of the graph included: reports have the figure
/// beside the peak, and one that is wrong by more than a tenth misleads.
template <class T>
class PluginOf : public T {
 public:
  using T::T;

  static void probe(int device) { cuda::probe(device); }

  void prepare(const Graph& graph, RunContext& context) {
    use_device(context.device());
    const CountMemory count(context);
    solver_.reset();
    if constexpr (requires(const T& it) { it.device_bytes(graph.info()); })
      count.expect(this->device_bytes(graph.info()));
    solver_ = this->make_solver(graph, context);
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    use_device(context.device());
    if (!solver_)
      throw Failure(StatusCode::failed, std::string(T::about.name) + ": solve before a prepare that succeeded");
    const CountMemory count(context);
    solver_->solve(problem, output, context);
  }

 private:
  std::unique_ptr<Solver> solver_;
};

/// Throws Unsupported, with the names of the plugin and its option, if `threads` is not a multiple of the warp size.
inline void require_whole_warps(const char* plugin, const char* option, unsigned threads) {
  if (threads % 32 != 0)
    throw Unsupported(std::string(plugin) + ": " + option + " = " + std::to_string(threads) +
                      " is not a multiple of 32, the warp size");
}

}  // namespace wayfront::cuda
