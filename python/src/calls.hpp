// Calls into the library: without the GIL, ended by Ctrl-C, with progress told to Python.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <exception>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

#include "wayfront/function_ref.hpp"
#include "wayfront/wayfront.hpp"

namespace wayfront::python {

namespace py = pybind11;

// The GIL, let go and taken. Python ends a daemon thread that asks for the GIL while the interpreter exits, and it does
// so by unwinding the thread's stack, which C++ does not survive: such a thread stays where it is instead, asleep, until
// the process is gone.

/// Lets go of the GIL while it lives.
class NoGil {
 public:
  NoGil() : state_(PyEval_SaveThread()) {}
  ~NoGil();
  NoGil(const NoGil&) = delete;
  NoGil& operator=(const NoGil&) = delete;

 private:
  PyThreadState* state_;
};

/// Has the GIL while it lives; in any thread.
class Gil {
 public:
  Gil();
  ~Gil() { PyGILState_Release(state_); }
  Gil(const Gil&) = delete;
  Gil& operator=(const Gil&) = delete;

 private:
  PyGILState_STATE state_{};
};

// Calls.

/// Arcs that a search has behind it in a millisecond or two. With fewer, looking for signals costs too much.
inline constexpr std::uint64_t short_work = 50'000;

/// One call into the library. Made and destroyed with the GIL.
class Call {
 public:
  /// `progress`: a Python callable (done, total), or None. What it raises ends the call and is what run() throws.
  explicit Call(py::object progress = py::none()) : callable_(std::move(progress)) {}

  std::stop_token stop() const { return stop_.get_token(); }
  /// Refers to this call.
  Progress progress();

  /// Gives what `work` gives, which runs without the GIL and ends soon after stop(). A call in Python's main thread
  /// that `may_take_long` looks for signals meanwhile, and runs their Python handlers: `work` is then in another
  /// thread. What a handler raises, such as KeyboardInterrupt, requests the stop and is thrown when `work` has ended.
  template <class Work>
  auto run(bool may_take_long, Work&& work) {
    std::optional<std::invoke_result_t<Work>> result;
    run_body(may_take_long, [&] { result.emplace(work()); });
    return std::move(*result);
  }

 private:
  void run_body(bool may_take_long, FunctionRef<void()> body);
  void run_watched(FunctionRef<void()> body, std::exception_ptr& failure);

  py::object callable_;
  std::stop_source stop_{};
  std::exception_ptr raised_{};  // by a handler of a signal, or by `callable_`
};

/// To be called by the main thread when the module is imported.
void remember_main_thread();

}  // namespace wayfront::python
