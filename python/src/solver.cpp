#include <pybind11/stl.h>

#include <atomic>
#include <chrono>

#include "arrays.hpp"
#include "binding.hpp"
#include "calls.hpp"

namespace wayfront::python {
namespace {

using Vertices = py::array_t<Vertex, py::array::c_style>;

std::vector<Vertex> vertices_in(const Vertices& array) { return {array.data(), array.data() + array.size()}; }

/// The turn of one caller at a solver. Waits for it, without the GIL, until a stop is requested.
class Turn {
 public:
  Turn(SharedSolver& solver, const std::stop_token& stop) : solver_(solver) {
    if (solver_.holder.load() == std::this_thread::get_id())
      throw UsageError(2, "a solver was called by its own progress function; use another solver there");
    constexpr std::chrono::milliseconds between_looks(20);
    while (!solver_.turn.try_lock_for(between_looks))
      if (stop.stop_requested())
        throw CancelledError(130, "waiting for another thread's call of the solver was cancelled");
    solver_.holder = std::this_thread::get_id();
  }
  ~Turn() {
    solver_.holder = std::thread::id();
    solver_.turn.unlock();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  SharedSolver& solver_;
};

/// Whether a call should look for signals, which costs it some 50 microseconds.
bool may_take_long(const SharedSolver& solver, std::uint64_t arcs, std::size_t sources) {
  return arcs * sources > short_work || solver.was_slow;
}

template <class Solve>
Result timed(SharedSolver& shared, const std::stop_token& stop, Solve&& solve) {
  constexpr std::chrono::milliseconds slow(20);
  const Turn turn(shared, stop);
  const auto start = std::chrono::steady_clock::now();
  Result result = solve(shared.solver);
  shared.was_slow = std::chrono::steady_clock::now() - start > slow;
  return result;
}

SolveOptions options_of(const std::optional<Vertices>& targets, double limit, std::uint64_t count, bool predecessors,
                        bool certify, double timeout, bool on_device, Call& call) {
  return {.targets = targets ? vertices_in(*targets) : std::vector<Vertex>(),
          .limit = limit,
          .count = count,
          .predecessors = predecessors,
          .certify = certify,
          .on_device = on_device,
          .timeout = timeout,
          .stop = call.stop(),
          .progress = call.progress()};
}

Result solve_one(SharedSolver& shared, Vertex source, const std::optional<Vertices>& targets, double limit,
                 std::uint64_t count, bool predecessors, bool certify, double timeout, const py::object& progress,
                 bool on_device) {
  Call call(progress);
  const SolveOptions options = options_of(targets, limit, count, predecessors, certify, timeout, on_device, call);
  return call.run(may_take_long(shared, shared.arcs, 1), [&] {
    return timed(shared, options.stop, [&](Solver& solver) { return solver.solve(source, options); });
  });
}

Result solve_all(SharedSolver& shared, const Vertices& sources, bool nearest, const std::optional<Vertices>& targets,
                 double limit, std::uint64_t count, bool predecessors, bool certify, double timeout,
                 const py::object& progress, bool on_device) {
  Call call(progress);
  const SolveOptions options = options_of(targets, limit, count, predecessors, certify, timeout, on_device, call);
  const std::vector<Vertex> all = vertices_in(sources);
  return call.run(may_take_long(shared, shared.arcs, nearest ? 1 : all.size()), [&] {
    return timed(shared, options.stop,
                 [&](Solver& solver) { return nearest ? solver.nearest(all, options) : solver.solve(all, options); });
  });
}

}  // namespace

void bind_solver(py::module_& module) {
  const auto none = py::none();
  constexpr double no_limit = std::numeric_limits<double>::infinity();
  py::class_<SharedSolver, std::shared_ptr<SharedSolver>>(module, "Solver", "A plugin, prepared on one graph.")
      .def_property_readonly("plugin", [](const SharedSolver& shared) { return shared.solver.plugin(); })
      .def_property_readonly("notes", [](const SharedSolver& shared) { return shared.solver.notes(); })
      .def("solve", &solve_one, py::arg("source"), py::arg("targets") = none, py::arg("limit") = no_limit,
           py::arg("count") = 0, py::arg("predecessors") = false, py::arg("certify") = true, py::arg("timeout") = 0.0,
           py::arg("progress") = none, py::arg("on_device") = false)
      .def("solve_all", &solve_all, py::arg("sources"), py::arg("nearest") = false, py::arg("targets") = none,
           py::arg("limit") = no_limit, py::arg("count") = 0, py::arg("predecessors") = false,
           py::arg("certify") = true, py::arg("timeout") = 0.0, py::arg("progress") = none,
           py::arg("on_device") = false);
}

}  // namespace wayfront::python
