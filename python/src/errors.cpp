#include <exception>

#include "binding.hpp"

namespace wayfront::python {
namespace {

/// Sets wayfront._errors.NAME as the Python error. The module is imported when the extension is.
void raise(const char* name, const Error& error) {
  const py::module_ errors = py::module_::import("wayfront._errors");
  const py::object type = errors.attr(name);
  py::object raised;
  try {
    raised = type(errors.attr("in_python")(error.what()));
    raised.attr("exit_code") = error.exit_code();
  } catch (py::error_already_set& failure) {  // out of memory
    failure.restore();
    return;
  }
  PyErr_SetObject(type.ptr(), raised.ptr());
}

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const ArrayTypeError& error) {
    raise("ArrayTypeError", error);
  } catch (const UsageError& error) {
    raise("UsageError", error);
  } catch (const InputError& error) {
    raise("InputError", error);
  } catch (const PluginError& error) {
    raise("PluginError", error);
  } catch (const UnsupportedError& error) {
    raise("UnsupportedError", error);
  } catch (const WrongAnswerError& error) {
    raise("WrongAnswerError", error);
  } catch (const TimeoutError& error) {
    raise("TimeoutError", error);
  } catch (const SolveError& error) {
    raise("SolveError", error);
  } catch (const CancelledError& error) {
    raise("CancelledError", error);
  } catch (const Error& error) {
    raise("Error", error);
  }
}

}  // namespace

void bind_errors() { py::register_exception_translator(&translate); }

}  // namespace wayfront::python
