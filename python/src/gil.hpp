// The GIL, let go and taken. Python ends a daemon thread that asks for the GIL while the interpreter exits, and it does
// so by unwinding the thread's stack, which C++ does not survive: such a thread stays where it is instead, asleep, until
// the process is gone.
#pragma once

#include <pybind11/pybind11.h>

namespace wayfront::python {

namespace py = pybind11;

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

}  // namespace wayfront::python
