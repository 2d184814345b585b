#include "gil.hpp"

#include <cxxabi.h>
#include <unistd.h>

namespace wayfront::python {
namespace {

template <class F>
void or_sleep(F&& take) {
  try {
    take();
  } catch (const abi::__forced_unwind&) {
    for (;;) ::pause();
  }
}

}  // namespace

NoGil::~NoGil() {
  or_sleep([this] { PyEval_RestoreThread(state_); });
}

Gil::Gil() {
  or_sleep([this] { state_ = PyGILState_Ensure(); });
}

}  // namespace wayfront::python
