#include <boost/core/demangle.hpp>
#include <exception>
#include <string>
#include <typeinfo>

#include "binding.hpp"
#include "calls.hpp"

namespace wayfront::python {
namespace {

/// The class of wayfront._errors that has the name of the error's own.
py::object class_of(const Error& error, const py::module_& errors) {
  const std::string name = boost::core::demangle(typeid(error).name());
  return errors.attr(name.substr(name.rfind(':') + 1).c_str());
}

/// Sets that class as the Python error. Its module is imported when the extension is.
void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const Error& error) {
    try {
      const py::module_ errors = py::module_::import("wayfront._errors");
      const py::object raised = class_of(error, errors)(errors.attr("in_python")(error.what()));
      raised.attr("exit_code") = error.exit_code();
      PyErr_SetObject(py::type::of(raised).ptr(), raised.ptr());
    } catch (py::error_already_set& failure) {  // out of memory
      failure.restore();
    }
  }
}

}  // namespace
}  // namespace wayfront::python

PYBIND11_MODULE(_wayfront, module) {
  using namespace wayfront::python;
  module.doc() = "The classes of the C++ library. Use the package `wayfront`, which is made of them.";
  module.def("version", &wayfront::version, "The version of the library.");
  remember_main_thread();
  py::register_exception_translator(&translate);
  bind_graph(module);
  bind_result(module);
  bind_solver(module);
  bind_library(module);
  bind_tables(module);
}
