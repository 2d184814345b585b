// The extension `_wayfront`: the classes of wayfront/wayfront.hpp, as thin as they can be. What users see is the Python
// package around it (../wayfront), which turns ids into indices. One function per file adds its part to the module.
#pragma once

#include <pybind11/pybind11.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "wayfront/wayfront.hpp"

namespace wayfront::python {

namespace py = pybind11;
using namespace py::literals;

/// An array of a type that cannot be used: a TypeError, too.
struct ArrayTypeError : InputError {
  using InputError::InputError;
};

/// A solver that may be called from several threads: they take turns.
struct SharedSolver {
  SharedSolver(Solver&& made, bool in_worker)
      : solver(std::move(made)),
        isolated(in_worker),
        arcs(solver.graph().arcs()),
        plugin(solver.plugin()),
        notes(solver.notes()) {}
  Solver solver;
  const bool isolated;
  const std::uint64_t arcs;
  const std::string plugin;  // these are read without a turn
  const std::vector<std::string> notes;
  const pid_t process = ::getpid();  // the only one that has its threads
  std::timed_mutex turn{};
  std::atomic<std::thread::id> holder{};  // of the turn
  std::atomic<bool> was_slow{false};      // the last call
  bool is_gone = false;                   // what it had went to another one, for another graph
};

/// Destroyed where that does no harm.
std::shared_ptr<SharedSolver> share(Solver&& made, bool isolated);

/// What a plugin counted, by name.
py::dict counters_of(const Work& work);

/// (vertices, arcs, length): one vertex more than arcs. `start` is where a path without arcs is.
py::tuple tuple_of(const Path& path, Vertex start);

/// A capsule with the distances on a device, for other libraries, as DLPack has them (https://dmlc.github.io/dlpack). One
/// consumer may take it over; it keeps the result until then. `matrix`: all rows, otherwise the first one alone.
/// `versioned`: of DLPack 1.0, otherwise of the versions before.
py::capsule dlpack_capsule(const Result& result, bool matrix, bool versioned);

/// From {name: value}; values are bool, int, float, str, or lists of one of the last three. Throws UsageError.
Options options_of(const py::dict& options);

void bind_graph(py::module_& module);
void bind_result(py::module_& module);
void bind_solver(py::module_& module);
void bind_library(py::module_& module);
void bind_tables(py::module_& module);

}  // namespace wayfront::python
