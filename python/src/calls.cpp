#include "calls.hpp"

#include <cxxabi.h>
#include <unistd.h>

#include <chrono>
#include <semaphore>
#include <system_error>
#include <thread>

namespace wayfront::python {
namespace {

unsigned long main_thread = 0;

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

void remember_main_thread() {
  main_thread = py::module_::import("threading").attr("main_thread")().attr("ident").cast<unsigned long>();
}

Progress Call::progress() {
  if (callable_.is_none()) return {};
  return [this](std::uint64_t done, std::uint64_t total) {
    const Gil gil;
    if (raised_) return;
    try {
      callable_(done, total);
    } catch (py::error_already_set&) {
      raised_ = std::current_exception();
      stop_.request_stop();
    }
  };
}

void Call::run_body(bool may_take_long, FunctionRef<void()> body) {
  std::exception_ptr failure;
  if (may_take_long && PyThread_get_thread_ident() == main_thread) {
    run_watched(body, failure);
  } else {
    const NoGil no_gil;
    try {
      body();
    } catch (...) {
      failure = std::current_exception();
    }
  }
  if (raised_) std::rethrow_exception(raised_);
  if (failure) std::rethrow_exception(failure);
}

void Call::run_watched(FunctionRef<void()> body, std::exception_ptr& failure) {
  constexpr std::chrono::milliseconds between_looks(20);
  std::binary_semaphore ended(0);
  const auto guarded = [&] {
    try {
      body();
    } catch (...) {
      failure = std::current_exception();
    }
    ended.release();
  };
  const NoGil no_gil;
  std::jthread worker;
  try {
    worker = std::jthread(guarded);
  } catch (const std::system_error&) {  // no more threads: then without Ctrl-C
    guarded();
    return;
  }
  while (!ended.try_acquire_for(between_looks)) {
    const Gil gil;
    if (raised_ || PyErr_CheckSignals() == 0) continue;
    raised_ = std::make_exception_ptr(py::error_already_set());
    stop_.request_stop();
  }
}

}  // namespace wayfront::python
