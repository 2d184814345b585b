#include "binding.hpp"
#include "calls.hpp"

PYBIND11_MODULE(_wayfront, module) {
  using namespace wayfront::python;
  module.doc() = "The classes of the C++ library. Use the package `wayfront`, which is made of them.";
  module.def("version", &wayfront::version, "The version of the library.");
  remember_main_thread();
  bind_errors();
  bind_graph(module);
  bind_result(module);
  bind_solver(module);
  bind_comparison(module);
  bind_library(module);
  bind_texts(module);
}
