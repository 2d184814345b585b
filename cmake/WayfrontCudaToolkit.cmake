# wayfront_find_cuda_toolkit(ARGUMENTS...): find_package(CUDAToolkit 12 ARGUMENTS...), in this tree and for plugins outside it.
# CMake 3.25.1, which is Debian 12's, ends with an error where CUDA has no nvToolsExt, as from 12.9 on, unless the project
# asks for an older CMake.
macro(wayfront_find_cuda_toolkit)
  set(wayfront_minimum ${CMAKE_MINIMUM_REQUIRED_VERSION})
  set(CMAKE_MINIMUM_REQUIRED_VERSION 3.24)
  find_package(CUDAToolkit 12 ${ARGN})
  set(CMAKE_MINIMUM_REQUIRED_VERSION ${wayfront_minimum})
  unset(wayfront_minimum)
endmacro()
