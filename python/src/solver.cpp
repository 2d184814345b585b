#include <pybind11/stl.h>

#include <chrono>
#include <string_view>
#include <type_traits>
#include <vector>

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
  enum class IfTaken { wait, refuse };

  Turn(SharedSolver& solver, const std::stop_token& stop, IfTaken if_taken = IfTaken::wait) : solver_(solver) {
    if (solver_.holder.load() == std::this_thread::get_id())
      throw UsageError(2, "a solver was called by its own progress function; use another solver there");
    constexpr std::chrono::milliseconds between_looks(20);
    while (!solver_.turn.try_lock_for(between_looks)) {
      if (if_taken == IfTaken::refuse)
        throw UsageError(2, "another thread's call of the solver is going on; update it when that has ended");
      if (stop.stop_requested())
        throw CancelledError(130, "waiting for another thread's call of the solver was cancelled");
    }
    if (solver_.is_gone) {
      solver_.turn.unlock();
      throw UsageError(2, "another thread updated the solver before this call had its turn; call it again");
    }
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

/// What is asked beside the sources: a member of SolveOptions and a keyword in Python.
struct Keyword {
  const char* name;
  py::object (*unset)();
  void (*store)(const py::handle& value, SolveOptions& options);
};

template <auto Member>
constexpr Keyword keyword(const char* name) {
  using T = std::decay_t<decltype(SolveOptions().*Member)>;
  return {name, [] { return py::cast(SolveOptions().*Member); },
          [](const py::handle& value, SolveOptions& options) { options.*Member = value.cast<T>(); }};
}

constexpr Keyword keywords[] = {
    {"targets", [] { return py::object(py::none()); },
     [](const py::handle& value, SolveOptions& options) { options.targets = vertices_in(value.cast<Vertices>()); }},
    keyword<&SolveOptions::limit>("limit"),
    keyword<&SolveOptions::count>("count"),
    keyword<&SolveOptions::predecessors>("predecessors"),
    keyword<&SolveOptions::certify>("certify"),
    keyword<&SolveOptions::timeout>("timeout"),
    {"progress", [] { return py::object(py::none()); }, [](const py::handle&, SolveOptions&) {}},  // is the call's
    keyword<&SolveOptions::on_device>("on_device"),
    keyword<&SolveOptions::reduce>("reduce"),
    keyword<&SolveOptions::within>("within"),
    keyword<&SolveOptions::k>("k"),
};

using Question = py::dict;  // keywords that are set

/// One call of `solve` with the solver and the options. One that may take long looks for signals, which costs some 50
/// microseconds.
template <class Solve>
Result answer(SharedSolver& shared, std::size_t sources, const Question& question, Solve&& solve) {
  constexpr std::chrono::milliseconds slow(20);
  Call call(question.contains("progress") ? py::object(question["progress"]) : py::object(py::none()));
  SolveOptions options{.stop = call.stop(), .progress = call.progress()};
  for (const auto& [key, value] : question) {
    const auto name = key.template cast<std::string_view>();
    for (const Keyword& it : keywords)
      if (it.name == name) it.store(value, options);
  }
  return call.run(shared.arcs * sources > short_work || shared.was_slow, [&] {
    const Turn turn(shared, options.stop);
    const auto start = std::chrono::steady_clock::now();
    Result result = solve(shared.solver, options);
    shared.was_slow = std::chrono::steady_clock::now() - start > slow;
    return result;
  });
}

Result solve_one(SharedSolver& shared, Vertex source, const Question& question) {
  return answer(shared, 1, question,
                [&](Solver& solver, const SolveOptions& options) { return solver.solve(source, options); });
}

Result solve_all(SharedSolver& shared, const Vertices& sources, bool nearest, const Question& question) {
  const std::vector<Vertex> all = vertices_in(sources);
  return answer(shared, nearest ? 1 : all.size(), question, [&](Solver& solver, const SolveOptions& options) {
    return nearest ? solver.nearest(all, options) : solver.solve(all, options);
  });
}

/// Makes a solver of another graph, with what this one had. `owner._prepared` is then (given, that solver), even where
/// Ctrl-C came too late to stop this: what it raises must not lose the solver.
void update(SharedSolver& shared, const SharedGraph& graph, const py::object& owner, const py::object& given) {
  Call call;
  std::shared_ptr<SharedSolver> made;
  const auto hand_over = [&] {
    if (made) owner.attr("_prepared") = py::make_tuple(given, made);
  };
  try {
    call.run(shared.isolated || graph.arcs() > short_work, [&] {
      const Turn turn(shared, call.stop(), Turn::IfTaken::refuse);
      shared.solver.update(graph, call.stop());
      shared.is_gone = true;
      made = share(std::move(shared.solver), shared.isolated);
      return true;
    });
  } catch (...) {
    hand_over();
    throw;
  }
  hand_over();
}

/// A plugin's instance may own threads and a device: it goes without the GIL. In a process that was forked it stays:
/// its threads are not there to be ended, and waiting for them would crash.
void destroy(SharedSolver* solver) {
  if (solver->process != ::getpid()) return;
  const NoGil no_gil;
  delete solver;
}

}  // namespace

std::shared_ptr<SharedSolver> share(Solver&& made, bool isolated) {
  return {new SharedSolver(std::move(made), isolated), &destroy};
}

void bind_solver(py::module_& module) {
  module.def("keywords", [] {
    py::dict unset;
    for (const Keyword& it : keywords) unset[it.name] = it.unset();
    return unset;
  });
  py::class_<SharedSolver, std::shared_ptr<SharedSolver>>(module, "Solver", "A plugin, prepared on one graph.")
      .def_readonly("plugin", &SharedSolver::plugin)
      .def_readonly("notes", &SharedSolver::notes)
      .def("update", &update)
      .def("solve", &solve_one)
      .def("solve_all", &solve_all);
}

}  // namespace wayfront::python
